package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.http.EventLoopHandler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.RecordedAnswers.Answer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handler that has what is below {@code /now} at hand, and says of each answer which lane has given it. */
@Timeout(60)
class ImmediateResponsesTest {
    private static final byte[] BODY = new byte[3 << 20];

    static {
        new Random(1).nextBytes(BODY);
    }

    private final ByteBuf stored = Unpooled.directBuffer(BODY.length).writeBytes(BODY);
    private final AtomicInteger inHand = new AtomicInteger();
    private final CountDownLatch slowMayEnd = new CountDownLatch(1);
    private final EventLoopHandler handler = new EventLoopHandler() {
        @Override
        public @Nullable Response atOnce(Request request) {
            return switch (request.rawPath()) {
                case "/now" -> answer(request, "loop");
                case "/now/large" -> answer(request, new Body.InMemory(stored.retainedDuplicate()), "loop");
                case "/now/none" -> Response.of(204).with("Lane", "loop");
                case "/now/stream" ->
                    answer(request, new Body.Streamed(new ByteArrayInputStream(new byte[1]), 1), "loop");
                case "/now/late-fault" -> answer(request, new Body.InMemory(new FailsWhenReleasedTwice()), "loop");
                case "/now/fault" -> throw new IllegalStateException("a handler's fault");
                default -> null;
            };
        }

        @Override
        public Response handle(Request request) throws Exception {
            if (request.rawPath().equals("/slow")) {
                assertTrue(slowMayEnd.await(30, TimeUnit.SECONDS));
            }
            return answer(request, "thread");
        }
    };

    private Response answer(Request request, String lane) {
        byte[] text = request.rawPath().getBytes(StandardCharsets.US_ASCII);
        return answer(request, new Body.InMemory(Unpooled.wrappedBuffer(text)), lane);
    }

    private Response answer(Request request, Body body, String lane) {
        inHand.incrementAndGet();
        request.whenDone(inHand::decrementAndGet);
        boolean virtual = Thread.currentThread().isVirtual();
        assertEquals(lane.equals("thread"), virtual);
        return new Response(200, Headers.of("Lane", lane), body, new Provenance(ResponseSource.LOCAL_MEMORY, "n1"));
    }

    @AfterEach
    void free() {
        assertEquals(1, stored.refCnt(), "references to the body");
        stored.release();
    }

    private static void assertLane(String lane, RawResponse response) {
        assertEquals(200, response.status());
        assertEquals(lane, response.headers().first("Lane"));
    }

    private void assertNothingInHand() {
        Eventually.that("everything was done that follows an answer", () -> inHand.get() == 0);
    }

    @Test
    void whatIsAtHandIsGivenByTheLoopAndTheRestByAThread() throws IOException {
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            RawResponse now = client.get("/now");
            assertLane("loop", now);
            assertEquals("/now", new String(now.body(), StandardCharsets.US_ASCII));
            assertLane("thread", client.get("/later"));
            RawResponse head = client.request("HEAD", "/now").readHead();
            assertLane("loop", head);
            assertEquals("4", head.headers().first("Content-Length"));
            assertEquals(204, client.get("/now/none").status());
            assertLane("loop", client.get("/now?query"));
            Eventually.that("all were counted", () -> server.answers().all().size() == 5);
            assertEquals(
                    List.of(
                            new Answer(ResponseSource.LOCAL_MEMORY, 200, 4),
                            new Answer(ResponseSource.LOCAL_MEMORY, 200, 6),
                            new Answer(ResponseSource.LOCAL_MEMORY, 200, 0),
                            new Answer(ResponseSource.GENERATED, 204, 0),
                            new Answer(ResponseSource.LOCAL_MEMORY, 200, 4)),
                    server.answers().all());
            assertNothingInHand();
        }
    }

    @Test
    void answersKeepTheOrderOfTheirRequests() throws IOException {
        try (ServerFixture server = ServerFixture.start(handler).hot("/hot", new byte[5]);
                RawConnection client = server.connect()) {
            String end = " HTTP/1.1\r\nHost: test\r\nX: decoded\r\n\r\n";
            client.send("GET /hot" + end + "GET /now" + end + "GET /slow" + end + "GET /now" + end + "GET /hot" + end);
            assertEquals(5, client.read().body().length);
            assertLane("loop", client.read());
            slowMayEnd.countDown();
            assertLane("thread", client.read());
            assertLane("loop", client.read());
            assertEquals(5, client.read().body().length);
        }
        assertNothingInHand();
    }

    @Test
    void whatHasABodyOfItsOwnIsForAThread() throws IOException {
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            assertLane(
                    "thread",
                    client.request("POST", "/now", "Content-Length", "3")
                            .send("abc")
                            .read());
            assertLane(
                    "loop",
                    client.request("POST", "/now", "Content-Length", "0").read());
            // Nobody reads it, so that the connection ends behind it.
            assertLane(
                    "thread",
                    client.request("POST", "/now", "Transfer-Encoding", "chunked")
                            .send("0\r\n\r\n")
                            .read());
        }
    }

    @Test
    void aConnectionThatIsToEndEndsBehindItsAnswer() throws IOException {
        try (ServerFixture server = ServerFixture.start(handler)) {
            try (RawConnection client = server.connect()) {
                RawResponse last = client.get("/now", "Connection", "close");
                assertLane("loop", last);
                assertEquals("close", last.headers().first("Connection"));
                assertTrue(client.ends());
            }
            try (RawConnection client = server.connect()) {
                client.send("GET /now HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
                assertEquals("keep-alive", client.read().headers().first("Connection"));
                client.send("GET /now HTTP/1.0\r\n\r\n");
                assertLane("loop", client.read());
                assertTrue(client.ends());
            }
        }
        assertNothingInHand();
    }

    @Test
    void aHandlersFaultIsAThreadsBusiness() throws IOException {
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            assertLane("thread", client.get("/now/fault"));
            assertLane("thread", client.get("/now/stream"));
            assertLane("loop", client.get("/now"));
        }
        assertNothingInHand();
    }

    /** As bytes are that somebody has given back once too often: they can be sent, and then cannot be given back. */
    private static final class FailsWhenReleasedTwice extends UnpooledHeapByteBuf {
        private int releases;

        FailsWhenReleasedTwice() {
            super(UnpooledByteBufAllocator.DEFAULT, 5, 5);
            writeBytes("bytes".getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public boolean release() {
            if (++releases > 1) {
                throw new IllegalReferenceCountException("given back once too often");
            }
            return super.release();
        }
    }

    @Test
    void aFaultBehindAnAnswerThatHasBegunEndsTheConnection() throws IOException {
        try (ServerFixture server = ServerFixture.start(handler)) {
            try (RawConnection client = server.connect()) {
                RawResponse only = client.get("/now/late-fault");
                assertLane("loop", only);
                assertEquals("bytes", new String(only.body(), StandardCharsets.US_ASCII));
                assertTrue(client.ends(), "no second head");
            }
            try (RawConnection client = server.connect()) {
                assertLane("loop", client.get("/now"));
            }
        }
        assertNothingInHand();
    }

    @Test
    void noPlaceIsNeededForWhatIsAtHand() throws IOException {
        try (ServerFixture server = ServerFixture.start(HttpLimits.defaults().with(HttpLimits.EXCHANGES, 1), handler);
                RawConnection slow = server.connect();
                RawConnection client = server.connect()) {
            slow.request("GET", "/slow");
            Eventually.that(
                    "the only place is taken", () -> client.get("/later").status() == 503);
            assertLane("loop", client.get("/now"));
            slowMayEnd.countDown();
            assertLane("thread", slow.read());
        }
    }

    @Test
    void whoDoesNotReadIsAskedForNoMoreAndItsAnswerIsInHand() throws IOException {
        int requests = 40;
        try (ServerFixture server = ServerFixture.start(handler)) {
            try (RawConnection client = RawConnection.open(server.server().address(), 4 << 10)) {
                askForLarge(client, requests);
                for (int i = 0; i < requests; i++) {
                    assertTrue(
                            inHand.get() <= requests / 4,
                            () -> inHand + " answers wait for a client that does not read");
                    assertArrayEquals(BODY, client.read().body());
                }
                assertNothingInHand();
            }
            try (RawConnection client = RawConnection.open(server.server().address(), 4 << 10)) {
                askForLarge(client, requests);
            }
            assertNothingInHand();
            Eventually.that(
                    "an answer was given up",
                    () -> server.answers().all().getLast().equals(new Answer(ResponseSource.ERROR, 499, 0)));
        }
    }

    /** Together they are more than any socket holds. */
    private void askForLarge(RawConnection client, int requests) {
        for (int i = 0; i < requests; i++) {
            client.request("GET", "/now/large");
        }
        Eventually.that("an answer is on its way", () -> inHand.get() > 0);
    }
}
