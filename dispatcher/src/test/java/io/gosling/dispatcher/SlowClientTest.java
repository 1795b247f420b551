package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.HttpLimits;
import io.gosling.netty.Limit;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that are never silent for long and never done, on real sockets: a place in the cluster is not theirs for good. */
@Timeout(60)
class SlowClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofMillis(500);
    /** More than a socket carries in pieces of a byte, or with hardly any buffer. */
    private static final int A_GIGABYTE = 1 << 30;

    private static FrontEndSettings settings(Duration body, Duration write) {
        return FrontEndSettings.defaults()
                .withHttp(HttpLimits.defaults().withTimeouts(LONG, LONG, body, write))
                .withAdmission(new AdmissionSettings(1, 10, LONG).withDataRate(A_GIGABYTE));
    }

    @Test
    void aBodyThatComesByteByByteLosesItsPlace() throws IOException {
        AtomicLong arrived = new AtomicLong();
        ScriptedBackend reader = ScriptedBackend.start("n1", with -> {
            if (with.head().path().equals("/quick")) {
                with.answer("served");
            }
            byte[] some = new byte[100];
            for (int more = with.readSome(some); more >= 0; more = with.readSome(some)) {
                arrived.addAndGet(more);
            }
        });
        try (Stage stage = Stage.of(settings(GRACE, LONG), reader);
                RawClient slow = stage.client();
                RawClient waiting = stage.client()) {
            slow.send("PUT /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n");
            Stage.until("it has the only place", () -> stage.frontEnd.status().active() == 1);
            waiting.get("/quick");
            for (long sent = 1; stage.outcome(Outcome.REFUSED) == 0; sent++) {
                long expected = sent;
                sendAByte(slow);
                Stage.until(
                        "the byte has gone through, which takes less than it may be silent",
                        () -> arrived.get() >= expected || stage.outcome(Outcome.REFUSED) > 0);
            }
            assertEquals("served", waiting.answer().text());
            assertEquals(1, stage.frontEnd.limits().of(Limit.DATA_RATE));
        }
    }

    private static void sendAByte(RawClient client) {
        try {
            client.send("x");
        } catch (IOException refused) {
            // it was closed meanwhile
        }
    }

    @Test
    void anAnswerThatIsTakenLittleByLittleLosesItsPlace() throws IOException {
        ScriptedBackend endless = ScriptedBackend.start("n1", with -> {
            with.head();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 10000000000000\r\n\r\n");
            byte[] more = new byte[1 << 16];
            while (true) {
                with.send(more);
            }
        });
        try (Stage stage = Stage.of(settings(LONG, GRACE), endless);
                RawClient slow = RawClient.connect(stage.frontEnd.address(), 1 << 16)) {
            slow.get("/");
            assertEquals(200, slow.head().status());
            byte[] little = new byte[64];
            long taken = 0;
            try {
                while (stage.outcome(Outcome.CLIENT_GONE) == 0 && slow.read(little) >= 0) {
                    taken += little.length;
                }
            } catch (IOException reset) {
                // by whom, the counts say
            }
            Stage.until("it was given up", () -> stage.outcome(Outcome.CLIENT_GONE) == 1);
            assertEquals(1, stage.frontEnd.limits().of(Limit.DATA_RATE));
            assertTrue(taken > 0, "it has never stopped reading");
        }
    }
}
