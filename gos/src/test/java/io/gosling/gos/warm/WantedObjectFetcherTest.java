package io.gosling.gos.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.TransferResult;
import io.gosling.testing.ManualTicker;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Objects are fetched from a holder that is late, or does not have them. */
class WantedObjectFetcherTest {
    private final ManualTicker ticker = new ManualTicker();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<HeldObjectSummary> wanted = List.of(new HeldObjectSummary("/a", new AgedCount(1, 0), 10));

    private MoveResult run(ObjectTransfer transfers, long deadlineNanos) throws InterruptedException {
        ClusterMember one = ClusterMember.named("one", 1);
        return new WantedObjectFetcher(transfers, one, new CountDownLatch(1), deadlineNanos, ticker).run(wanted);
    }

    @Test
    void whatWasLateIsTriedAgain() throws Exception {
        MoveResult sum = run(
                (holder, object) -> asked.incrementAndGet() < 3 ? TransferResult.LATE : TransferResult.KEPT,
                ticker.nanos() + Long.MAX_VALUE / 2);
        assertEquals(new MoveResult(1, 0, 0, 0, 10), sum);
        assertEquals(3, asked.get());
    }

    @Test
    void whatIsNotThereIsAskedForOnce() throws Exception {
        MoveResult sum = run(
                (holder, object) -> {
                    asked.incrementAndGet();
                    return TransferResult.MISSED;
                },
                ticker.nanos() + Long.MAX_VALUE / 2);
        assertEquals(new MoveResult(0, 0, 0, 1, 0), sum);
        assertEquals(1, asked.get());
    }

    @Test
    void whenTimeIsUpWhatWasLateIsMissed() throws Exception {
        MoveResult sum = run((holder, object) -> TransferResult.LATE, ticker.nanos() + 1);
        assertEquals(new MoveResult(0, 0, 0, 1, 0), sum);
    }
}
