package io.gosling.site.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.document.Body;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.server.ServerFixture;
import io.gosling.site.rules.PathPattern;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of a program's handlers, compressed for clients that accept it. */
@Timeout(120)
class GzipFilterTest {
    private static final String TEXT = "{\"name\":\"value\"},".repeat(500);
    private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.UTF_8);
    private static final String[] GZIP = {"Accept-Encoding", "gzip"};

    private static Gosling serve(Handler handler) throws IOException {
        return Gosling.serve(new GzipFilter().around(handler));
    }

    private static String unpacked(byte[] packed) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The header, but for what every answer has of its own. */
    private static Set<String> fields(RawResponse response) {
        return StreamSupport.stream(response.headers().spliterator(), false)
                .filter(field -> !field.name().equals("Date"))
                .map(field -> field.name() + ": " + field.value())
                .collect(Collectors.toSet());
    }

    @Test
    void theFormIsThatWhichTheClientAcceptsAndHeadSaysTheSame() throws IOException {
        try (Gosling server = serve(request -> Response.json(TEXT).with("ETag", "\"1\""));
                RawConnection client = RawConnection.open(server.address())) {
            RawResponse coded = client.get("/", GZIP);
            assertEquals("gzip", coded.header("Content-Encoding"));
            assertEquals("Accept-Encoding", coded.header("Vary"));
            assertEquals("\"1~gzip\"", coded.header("ETag"));
            assertEquals(Integer.toString(coded.body().length), coded.header("Content-Length"));
            assertEquals(TEXT, unpacked(coded.body()));
            assertTrue(coded.body().length < BYTES.length / 10, "compressed");
            for (String accepted : List.of("", "br", "gzip;q=0", "identity, gzip;q=0.5", "*;q=0")) {
                RawResponse plain = client.get("/", "Accept-Encoding", accepted);
                assertNull(plain.header("Content-Encoding"), accepted);
                assertEquals("Accept-Encoding", plain.header("Vary"));
                assertEquals("\"1\"", plain.header("ETag"));
                assertEquals(TEXT, plain.text());
                RawResponse head =
                        client.request("HEAD", "/", "Accept-Encoding", accepted).readHead();
                assertEquals(fields(plain), fields(head));
            }
            assertEquals(TEXT, client.get("/").text());
            assertEquals(fields(coded), fields(client.request("HEAD", "/", GZIP).readHead()));
        }
    }

    private static Response kept(String path) {
        Response text = Response.text(TEXT);
        return switch (path) {
            case "/no-transform" -> text.with("Cache-Control", "public, no-transform");
            case "/coded" -> text.with("Content-Encoding", "br");
            case "/small" -> Response.text("x".repeat(1023));
            case "/large" -> Response.text("x".repeat((4 << 20) + 1));
            case "/picture" -> Response.bytes("image/png", BYTES);
            case "/untyped" -> text.without("Content-Type");
            case "/digest" -> text.with("Content-Digest", "sha-256=:AAAA:");
            case "/digest-behind" -> text.with("Trailer", "X-Sum, repr-digest");
            case "/part" -> text.with("Content-Range", "bytes 0-9/10");
            case "/empty" -> Response.text("");
            case "/events" -> Response.bytes("text/event-stream", BYTES);
            default -> throw new IllegalStateException(path);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-transform",
                "coded",
                "small",
                "large",
                "picture",
                "untyped",
                "digest",
                "digest-behind",
                "part",
                "empty",
                "events"
            })
    void whatHasOneFormIsLeftAsItIs(String name) throws IOException {
        try (Gosling server = serve(request -> kept(request.rawPath()));
                RawConnection client = RawConnection.open(server.address())) {
            RawResponse plain = client.get("/" + name);
            RawResponse same = client.get("/" + name, GZIP);
            assertEquals(fields(plain), fields(same));
            assertArrayEquals(plain.body(), same.body());
            assertNull(same.header("Vary"));
        }
    }

    @Test
    void aClientThatWantsNoTransformationGetsThePlainForm() throws IOException {
        try (Gosling server = serve(request -> Response.text(TEXT));
                RawConnection client = RawConnection.open(server.address())) {
            RawResponse plain = client.get("/", "Accept-Encoding", "gzip", "Cache-Control", "no-transform");
            assertEquals(TEXT, plain.text());
            assertEquals("Accept-Encoding", plain.header("Vary"));
        }
    }

    @Test
    void noSpellingOfAnExceptedPathIsCompressed() throws IOException {
        CompressionRules rules =
                new CompressionRules(List.of(), true, 0, 1 << 20, List.of(PathPattern.parse("/account/**")));
        Handler handler = new GzipFilter(rules).around(request -> Response.text(TEXT));
        try (Gosling server = Gosling.serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            assertEquals("gzip", client.get("/", GZIP).header("Content-Encoding"));
            for (String path : List.of("/account", "/account/x", "/%61ccount/x", "/a/../account/x", "/account%2fx")) {
                RawResponse plain = client.get(path, GZIP);
                assertEquals(TEXT, plain.text(), path);
                assertNull(plain.header("Vary"), path);
            }
        }
    }

    @Test
    void whatAProgramAnswersToAPostIsCompressedUnderItsOwnTag() throws IOException {
        try (Gosling server = serve(request -> Response.json(TEXT).with("ETag", "\"new\""));
                RawConnection client = RawConnection.open(server.address())) {
            RawResponse answer = client.send(
                            "POST / HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n" + "Content-Length: 1\r\n\r\nx")
                    .read();
            assertEquals(TEXT, unpacked(answer.body()));
            assertEquals("\"new\"", answer.header("ETag"), "it is of what was changed, not of these bytes");
        }
    }

    private static HttpResponse<InputStream> open(HttpClient client, Gosling server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.url("/"))
                .header("Accept-Encoding", "gzip")
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    }

    /** A stream that has one text, and another when the gate opens. */
    private static InputStream paused(CountDownLatch gate) {
        InputStream later = new InputStream() {
            private final InputStream text = new ByteArrayInputStream("second".getBytes(StandardCharsets.UTF_8));

            @Override
            public int read() throws IOException {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return text.read();
            }
        };
        return new SequenceInputStream(new ByteArrayInputStream("first".getBytes(StandardCharsets.UTF_8)), later);
    }

    private static Body.Written written(CountDownLatch gate) {
        return new Body.Written(out -> {
            try (OutputStream closed = out) {
                closed.write("first".getBytes(StandardCharsets.UTF_8));
                closed.flush();
                gate.await();
                closed.write("second".getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatComesInPiecesIsNotHeldBack(boolean writes) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Handler handler = request -> new Response(
                200,
                Headers.of("Content-Type", "text/html"),
                writes ? written(gate) : new Body.Streamed(paused(gate), -1));
        try (Gosling server = serve(handler);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> response = open(client, server);
            assertEquals(
                    "gzip", response.headers().firstValue("Content-Encoding").orElse(""));
            try (InputStream in = new GZIPInputStream(response.body())) {
                assertEquals("first", new String(in.readNBytes(5), StandardCharsets.UTF_8));
                gate.countDown();
                assertEquals("second", new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } finally {
                gate.countDown();
            }
        }
    }

    @Test
    void eventsArriveOneByOneAsTheyAre() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Handler handler = request -> Response.events(events -> {
            events.send("first");
            gate.await();
            events.send("second");
        });
        try (Gosling server = serve(handler);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> response = open(client, server);
            assertTrue(response.headers().firstValue("Content-Encoding").isEmpty());
            try (InputStream in = response.body()) {
                assertEquals("data: first\n\n", new String(in.readNBytes(13), StandardCharsets.UTF_8));
                gate.countDown();
                assertEquals("data: second\n\n", new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } finally {
                gate.countDown();
            }
        }
    }

    private static Body body(String path) {
        return switch (path) {
            case "/stream" -> new Body.Streamed(new ByteArrayInputStream(BYTES), BYTES.length);
            case "/endless" -> new Body.Streamed(paused(new CountDownLatch(0)), -1);
            case "/written" ->
                new Body.Written(out -> {
                    for (int at = 0; at < BYTES.length; at += 1000) {
                        out.write(BYTES, at, Math.min(1000, BYTES.length - at));
                        out.flush();
                    }
                });
            default -> throw new IllegalStateException(path);
        };
    }

    /** A strong tag is for the same bytes. */
    @Test
    void underAStrongTagTheCodedBytesAreTheSameHoweverTheyCame() throws IOException {
        Handler handler = request -> request.rawPath().equals("/memory")
                ? Response.text(TEXT).with("ETag", "\"1\"")
                : new Response(200, Headers.of("Content-Type", "text/plain", "ETag", "\"1\""), body(request.rawPath()));
        try (Gosling server = serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            byte[] bytes = client.get("/memory", GZIP).body();
            assertEquals(TEXT, unpacked(bytes));
            for (String path : List.of("/stream", "/written")) {
                RawResponse other = client.get(path, GZIP);
                assertEquals("\"1~gzip\"", other.header("ETag"));
                assertArrayEquals(bytes, other.body(), path);
            }
            assertEquals("firstsecond", unpacked(client.get("/endless", GZIP).body()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void trailersFollowTheCodedForm(boolean writes) throws IOException {
        List<String> trailers = List.of("X-Sum", "7");
        Handler handler = request -> new Response(
                200,
                Headers.of("Content-Type", "text/plain"),
                writes
                        ? new Body.Written(out -> out.write(BYTES), () -> trailers)
                        : new Body.Streamed(new ByteArrayInputStream(BYTES), -1, () -> trailers));
        try (Gosling server = serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            client.request("GET", "/", "Accept-Encoding", "gzip", "TE", "trailers", "Connection", "TE, close");
            StringBuilder answer = new StringBuilder();
            for (int octet = client.readByte(); octet >= 0; octet = client.readByte()) {
                answer.append((char) octet);
            }
            assertTrue(answer.indexOf("Content-Encoding: gzip") > 0, answer.toString());
            assertTrue(answer.toString().endsWith("\r\n0\r\nX-Sum: 7\r\n\r\n"), answer.toString());
        }
    }

    private static Body breaking(String path) {
        byte[] noise = Site.noise(300_000, 1);
        return switch (path) {
            case "/short" -> new Body.Streamed(new ByteArrayInputStream(noise), noise.length + 1);
            case "/broken" ->
                new Body.Written(out -> {
                    out.write(noise);
                    throw new IOException("broken off");
                });
            default ->
                new Body.Written(out -> {
                    throw new IOException("broken off before anything");
                });
        };
    }

    @Test
    void whatBreaksOffDoesNotLookWhole() throws IOException {
        Handler handler =
                request -> new Response(200, Headers.of("Content-Type", "text/plain"), breaking(request.rawPath()));
        try (Gosling server = serve(handler)) {
            for (String path : List.of("/short", "/broken")) {
                try (RawConnection client = RawConnection.open(server.address())) {
                    UncheckedIOException broken =
                            assertThrows(UncheckedIOException.class, () -> client.get(path, GZIP), path);
                    assertTrue(
                            String.valueOf(broken.getMessage()).contains(RawConnection.SHORT_BODY),
                            broken.getMessage());
                }
            }
            try (RawConnection client = RawConnection.open(server.address())) {
                assertEquals(500, client.get("/at-once", GZIP).status());
            }
        }
    }

    private static Gosling documents(Path folder) throws IOException {
        Path file = Files.write(folder.resolve("a.json"), BYTES);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2024-01-01T00:00:00Z")));
        return serve(Gosling.documents(folder));
    }

    @Test
    void aPartOfWhatIsTooLongToBeCompressedIsGivenByItsDate(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("long.txt"), new byte[(4 << 20) + 1]);
        Instant earlier = Instant.parse("2024-01-01T00:00:00Z");
        Files.setLastModifiedTime(folder.resolve("long.txt"), FileTime.from(earlier));
        try (Gosling server = documents(folder);
                RawConnection client = RawConnection.open(server.address())) {
            String date = "Mon, 01 Jan 2024 00:00:00 GMT";
            RawResponse part =
                    client.get("/long.txt", "Accept-Encoding", "gzip", "Range", "bytes=1-4", "If-Range", date);
            assertEquals(206, part.status());
            assertNull(part.header("Vary"));
        }
    }

    @Test
    void conditionsHoldByTheTagOfEitherForm(@TempDir Path folder) throws IOException {
        try (Gosling server = documents(folder);
                RawConnection client = RawConnection.open(server.address())) {
            String plain = String.valueOf(client.get("/a.json").header("ETag"));
            String coded = String.valueOf(client.get("/a.json", GZIP).header("ETag"));
            for (String tag : List.of(plain, coded, "\"other\", " + coded, "W/" + coded)) {
                RawResponse same = client.get("/a.json", "Accept-Encoding", "gzip", "If-None-Match", tag);
                assertEquals(304, same.status(), tag);
                assertEquals(tag.equals(plain) ? plain : coded, same.header("ETag"));
            }
            assertEquals(200, client.get("/a.json", "If-None-Match", coded).status(), "the plain form is another");
            assertEquals(
                    200,
                    client.get("/a.json", "Accept-Encoding", "gzip", "If-Match", coded)
                            .status());
            assertEquals(412, client.get("/a.json", "If-Match", coded).status());
            assertEquals(
                    412,
                    client.get("/a.json", "Accept-Encoding", "gzip", "If-Match", "\"other~gzip\"")
                            .status());
        }
    }

    /** The handler may be a server that gives its coded form the same tag. */
    @Test
    void aHandlerIsAskedWithTheTagsOfBothForms() throws IOException {
        Handler handler = request -> Response.text(
                request.headers().all("If-None-Match") + " " + request.headers().all("If-Match"));
        try (Gosling server = serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            String list = "W/\"a~gzip\", \"b\", \"c~gzip\"";
            assertEquals(
                    "[W/\"a\", W/\"a~gzip\", \"b\", \"c\", \"c~gzip\"] []",
                    client.get("/", "Accept-Encoding", "gzip", "If-None-Match", list)
                            .text());
            assertEquals(
                    "[] [W/\"a\", \"b\", \"c\"]",
                    client.get("/", "Accept-Encoding", "gzip", "If-Match", list).text());
        }
    }

    @Test
    void aPostForAPartIsExecutedOnce() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        Handler handler = request -> {
            calls.incrementAndGet();
            return new Response(
                    206,
                    Headers.of("Content-Type", "text/plain", "Content-Range", "bytes 0-7/9000"),
                    new Body.InMemory(Unpooled.wrappedBuffer(BYTES, 0, 8)));
        };
        try (Gosling server = serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            String[] headers = {
                "Accept-Encoding", "gzip", "Range", "bytes=0-7", "If-Range", "Mon, 01 Jan 2024 00:00:00 GMT"
            };
            assertEquals(206, client.request("POST", "/", headers).read().status());
            assertEquals(1, calls.get());
        }
    }

    private static Handler parts(List<String> calls) {
        return request -> {
            calls.add(new String(request.body().readAllBytes(), StandardCharsets.US_ASCII));
            return request.headers().contains("Range")
                    ? new Response(
                            206,
                            Headers.of("Content-Type", "text/plain", "Content-Range", "bytes 0-7/9000"),
                            new Body.InMemory(Unpooled.wrappedBuffer(BYTES, 0, 8)))
                    : Response.text(TEXT);
        };
    }

    @Test
    void aGetWithABodyForAPartIsExecutedOnceWithIt() throws IOException {
        List<String> calls = new CopyOnWriteArrayList<>();
        try (Gosling server = serve(parts(calls));
                RawConnection client = RawConnection.open(server.address())) {
            RawResponse answer = client.send(
                            "GET / HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\nRange: bytes=0-7\r\n"
                                    + "If-Range: Mon, 01 Jan 2024 00:00:00 GMT\r\nContent-Length: 5\r\n\r\nquery")
                    .read();
            assertEquals(TEXT, unpacked(answer.body()));
            assertEquals(List.of("query"), calls);
        }
    }

    /** There no header needs to announce the body. */
    @Test
    void soIsOneOverHttp2() throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        Handler handler = new GzipFilter().around(parts(calls));
        try (ServerFixture server = ServerFixture.start(ServerFixture.http2(), handler);
                FrameClient client = FrameClient.open(server.server().address())) {
            String[] headers = {
                "accept-encoding", "gzip", "range", "bytes=0-7", "if-range", "Mon, 01 Jan 2024 00:00:00 GMT"
            };
            client.request(1, false, "GET", "/", headers)
                    .send(FrameClient.DATA, FrameClient.END_STREAM, 1, "query".getBytes(StandardCharsets.US_ASCII));
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals(List.of("query"), calls);
            client.get(3, "/", headers);
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals(List.of("query", "", ""), calls, "without a body, for a part and then for the whole");
        }
    }

    @Test
    void muchInMemoryIsCompressedWhileItIsSentAndNotForHead() throws IOException {
        byte[] bytes = TEXT.repeat(20).getBytes(StandardCharsets.UTF_8);
        List<ByteBuf> buffers = new CopyOnWriteArrayList<>();
        Handler handler = request -> {
            ByteBuf buffer = Unpooled.copiedBuffer(bytes);
            buffers.add(buffer);
            return new Response(200, Headers.of("Content-Type", "text/plain"), new Body.InMemory(buffer));
        };
        try (Gosling server = serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            RawResponse coded = client.get("/", GZIP);
            assertNull(coded.header("Content-Length"), "nothing was compressed before the first byte was sent");
            assertArrayEquals(bytes, unpacked(coded.body()).getBytes(StandardCharsets.UTF_8));
            assertEquals(fields(coded), fields(client.request("HEAD", "/", GZIP).readHead()));
            Eventually.that("all is released", () -> CompressionSlots.taken() == 0);
            Eventually.that("the bytes are released", () -> buffers.stream().allMatch(buffer -> buffer.refCnt() == 0));
            assertEquals(2, buffers.size());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCompressorIsReleasedWhenItsClientLeaves(boolean writes) throws IOException {
        byte[] noise = Site.noise(1 << 20, 1);
        AtomicBoolean over = new AtomicBoolean();
        Body endless = writes
                ? new Body.Written(out -> {
                    while (!over.get()) {
                        out.write(noise);
                    }
                })
                : new Body.Streamed(
                        new InputStream() {
                            @Override
                            public int read() {
                                return over.get() ? -1 : 'x';
                            }

                            @Override
                            public int read(byte[] to, int offset, int length) {
                                System.arraycopy(noise, 0, to, offset, length);
                                return over.get() ? -1 : length;
                            }
                        },
                        -1);
        try (Gosling server = serve(request -> new Response(200, Headers.of("Content-Type", "text/plain"), endless))) {
            try (RawConnection client = RawConnection.open(server.address())) {
                client.request("GET", "/", GZIP);
                assertEquals('H', client.readByte());
                Eventually.that("it is being compressed", () -> CompressionSlots.taken() == 1);
            }
            Eventually.that("the compressor is released", () -> CompressionSlots.taken() == 0);
        } finally {
            over.set(true);
        }
    }

    @Test
    void beyondTheBoundOfCompressorsAnswersAreSentAsTheyAre() throws IOException {
        Handler handler =
                request -> new Response(200, Headers.of("Content-Type", "text/plain"), body(request.rawPath()));
        int taken = 0;
        try (Gosling server = serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            while (CompressionSlots.tryTake()) {
                taken++;
            }
            for (String path : List.of("/stream", "/written")) {
                RawResponse plain = client.get(path, GZIP);
                assertEquals(TEXT, plain.text());
                assertEquals("Accept-Encoding", plain.header("Vary"));
            }
            CompressionSlots.giveBack();
            taken--;
            for (String path : List.of("/stream", "/written")) {
                Eventually.that(
                        "it is compressed again",
                        () -> "gzip".equals(client.get(path, GZIP).header("Content-Encoding")));
            }
        } finally {
            for (; taken > 0; taken--) {
                CompressionSlots.giveBack();
            }
        }
    }

    /** A Vary of a 304 replaces that of a stored response. */
    @Test
    void aVaryOfA304NamesWhatBothFormsHave() throws IOException {
        Headers headers = Headers.of("ETag", "\"1\"", "Vary", "Origin");
        try (Gosling server = serve(request -> new Response(304, headers, null));
                RawConnection client = RawConnection.open(server.address())) {
            for (String tag : List.of("\"1\"", "\"1~gzip\", \"1\"")) {
                RawResponse same = client.get("/", "If-None-Match", tag);
                assertEquals("Origin, Accept-Encoding", same.header("Vary"));
                assertEquals("\"1\"", same.header("ETag"), "a client without gzip has the plain form");
            }
        }
    }

    @Test
    void aChangeIsConditionalOnTheTagOfEitherForm() throws IOException {
        Handler handler =
                request -> "\"1\"".equals(request.headers().first("If-Match")) ? Response.of(204) : Response.of(412);
        try (Gosling server = serve(handler);
                RawConnection client = RawConnection.open(server.address())) {
            assertEquals(
                    204,
                    client.request("DELETE", "/", "If-Match", "\"1~gzip\"")
                            .read()
                            .status());
            assertEquals(
                    204,
                    client.request("DELETE", "/", "If-Match", "\"1\"").read().status());
            assertEquals(
                    412,
                    client.request("DELETE", "/", "If-Match", "\"2~gzip\"")
                            .read()
                            .status());
        }
    }

    @ParameterizedTest
    @CsvSource({
        ", 206",
        "plain, 206",
        "coded, 200",
        "date, 200",
    })
    void aPartIsOfThePlainFormAndNeverPutToTheOther(String validator, int status, @TempDir Path folder)
            throws IOException {
        try (Gosling server = documents(folder);
                RawConnection client = RawConnection.open(server.address())) {
            RawResponse plain = client.get("/a.json");
            RawResponse coded = client.get("/a.json", GZIP);
            assertNull(coded.header("Accept-Ranges"));
            String last = String.valueOf(plain.header("Last-Modified"));
            String held = switch (String.valueOf(validator)) {
                case "plain" -> String.valueOf(plain.header("ETag"));
                case "coded" -> String.valueOf(coded.header("ETag"));
                default -> last;
            };
            String[] range = {"Accept-Encoding", "gzip", "Range", "bytes=1-4", "If-Range", held};
            RawResponse part = validator == null
                    ? client.get("/a.json", "Accept-Encoding", "gzip", "Range", "bytes=1-4")
                    : client.get("/a.json", range);
            assertEquals(status, part.status());
            if (status == 200) {
                assertEquals(TEXT, unpacked(part.body()));
                assertEquals(coded.header("ETag"), part.header("ETag"));
            } else {
                assertEquals(TEXT.substring(1, 5), part.text());
                assertNull(part.header("Content-Encoding"));
                assertEquals(plain.header("ETag"), part.header("ETag"));
                assertEquals("Accept-Encoding", part.header("Vary"));
            }
            assertEquals(
                    206,
                    client.get("/a.json", "Range", "bytes=1-4", "If-Range", last)
                            .status());
            assertEquals(
                    412,
                    client.get(
                                    "/a.json",
                                    "Accept-Encoding",
                                    "gzip",
                                    "Range",
                                    "bytes=1-4",
                                    "If-Match",
                                    String.valueOf(coded.header("ETag")))
                            .status());
        }
    }

    @Test
    void overHttp2AsOverHttp1(@TempDir Path folder) throws Exception {
        TestCertificate.of("localhost").write(folder, "s");
        Handler handler = new GzipFilter()
                .around(request -> request.rawPath().equals("/stream")
                        ? new Response(200, Headers.of("Content-Type", "text/plain"), body("/stream"))
                        : Response.json(TEXT));
        try (Gosling server = Gosling.builder()
                        .certificate(folder.resolve("s.pem"), folder.resolve("s.key"))
                        .serve(handler);
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(TlsClient.create().context())
                        .build()) {
            for (String path : List.of("/", "/stream")) {
                URI uri = URI.create("https://localhost:" + server.address().getPort() + path);
                HttpRequest request = HttpRequest.newBuilder(uri)
                        .header("Accept-Encoding", "gzip")
                        .build();
                HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                assertEquals(HttpClient.Version.HTTP_2, response.version());
                assertEquals(
                        "gzip",
                        response.headers().firstValue("Content-Encoding").orElse(""));
                assertEquals(TEXT, unpacked(response.body()));
            }
        }
    }
}
