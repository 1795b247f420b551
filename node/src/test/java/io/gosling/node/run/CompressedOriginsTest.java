package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node whose site compresses what another server answers, with and without its memory. */
@Timeout(120)
class CompressedOriginsTest {
    private static final String TEXT = "{\"name\":\"value\"},".repeat(500);
    private static final String[] GZIP = {"Accept-Encoding", "gzip"};
    private static final Instant EARLIER = Instant.parse("2024-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);
    private Handler documents;
    private Gosling origin;
    private RunningNode node;
    private RawConnection client;

    @BeforeEach
    void start() throws Exception {
        Path files = Files.createDirectory(folder.resolve("files"));
        for (String name : List.of("kept.json", "passed.json", "small.json", "mark.bin")) {
            write(files.resolve(name), name.equals("small.json") ? "{}" : TEXT);
        }
        Files.createDirectory(files.resolve("account"));
        write(files.resolve("account/kept.json"), TEXT);
        documents = Gosling.documents(files);
        origin = Gosling.serve(this::answer);
        Path configuration = Files.writeString(folder.resolve("node.yaml"), """
                sites:
                  - name: shop
                    origins:
                      - servers: ['%s']
                    routes:
                      - {path: /echo, headers: {request-remove: [Accept-Encoding]}}
                    compression:
                      gzip: on
                      except: /account/**
                port: 0
                admin-port: 0
                memory: 2m
                event-loops: 1
                """.formatted(origin.url("/")));
        node = RunningNode.start(YamlConfigurationReader.read(configuration, NodeSettings.ALL));
        client = RawConnection.open(address());
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(EARLIER));
    }

    private InetSocketAddress address() {
        URI at = URI.create("http://" + node.readyLine().get("http"));
        return new InetSocketAddress(at.getHost(), at.getPort());
    }

    @AfterEach
    void stop() {
        gate.countDown();
        client.close();
        node.close();
        origin.close();
    }

    private Response answer(Request request) throws Exception {
        requests.incrementAndGet();
        return switch (request.rawPath()) {
            case "/echo" ->
                Response.text(request.headers().all("Accept-Encoding") + TEXT).with("Cache-Control", "no-store");
            case "/coded" -> Response.text(TEXT).with("Content-Encoding", "br");
            case "/no-transform" -> Response.text(TEXT).with("Cache-Control", "no-transform");
            case "/change" -> Response.text(request.headers().all("If-Match") + TEXT);
            case "/events" ->
                Response.events(events -> {
                    events.send("first");
                    gate.await();
                    events.send("second");
                });
            case "/pieces" ->
                Response.stream("text/html", out -> {
                    out.write("first".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    gate.await();
                    out.write("second".getBytes(StandardCharsets.UTF_8));
                });
            default ->
                documents
                        .handle(request)
                        .with("Cache-Control", request.rawPath().endsWith("/passed.json") ? "no-store" : "max-age=600");
        };
    }

    private static String unpacked(byte[] packed) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private RawResponse hit(String path, String... headers) {
        Eventually.that("it is in memory", () -> isHit(client.get(path)));
        RawResponse hit = client.get(path, headers);
        assertTrue(isHit(hit), String.valueOf(hit.headers()));
        return hit;
    }

    private static boolean isHit(RawResponse response) {
        return String.valueOf(response.headers().joined("Cache-Status")).contains("; hit");
    }

    /** The header, but for what follows from the time and from how it came. */
    private static Set<String> fields(RawResponse response) {
        return StreamSupport.stream(response.headers().spliterator(), false)
                .filter(field -> !Set.of("Date", "Age", "Cache-Status").contains(field.name()))
                .map(field -> field.name() + ": " + field.value())
                .collect(Collectors.toSet());
    }

    private static HttpResponse<String> post(String url, String form) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void jsonIsCompressedOnItsWayAndFromMemoryAndAPurgeRemovesBothForms() throws Exception {
        RawResponse first = client.get("/kept.json", GZIP);
        assertEquals("gzip", first.header("Content-Encoding"));
        assertEquals(TEXT, unpacked(first.body()));
        RawResponse coded = hit("/kept.json", GZIP);
        assertEquals(TEXT, unpacked(coded.body()));
        assertEquals(first.header("ETag"), coded.header("ETag"));
        assertEquals(Integer.toString(coded.body().length), coded.header("Content-Length"));
        for (String accepted : List.of("", "gzip;q=0")) {
            RawResponse plain = client.get("/kept.json", "Accept-Encoding", accepted);
            assertEquals(TEXT, plain.text());
            assertNull(plain.header("Content-Encoding"));
            assertEquals("Accept-Encoding", plain.header("Vary"));
            assertNotEquals(first.header("ETag"), plain.header("ETag"));
        }
        assertEquals(1, requests.get(), "one form is kept, and both are made of it");

        String changed = TEXT.replace("value", "other");
        write(folder.resolve("files/kept.json"), changed);
        Eventually.that("the origin has it", () -> has(origin.address(), changed));
        HttpResponse<String> purged = post("http://" + node.readyLine().get("admin") + "/purge", "url=/kept.json");
        assertEquals(200, purged.statusCode(), purged.body());
        assertEquals(changed, unpacked(client.get("/kept.json", GZIP).body()));
        assertEquals(changed, client.get("/kept.json").text());
    }

    private static boolean has(InetSocketAddress address, String text) {
        try (RawConnection direct = RawConnection.open(address)) {
            return direct.get("/kept.json").text().equals(text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kept.json", "/passed.json"})
    void headSaysWhatGetSaysAndConditionsHoldByTheTagOfEitherForm(String path) {
        boolean kept = path.equals("/kept.json");
        RawResponse plain = kept ? hit(path) : client.get(path);
        RawResponse coded = client.get(path, GZIP);
        assertEquals(fields(plain), fields(client.request("HEAD", path).readHead()));
        assertEquals(fields(coded), fields(client.request("HEAD", path, GZIP).readHead()));
        for (RawResponse form : List.of(plain, coded)) {
            String tag = String.valueOf(form.header("ETag"));
            RawResponse same = client.get(path, "Accept-Encoding", "gzip", "If-None-Match", tag);
            assertEquals(304, same.status(), tag);
            assertEquals(tag, same.header("ETag"));
        }
        String tag = String.valueOf(coded.header("ETag"));
        assertEquals(200, client.get(path, "If-None-Match", tag).status(), "without gzip the plain form is meant");
        assertEquals(
                200,
                client.get(path, "Accept-Encoding", "gzip", "If-Match", tag).status());
        assertEquals(412, client.get(path, "If-Match", tag).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kept.json", "/passed.json"})
    void partsAreOfThePlainFormAndNeverPutToTheOther(String path) throws IOException {
        RawResponse plain = path.equals("/kept.json") ? hit(path) : client.get(path);
        RawResponse coded = client.get(path, GZIP);
        assertNull(coded.header("Accept-Ranges"));
        String[] range = {"Accept-Encoding", "gzip", "Range", "bytes=1-4"};
        RawResponse part = client.get(path, range);
        assertEquals(206, part.status());
        assertEquals(TEXT.substring(1, 5), part.text());
        assertEquals(plain.header("ETag"), part.header("ETag"));
        for (String held : List.of("ETag", "Last-Modified")) {
            String validator = String.valueOf(coded.header(held));
            RawResponse whole =
                    client.get(path, "Accept-Encoding", "gzip", "Range", "bytes=1-4", "If-Range", validator);
            assertEquals(200, whole.status(), held);
            assertEquals(TEXT, unpacked(whole.body()));
        }
        String tag = String.valueOf(plain.header("ETag"));
        assertEquals(
                206,
                client.get(path, "Accept-Encoding", "gzip", "Range", "bytes=1-4", "If-Range", tag)
                        .status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/coded", "/no-transform", "/small.json", "/mark.bin", "/account/kept.json"})
    void whatHasOneFormIsPassedOnAsItIs(String path) {
        RawResponse plain = client.get(path);
        RawResponse same = client.get(path, GZIP);
        assertEquals(fields(plain), fields(same));
        assertEquals(plain.text(), same.text());
        assertNull(same.header("Vary"));
    }

    @Test
    void aRuleMayKeepTheClientsCodingsFromTheOrigin() throws IOException {
        assertEquals("[]" + TEXT, unpacked(client.get("/echo", GZIP).body()));
    }

    @Test
    void aChangeIsConditionalOnThePlainTagThatACodedOneStandsFor() throws IOException {
        client.request("DELETE", "/change", "If-Match", "\"x~gzip\"", "Accept-Encoding", "gzip");
        assertEquals("[\"x\"]" + TEXT, unpacked(client.read().body()));
    }

    private HttpResponse<InputStream> open(HttpClient http, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + node.readyLine().get("http") + path))
                .header("Accept-Encoding", "gzip")
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/events", "/pieces"})
    void whatComesInPiecesIsNotHeldBack(String path) throws Exception {
        boolean events = path.equals("/events");
        String first = events ? "data: first\n\n" : "first";
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> response = open(http, path);
            assertEquals(
                    !events, response.headers().firstValue("Content-Encoding").isPresent());
            try (InputStream in = events ? response.body() : new GZIPInputStream(response.body())) {
                assertEquals(first, new String(in.readNBytes(first.length()), StandardCharsets.UTF_8));
                gate.countDown();
                assertEquals(first.replace("first", "second"), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } finally {
                gate.countDown();
            }
        }
    }
}
