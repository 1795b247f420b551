package io.gosling.gos.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.membership.Node;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.TransferResult;
import io.gosling.testing.ManualTicker;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Objects are fetched from a holder that is late, or does not have them. */
class PullTest {
    private final ManualTicker ticker = new ManualTicker();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<Wanted> wanted =
            List.of(new Wanted(new HotKey("/a", new AgedCount(1, 0), 10), Node.named("one", 1)));

    private HandedOver run(Bringer bringer, long deadlineNanos) throws InterruptedException {
        return Pull.run(wanted, bringer, new Pace(Long.MAX_VALUE, 0), new CountDownLatch(1), deadlineNanos, ticker);
    }

    @Test
    void whatWasLateIsTriedAgain() throws Exception {
        HandedOver sum = run(
                (holder, object) -> asked.incrementAndGet() < 3 ? TransferResult.LATE : TransferResult.KEPT,
                ticker.nanos() + Long.MAX_VALUE / 2);
        assertEquals(new HandedOver(1, 0, 0, 0, 10), sum);
        assertEquals(3, asked.get());
    }

    @Test
    void whatIsNotThereIsAskedForOnce() throws Exception {
        HandedOver sum = run(
                (holder, object) -> {
                    asked.incrementAndGet();
                    return TransferResult.MISSED;
                },
                ticker.nanos() + Long.MAX_VALUE / 2);
        assertEquals(new HandedOver(0, 0, 0, 1, 0), sum);
        assertEquals(1, asked.get());
    }

    @Test
    void whenTimeIsUpWhatWasLateIsMissed() throws Exception {
        HandedOver sum = run((holder, object) -> TransferResult.LATE, ticker.nanos() + 1);
        assertEquals(new HandedOver(0, 0, 0, 1, 0), sum);
    }
}
