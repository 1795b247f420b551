package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waiting that ends in time, and waiting of a process that was stopped meanwhile. */
class FutureWaitTest {
    private static final long TIMEOUT = Duration.ofMillis(20).toNanos();

    private final CompletableFuture<String> answer = new CompletableFuture<>();

    /** Asked a second time when the wait has ended: so much later, and with what happens before anything else does. */
    private static Ticker waking(Duration after, Runnable first) {
        return new Ticker() {
            private int asked;

            @Override
            public long nanos() {
                if (asked++ == 0) {
                    return 0;
                }
                first.run();
                return after.toNanos();
            }
        };
    }

    private String waitFor(Ticker ticker) throws IOException {
        return new FutureWait(ticker).of(answer, TIMEOUT, TIMEOUT, "the answer");
    }

    @Test
    void whatCameWhileTheProcessWasStoppedIsThere() throws IOException {
        assertEquals("hello", waitFor(waking(Duration.ofSeconds(20), () -> answer.complete("hello"))));
    }

    @Test
    void whatDidNotComeEvenThenIsLate() {
        var e = assertThrows(SocketTimeoutException.class, () -> waitFor(waking(Duration.ofSeconds(20), () -> {})));
        assertEquals("the answer did not come within 20 ms", e.getMessage());
        assertTrue(answer.isCancelled());
    }

    @Test
    void whatDidNotComeInTimeIsLate() {
        assertThrows(SocketTimeoutException.class, () -> waitFor(waking(Duration.ofMillis(21), () -> {})));
        assertTrue(answer.isCancelled());
    }

    @Test
    void whatComesAtTheLastMomentCounts() throws IOException {
        assertEquals("hello", waitFor(waking(Duration.ofMillis(21), () -> answer.complete("hello"))));
    }

    @Test
    void whatFailedMeanwhileIsSaidAsItIs() {
        Ticker ticker = waking(Duration.ofSeconds(20), () -> answer.completeExceptionally(new ConnectException("no")));
        assertEquals(
                "no",
                assertThrows(ConnectException.class, () -> waitFor(ticker)).getMessage());
    }
}
