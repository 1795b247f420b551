package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.FrameClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slow clients on real sockets: they keep nobody out, and those that are too slow are disconnected. */
@Timeout(60)
class SlowClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final ListenEndpoint FRAMES = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);
    /** More than a socket carries in pieces of a byte, or with hardly any buffer. */
    private static final int A_GIGABYTE = 1 << 30;

    private static final long MIB = 1 << 20;

    /** One place for all requests. */
    private static FrontEndSettings settings(FrontEndSettings limits, int dataRate) {
        return limits.with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 10)
                .with(AdmissionSettings.QUEUE_TIME, LONG)
                .with(AdmissionSettings.DATA_RATE, dataRate);
    }

    private static FrontEndSettings limits(Duration body, Duration write) {
        return FrontEndSettings.defaults()
                .with(HttpLimits.HEADER_TIME, LONG)
                .with(HttpLimits.IDLE_TIME, LONG)
                .with(HttpLimits.BODY_TIME, body)
                .with(HttpLimits.WRITE_TIME, write);
    }

    /** Answers {@code /quick} at once, and everything else without an end. */
    private static ScriptedBackend endless() throws IOException {
        return ScriptedBackend.start("n1", with -> {
            while (with.head().path().equals("/quick")) {
                with.answer("served");
            }
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000000000\r\n\r\n");
            byte[] more = new byte[1 << 16];
            while (true) {
                with.send(more);
            }
        });
    }

    private static int paused(Stage stage) {
        return stage.frontEnd.status().paused();
    }

    private static RawClient slowReader(Stage stage) throws IOException {
        RawClient slow = RawClient.connect(stage.frontEnd.address(), 1 << 12);
        slow.get("/");
        return slow;
    }

    @Test
    void anAnswerThatIsNotReadKeepsNobodyOut() throws IOException {
        try (Stage stage = Stage.of(settings(limits(LONG, LONG), 0), endless())) {
            List<RawClient> slow = new ArrayList<>();
            for (int readers = 1; readers <= 40; readers++) {
                int all = readers;
                slow.add(slowReader(stage));
                Stage.until("only its client is waited for", () -> paused(stage) == all);
                assertEquals("served", stage.get("/quick").text());
            }
            assertEquals(0, stage.status("n1").load(), "nor is it load");
            for (RawClient one : slow) {
                one.close();
            }
            Stage.until("they are over", () -> paused(stage) == 0);
        }
    }

    @Test
    void norDoesOneOnAStream() throws IOException {
        try (Stage stage = Stage.of(settings(limits(LONG, LONG), 0), FRAMES, endless());
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            for (int stream = 1; stream < 80; stream += 2) {
                int all = (stream + 1) / 2;
                client.get(stream, "/");
                Stage.until("only its client is waited for", () -> paused(stage) == all);
            }
            assertEquals("served", stage.get("/quick").text());
        }
    }

    @Test
    void theirConnectionsToTheBackEndLeaveRoomForOthers() throws IOException {
        FrontEndSettings one = settings(limits(LONG, LONG), 0)
                .with(ForwardingSettings.CONNECTIONS, 1)
                .with(ForwardingSettings.WAITING, 10)
                .with(ForwardingSettings.CONNECT_TIME, LONG);
        try (Stage stage = Stage.of(one, endless());
                RawClient first = slowReader(stage)) {
            Stage.until("it has the only connection", () -> paused(stage) == 1);
            try (RawClient second = slowReader(stage)) {
                Stage.until("and the next one another", () -> paused(stage) == 2);
                assertEquals("served", stage.get("/quick").text());
                assertEquals(200, second.head().status());
            }
            assertEquals(200, first.head().status());
        }
    }

    @Test
    void beyondTheirMemoryThoseThatWereWaitedForLongestAreDisconnected() throws IOException {
        FrontEndSettings limits = limits(LONG, LONG).with(HttpLimits.SLOW_CLIENT_MEMORY, MIB);
        try (Stage stage = Stage.of(settings(limits, 0), endless())) {
            List<RawClient> slow = new ArrayList<>();
            while (stage.outcome(RequestOutcome.CLIENT_GONE) == 0) {
                int before = paused(stage);
                slow.add(slowReader(stage));
                Stage.until(
                        "it is waited for, or another is not any more",
                        () -> paused(stage) > before || stage.outcome(RequestOutcome.CLIENT_GONE) > 0);
            }
            assertTrue(slow.size() > 8, () -> "a MiB is enough for a few, and was for " + slow.size());
            assertTrue(stage.frontEnd.limits().of(LimitKind.SLOW_CLIENT_MEMORY) > 0);
            assertTrue(stage.frontEnd.slowClientBytes() <= MIB);
            assertEquals(200, slow.getLast().head().status(), "the last one stays");
            assertEquals("served", stage.get("/quick").text());
            for (RawClient one : slow) {
                one.close();
            }
            Stage.until("they hold nothing any more", () -> stage.frontEnd.slowClientBytes() == 0);
        }
    }

    @Test
    void aBodyThatDoesNotBeginTakesNoPlace() throws IOException {
        try (Stage stage = Stage.of(settings(limits(GRACE, LONG), 0), ScriptedBackend.polite("n1"));
                RawClient slow = stage.client()) {
            slow.send("PUT /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
            assertEquals("n1 /quick", stage.get("/quick").text());
            assertEquals(408, slow.answer().status());
            assertEquals(1, stage.status("n1").requests(), "no back-end has heard of it");
        }
    }

    @Test
    void aBodyThatComesByteByByteKeepsNobodyOutAndIsGivenUp() throws IOException {
        AtomicLong arrived = new AtomicLong();
        ScriptedBackend reader = ScriptedBackend.start("n1", with -> {
            while (with.head().path().equals("/quick")) {
                with.answer("served");
            }
            byte[] some = new byte[100];
            for (int more = with.readSome(some); more >= 0; more = with.readSome(some)) {
                arrived.addAndGet(more);
            }
        });
        try (Stage stage = Stage.of(settings(limits(GRACE, LONG), A_GIGABYTE), reader);
                RawClient slow = stage.client()) {
            slow.send("PUT /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nx");
            Stage.until("only its client is waited for", () -> paused(stage) == 1 && arrived.get() == 1);
            assertEquals("served", stage.get("/quick").text());
            for (long sent = 2; stage.outcome(RequestOutcome.REFUSED) == 0; sent++) {
                long expected = sent;
                sendAByte(slow);
                Stage.until(
                        "the byte has gone through, which takes less than it may be silent",
                        () -> arrived.get() >= expected || stage.outcome(RequestOutcome.REFUSED) > 0);
            }
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.DATA_RATE));
        }
    }

    private static void sendAByte(RawClient client) {
        try {
            client.send("x");
        } catch (IOException refused) {
            // it was closed meanwhile
        }
    }

    /** A body of many pieces, each of which has to wait for the only place. */
    @Test
    void anUploadGoesOnWhenItHasItsPlaceAgain() throws IOException {
        ScriptedBackend echo = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.answer(200, with.request().body());
            }
        });
        try (Stage stage = Stage.of(settings(limits(LONG, LONG), 0), echo);
                RawClient upload = stage.client();
                RawClient other = stage.client()) {
            upload.send("PUT /up HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            StringBuilder sent = new StringBuilder();
            for (int piece = 0; piece < 50; piece++) {
                upload.send("3\r\na" + piece % 10 + "b\r\n");
                sent.append('a').append(piece % 10).append('b');
                assertEquals("", other.get("/" + piece).answer().text());
                Stage.until("its client is waited for", () -> paused(stage) == 1);
            }
            upload.send("0\r\n\r\n");
            assertEquals(sent.toString(), upload.answer().text());
        }
    }

    /** The piece that waits for a place is what the back-end waits for. */
    @Test
    void aPieceThatWaitsForAPlaceIsPassedOnWhenTheAnswerBegins() throws IOException {
        CountDownLatch answers = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            ScriptedBackend.Request head = with.head();
            if (head.path().equals("/busy")) {
                busy.await();
                with.answer("busy");
                return;
            }
            byte[] some = new byte[8];
            int first = with.readSome(some);
            answers.await();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
            int second = with.readSome(some);
            with.send(first + "" + second);
        });
        try (Stage stage = Stage.of(settings(limits(LONG, LONG), 0), backend);
                RawClient upload = stage.client();
                RawClient other = stage.client()) {
            upload.send("PUT /up HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab");
            Stage.until("its client is waited for", () -> paused(stage) == 1);
            other.get("/busy");
            Stage.until("the place is another's", () -> stage.frontEnd.status().active() == 1);
            upload.send("cde");
            Stage.until("it waits for a place", () -> stage.frontEnd.status().resuming() == 1);
            answers.countDown();
            assertEquals("23", upload.answer().text());
            busy.countDown();
            assertEquals("busy", other.answer().text());
        }
    }

    @Test
    void anAnswerThatIsTakenLittleByLittleIsGivenUp() throws IOException {
        try (Stage stage = Stage.of(settings(limits(LONG, GRACE), A_GIGABYTE), endless());
                RawClient slow = RawClient.connect(stage.frontEnd.address(), 1 << 16)) {
            slow.get("/");
            assertEquals(200, slow.head().status());
            byte[] little = new byte[64];
            long taken = 0;
            try {
                while (stage.outcome(RequestOutcome.CLIENT_GONE) == 0 && slow.read(little) >= 0) {
                    taken += little.length;
                }
            } catch (IOException reset) {
                // by whom, the counts say
            }
            Stage.until("it was given up", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.DATA_RATE));
            assertTrue(taken > 0, "it has never stopped reading");
        }
    }
}
