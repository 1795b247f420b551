package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.document.Ticker;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A body whose reader was stopped for longer than it may wait for a piece. */
class ClientResponseBodyTest {
    private static final long PROGRESS = Duration.ofMillis(10).toNanos();

    private final ExecutorService eventLoop = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        eventLoop.close();
    }

    /** Time stands still until somebody has waited; then it is so much later, and something else runs. */
    private static Ticker waking(Duration after, Runnable then) {
        return new Ticker() {
            private int asked;

            @Override
            public long nanos() {
                // At the beginning of the wait, and for how long it may be.
                if (asked++ < 2) {
                    return 0;
                }
                then.run();
                return after.toNanos();
            }
        };
    }

    private static ClientResponseBody body(Ticker ticker) {
        return new ClientResponseBody(ticker, PROGRESS, Duration.ofHours(1).toNanos(), () -> {}, () -> {});
    }

    @Test
    void thePieceThatCameMeanwhileIsRead() throws IOException {
        ClientResponseBody[] body = new ClientResponseBody[1];
        body[0] = body(waking(
                Duration.ofSeconds(20),
                () -> eventLoop.execute(() -> body[0].offer(Unpooled.copiedBuffer("ok", StandardCharsets.US_ASCII)))));
        assertEquals('o', body[0].read());
        body[0].close();
    }

    @Test
    void whatCanBeReadWithoutWaitingIsAvailable() throws IOException {
        try (ClientResponseBody body = body(Ticker.system())) {
            assertEquals(0, body.available());
            body.offer(Unpooled.copiedBuffer("ok", StandardCharsets.US_ASCII));
            assertEquals(2, body.available());
            assertEquals('o', body.read());
            assertEquals(1, body.available());
        }
    }

    @Test
    void whatDidNotComeEvenThenIsLate() {
        ClientResponseBody body = body(waking(Duration.ofSeconds(20), () -> {}));
        assertEquals(
                "no bytes of the body came for 10 ms",
                assertThrows(SocketTimeoutException.class, body::read).getMessage());
        body.close();
    }

    @Test
    void whatPausedForTooLongIsLate() {
        ClientResponseBody body = body(waking(Duration.ofMillis(11), () -> {}));
        assertThrows(SocketTimeoutException.class, body::read);
        body.close();
    }
}
