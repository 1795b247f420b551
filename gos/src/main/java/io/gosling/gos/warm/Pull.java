package io.gosling.gos.warm;

import io.gosling.document.Ticker;
import io.gosling.gos.Brought;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Fetches objects into this node's memory, a few at a time, in their order, for as long as there is time. Blocks. */
final class Pull {
    /** Fetches under way: enough to hide the way there and back, too few to disturb who answers. */
    private static final int HANDS = 4;

    private final Bringer bringer;
    private final Pace pace;
    private final CountDownLatch closed;
    private final long deadlineNanos;
    private final Ticker ticker;
    private final AtomicReference<HandedOver> sum = new AtomicReference<>(HandedOver.NOTHING);

    /** @param closed no more is begun once it is open */
    private Pull(Bringer bringer, Pace pace, CountDownLatch closed, long deadlineNanos, Ticker ticker) {
        this.bringer = bringer;
        this.pace = pace;
        this.closed = closed;
        this.deadlineNanos = deadlineNanos;
        this.ticker = ticker;
    }

    /** What came of it; what was not begun has not come. */
    static HandedOver run(
            List<Wanted> wanted, Bringer bringer, Pace pace, CountDownLatch closed, long deadlineNanos, Ticker ticker)
            throws InterruptedException {
        Pull pull = new Pull(bringer, pace, closed, deadlineNanos, ticker);
        Queue<Wanted> rest = new ConcurrentLinkedQueue<>(wanted);
        List<Thread> hands = Stream.generate(
                        () -> Thread.ofVirtual().name("gosling-pull").start(() -> pull.empty(rest)))
                .limit(Math.min(HANDS, wanted.size()))
                .toList();
        for (Thread hand : hands) {
            hand.join();
        }
        return pull.sum.get().plus(new HandedOver(0, 0, 0, rest.size(), 0));
    }

    private void empty(Queue<Wanted> rest) {
        for (Wanted next = rest.poll(); next != null; next = rest.poll()) {
            HandedOver one = mayBegin(next.object().bytes()) ? bring(next) : outcome(Brought.MISSED, 0);
            sum.accumulateAndGet(one, HandedOver::plus);
        }
    }

    private boolean mayBegin(long bytes) {
        long now = ticker.nanos();
        long wait = pace.take(bytes, now);
        try {
            return now + wait - deadlineNanos < 0 && !closed.await(wait, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private HandedOver bring(Wanted wanted) {
        return outcome(
                bringer.bring(wanted.holder(), wanted.object()), wanted.object().bytes());
    }

    private static HandedOver outcome(Brought brought, long bytes) {
        return switch (brought) {
            case KEPT -> new HandedOver(1, 0, 0, 0, bytes);
            case HELD -> new HandedOver(0, 1, 0, 0, 0);
            case REFUSED -> new HandedOver(0, 0, 1, 0, 0);
            case MISSED -> new HandedOver(0, 0, 0, 1, 0);
        };
    }
}
