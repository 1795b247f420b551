package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a flood ends its own connection and no other. */
@Timeout(120)
class Http2FloodTest {
    /** Small, so that a flood is short. */
    private static final Http2Limits LIMITS = Http2Limits.defaults()
            .with(Http2Limits.STREAMS, 10)
            .with(Http2Limits.CONNECTION_WINDOW, 65_535)
            .with(Http2Limits.WINDOW, Duration.ofHours(1))
            .with(Http2Limits.RESETS, 20)
            .with(Http2Limits.CONTROL_FRAMES, 20);

    private static final int BODY = 200_000;

    private static final Handler EMPTY = request -> new Response(200, Headers.empty(), null);

    private static ServerFixture start(Handler handler) throws IOException {
        return ServerFixture.start(ListenEndpoint.plain(ServerFixture.anyPort()).withHttp2(LIMITS, true), handler);
    }

    private static void assertCalmed(Consumer<FrameClient> flood) throws IOException {
        try (ServerFixture server = start(EMPTY);
                FrameClient other = FrameClient.open(server.server().address());
                FrameClient flooding = FrameClient.open(server.server().address())) {
            assertEquals(200, other.get(1, "/").expect(FrameClient.HEADERS).status());
            flood.accept(flooding);
            assertTrue(flooding.endsWith(FrameClient.ENHANCE_YOUR_CALM));
            assertEquals(200, other.get(3, "/").expect(FrameClient.HEADERS).status(), "others live on");
            Eventually.that("one is left", () -> server.server().connections() == 1);
            assertEquals(1, server.server().limits().of(LimitKind.HTTP2_FLOOD));
        }
    }

    @Test
    void settings() throws IOException {
        assertCalmed(client -> client.flood(100, FrameClient.SETTINGS, 0, 0));
    }

    @Test
    void pings() throws IOException {
        assertCalmed(client -> client.flood(100, FrameClient.PING, 0, 0, new byte[8]));
    }

    @Test
    void priorities() throws IOException {
        assertCalmed(client -> client.flood(100, FrameClient.PRIORITY, 0, 3, new byte[] {0, 0, 0, 1, 16}));
    }

    @Test
    void windowUpdates() throws IOException {
        assertCalmed(client -> client.flood(100, FrameClient.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1}));
    }

    private static ServerFixture startWithBodies() throws IOException {
        return start(request -> Response.text("x".repeat(BODY))).hot("/hot", new byte[BODY]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hot", "/cold"})
    void aBodyThatIsNotReadGivesNoCredit(String path) throws IOException {
        try (ServerFixture server = startWithBodies();
                FrameClient client = FrameClient.open(server.server().address())) {
            client.set(FrameClient.INITIAL_WINDOW, 0).get(1, path).expect(FrameClient.HEADERS);
            // More than the limit, and fewer than it and the most credit.
            client.flood(30, FrameClient.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1});
            assertTrue(client.endsWith(FrameClient.ENHANCE_YOUR_CALM));
            assertEquals(1, server.server().limits().of(LimitKind.HTTP2_FLOOD));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hot", "/cold"})
    void aBodyThatIsReadByteByByteGivesNoCredit(String path) throws IOException {
        try (ServerFixture server = startWithBodies();
                FrameClient client = FrameClient.open(server.server().address())) {
            client.set(FrameClient.INITIAL_WINDOW, 0).get(1, path).expect(FrameClient.HEADERS);
            int read = 0;
            while (read < 100 && client.makeRoom(1, 1).await(FrameClient.DATA) != null) {
                read++;
            }
            assertTrue(read < 20, "it has ended");
            assertEquals(1, server.server().limits().of(LimitKind.HTTP2_FLOOD));
        }
    }

    /** Answers that the client provokes and does not read (CVE-2019-9517): they wait once the socket is full. */
    @Test
    void pingsWhoseAnswersAreNotRead() throws Exception {
        Http2Limits many = LIMITS.with(Http2Limits.CONTROL_FRAMES, 1_000_000);
        byte[] ping = FrameClient.frame(FrameClient.PING, 0, 0, new byte[8]);
        ByteBuffer pings = ByteBuffer.allocate(2000 * ping.length);
        while (pings.hasRemaining()) {
            pings.put(ping);
        }
        try (ServerFixture server = ServerFixture.start(
                        ListenEndpoint.plain(ServerFixture.anyPort()).withHttp2(many, true), EMPTY);
                FrameClient client = FrameClient.open(server.server().address(), 1024)) {
            Thread sending = Thread.ofVirtual().start(() -> {
                try {
                    // Fewer than may be sent.
                    for (int i = 0; i < 450; i++) {
                        client.sendAtOnce(pings.array());
                    }
                } catch (UncheckedIOException e) {
                    // It has ended, as it should.
                }
            });
            Eventually.that("it is a flood", () -> server.server().limits().of(LimitKind.HTTP2_FLOOD) == 1);
            assertTrue(client.endsWith(FrameClient.ENHANCE_YOUR_CALM));
            sending.join();
        }
    }

    @Test
    void emptyData() throws IOException {
        assertCalmed(client -> {
            client.request(1, false, "POST", "/");
            client.flood(100, FrameClient.DATA, 0, 1);
        });
    }

    @Test
    void smallContinuations() throws IOException {
        assertCalmed(client -> {
            client.send(FrameClient.HEADERS, FrameClient.END_STREAM, 1, FrameClient.header("GET", "/"));
            client.flood(100, FrameClient.CONTINUATION, 0, 1);
        });
    }

    @Test
    void resets() throws IOException {
        assertCalmed(client -> {
            try {
                for (int stream = 1; stream < 200; stream += 2) {
                    client.request(stream, false, "POST", "/");
                    client.send(FrameClient.RST_STREAM, 0, stream, (byte) 0, (byte) 0, (byte) 0, (byte) 8);
                }
            } catch (UncheckedIOException e) {
                // It has ended, as it should.
            }
        });
    }

    @Test
    void endlessHeaders() throws IOException {
        byte[] large = new byte[16_000];
        try (ServerFixture server = start(EMPTY);
                FrameClient client = FrameClient.open(server.server().address())) {
            client.send(FrameClient.HEADERS, FrameClient.END_STREAM, 1, FrameClient.header("GET", "/"));
            assertTrue(client.flood(1000, FrameClient.CONTINUATION, 0, 1, large)
                    || client.await(FrameClient.PING) == null);
        }
    }

    /** The requests of streams that were reset are still worked on, and count. */
    @Test
    void resetRequestsThatAreStillWorkedOnCount() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        Handler slow = request -> {
            begun.incrementAndGet();
            end.await();
            return new Response(200, Headers.empty(), null);
        };
        try (ServerFixture server = start(slow);
                FrameClient client = FrameClient.open(server.server().address())) {
            for (int stream = 1; stream < 20; stream += 2) {
                client.get(stream, "/");
                client.send(FrameClient.RST_STREAM, 0, stream, (byte) 0, (byte) 0, (byte) 0, (byte) 8);
            }
            Eventually.that("ten have begun", () -> begun.get() == 10);
            client.get(21, "/");
            assertEquals(7, client.expect(FrameClient.RST_STREAM).error(), "REFUSED_STREAM");
            end.countDown();
            Eventually.that("all have ended", () -> server.server().exchanges() == 0);
            assertEquals(200, client.get(23, "/").expect(FrameClient.HEADERS).status());
        }
    }

    /** An answered request makes room at once, although its thread has not come home yet. */
    @Test
    void aClientMayAlwaysHaveAsManyRequestsUnderWayAsItWasTold() throws Exception {
        try (ServerFixture server = start(EMPTY);
                FrameClient client = FrameClient.open(server.server().address())) {
            int next = 1;
            for (int i = 0; i < LIMITS.get(Http2Limits.STREAMS); i++, next += 2) {
                client.get(next, "/");
            }
            for (int answered = 0; answered < 1000; answered++) {
                assertEquals(FrameClient.HEADERS, client.answer().type(), "request " + answered);
                client.get(next, "/");
                next += 2;
            }
        }
    }

    @Test
    void streamsBeyondTheLimitAreRefused() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Handler slow = request -> {
            end.await();
            return new Response(200, Headers.empty(), null);
        };
        try (ServerFixture server = start(slow);
                FrameClient client = FrameClient.open(server.server().address())) {
            for (int stream = 1; stream <= 21; stream += 2) {
                client.get(stream, "/");
            }
            FrameClient.Frame refused = client.expect(FrameClient.RST_STREAM);
            assertEquals(21, refused.stream());
            assertEquals(7, refused.error(), "REFUSED_STREAM");
            end.countDown();
        }
    }
}
