package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.ResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.FrameClient.Frame;
import io.gosling.testing.RecordedAnswers;
import io.gosling.testing.Site;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hot documents over HTTP/2, frame by frame. */
@Timeout(60)
class Http2FastPathResponderTest {
    private static final Handler ABSENT = request -> ErrorPageBuilder.of(404);
    private static final byte[] SMALL = Site.noise(700, 1);
    private static final byte[] LARGE = Site.noise(100_000, 2);

    private static ServerFixture start(Handler handler) throws Exception {
        return ServerFixture.start(ServerFixture.http2(), handler)
                .hot("/small", SMALL)
                .hot("/large", LARGE)
                .hot("/empty", new byte[0]);
    }

    private static byte[] body(FrameClient client, int stream) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        Frame frame = client.expect(FrameClient.DATA);
        while (!frame.ends()) {
            assertEquals(stream, frame.stream());
            body.writeBytes(frame.payload());
            frame = client.expect(FrameClient.DATA);
        }
        body.writeBytes(frame.payload());
        return body.toByteArray();
    }

    @Test
    void aDocumentArrivesWholeWhateverRoomItsClientMakes() throws Exception {
        try (ServerFixture server = start(ABSENT);
                FrameClient client = FrameClient.open(server.server().address())) {
            client.makeRoom(0, 10_000_000);
            assertArrayEquals(SMALL, body(client.get(1, "/small"), 1));
            client.get(3, "/large").makeRoom(3, 50_000);
            assertArrayEquals(LARGE, body(client, 3));
            client.set(FrameClient.INITIAL_WINDOW, 0).get(5, "/large");
            Frame head = client.expect(FrameClient.HEADERS);
            assertEquals(200, head.status(), "a header needs no room");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; bytes.size() < LARGE.length; i++) {
                client.makeRoom(5, 1 + i * 999);
                Frame frame = client.expect(FrameClient.DATA);
                assertTrue(frame.payload().length <= 16 << 10);
                bytes.writeBytes(frame.payload());
                while (bytes.size() < Math.min(LARGE.length, (i + 1) + 999 * i * (i + 1) / 2)) {
                    bytes.writeBytes(client.expect(FrameClient.DATA).payload());
                }
            }
            assertArrayEquals(LARGE, bytes.toByteArray());
            client.request(7, true, "HEAD", "/large");
            assertTrue(client.expect(FrameClient.HEADERS).ends());
            assertTrue(client.get(9, "/empty").expect(FrameClient.HEADERS).ends());
            Eventually.that("all are counted", () -> server.answers().all().size() == 5);
            assertTrue(
                    server.answers().all().stream().allMatch(answer -> answer.from() == ResponseSource.LOCAL_MEMORY));
        }
    }

    @Test
    void aBurstOfRequestsIsAnsweredWithEachItsOwn() throws Exception {
        try (ServerFixture server = start(ABSENT);
                FrameClient client = FrameClient.open(server.server().address())) {
            client.makeRoom(0, 10_000_000);
            for (int stream = 1; stream < 200; stream += 2) {
                client.get(stream, stream % 3 == 0 ? "/absent" : "/small");
            }
            int documents = 0;
            for (int ended = 0; ended < 100; ) {
                Frame frame = client.expect(FrameClient.DATA);
                ended += frame.ends() ? 1 : 0;
                if (frame.stream() % 3 != 0) {
                    assertArrayEquals(SMALL, frame.payload());
                    documents++;
                }
            }
            assertEquals(67, documents);
        }
    }

    /** Headers need no window: without a bound they would gather here. */
    @Test
    void requestsOfAClientThatDoesNotReadAreNotReadEither() throws Exception {
        int many = 100_000;
        ByteArrayOutputStream requests = new ByteArrayOutputStream();
        for (int i = 0; i < many; i++) {
            requests.writeBytes(FrameClient.frame(
                    FrameClient.HEADERS,
                    FrameClient.END_HEADERS | FrameClient.END_STREAM,
                    2 * i + 1,
                    FrameClient.header("HEAD", "/small")));
        }
        try (ServerFixture server = start(ABSENT);
                FrameClient client = FrameClient.open(server.server().address(), 64 << 10)) {
            Thread sending = Thread.ofVirtual().start(() -> client.sendAtOnce(requests.toByteArray()));
            Standstill standstill = new Standstill();
            Eventually.that("it reads no more", () -> standstill.of(server));
            assertTrue(server.lookups() < many, "all are answered without a reader");
            for (int i = 0; i < many; i++) {
                assertEquals(200, client.expect(FrameClient.HEADERS).status());
            }
            sending.join();
        }
    }

    /** Notices a server that has begun, and reads no more requests for many turns of its loop. */
    private static final class Standstill {
        private static final int MANY = 100;

        private int seen;
        private int turns;

        boolean of(ServerFixture server) {
            server.transport().eventLoops().submit(() -> {}).syncUninterruptibly();
            turns = server.lookups() == seen && seen > 0 ? turns + 1 : 0;
            seen = server.lookups();
            return turns >= MANY;
        }
    }

    /** Both lanes' headers, as a client's decoder reads them one after the other. */
    @Test
    void headersAreThoseOfTheWorkerPath() throws Exception {
        Handler same = request -> new Response(
                200,
                Headers.of("ETag", ServerFixture.ETAG, "Content-Type", "text/plain"),
                new Body.InMemory(Unpooled.wrappedBuffer(SMALL)));
        try (ServerFixture server = start(same);
                FrameClient client = FrameClient.open(server.server().address())) {
            DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();
            List<Map<String, String>> heads = new ArrayList<>();
            for (int stream = 1; stream < 13; stream += 2) {
                client.get(stream, stream % 4 == 1 ? "/small" : "/slow");
                ByteBuf block = Unpooled.wrappedBuffer(
                        client.expect(FrameClient.HEADERS).payload());
                Http2Headers head = decoder.decodeHeaders(stream, block);
                Map<String, String> fields = new TreeMap<>();
                head.forEach(field ->
                        fields.put(field.getKey().toString(), field.getValue().toString()));
                heads.add(fields);
                client.expect(FrameClient.DATA);
            }
            for (Map<String, String> head : heads) {
                assertEquals("200", head.get(":status"));
                assertEquals("700", head.get("content-length"));
                assertEquals("text/plain", head.get("content-type"));
                assertEquals(ServerFixture.ETAG, head.get("etag"));
                assertEquals(29, head.getOrDefault("date", "").length());
            }
        }
    }

    /** RFC 7541, section 4.2: the first header after a table was made smaller begins with saying so. */
    @Test
    void aClientWithASmallTableIsToldOfItFirst() throws Exception {
        try (ServerFixture server = start(ABSENT);
                FrameClient client = FrameClient.open(server.server().address())) {
            client.get(1, "/small").expect(FrameClient.DATA);
            client.set(FrameClient.HEADER_TABLE_SIZE, 0).get(3, "/small");
            assertEquals(0x20, client.expect(FrameClient.HEADERS).payload()[0]);
            client.expect(FrameClient.DATA);
            client.get(5, "/small");
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertArrayEquals(SMALL, client.expect(FrameClient.DATA).payload());
        }
    }

    /** A client reads the first header behind the acknowledgement with its new table (RFC 9113, section 4.3.1). */
    @Test
    void whatWasAnsweredBeforeSettingsGoesBeforeTheyAreAcknowledged() throws Exception {
        try (ServerFixture server = start(ABSENT);
                FrameClient client = FrameClient.open(server.server().address())) {
            client.framesUntilNow();
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(FrameClient.frame(
                    FrameClient.HEADERS,
                    FrameClient.END_HEADERS | FrameClient.END_STREAM,
                    1,
                    FrameClient.header("GET", "/small")));
            both.writeBytes(
                    FrameClient.frame(FrameClient.SETTINGS, 0, 0, HexFormat.of().parseHex("000100000000")));
            List<Integer> types = client.sendAtOnce(both.toByteArray()).framesUntilNow().stream()
                    .map(Frame::type)
                    .toList();
            assertEquals(List.of(FrameClient.HEADERS, FrameClient.SETTINGS), types.subList(0, 2));
        }
    }

    /** Nothing may follow a reset on its stream. */
    @Test
    void whatComesBehindItsRequestResetsAStreamAfterItsAnswerBegan() throws Exception {
        try (ServerFixture server = start(ABSENT);
                FrameClient client = FrameClient.open(server.server().address())) {
            client.set(FrameClient.INITIAL_WINDOW, 0);
            client.get(1, "/large").send(FrameClient.DATA, 0, 1, new byte[3]);
            List<Frame> frames = client.framesUntilNow();
            List<Integer> types = frames.stream()
                    .filter(frame -> frame.stream() == 1)
                    .map(Frame::type)
                    .toList();
            assertEquals(List.of(FrameClient.HEADERS, FrameClient.RST_STREAM), types);
            Eventually.that(
                    "it is counted as given up",
                    () -> server.answers().all().contains(new RecordedAnswers.Answer(ResponseSource.ERROR, 499, 0)));
        }
    }
}
