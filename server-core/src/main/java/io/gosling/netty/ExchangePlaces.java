package io.gosling.netty;

import io.netty.channel.ChannelFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The places that {@link HttpLimits#exchanges} gives a server's exchanges. An exchange takes one while it works; one that has
 * waited for its client for {@value #GRACE_MILLIS} ms gives its place to others until the client moves on, so that clients which
 * send or read slowly keep nobody out. What such exchanges hold is bounded by {@link HttpLimits#slowClientBytes}: beyond it
 * they keep their places. For any thread.
 */
final class ExchangePlaces {
    /** Long enough that an exchange whose client keeps up is not counted off and on again. */
    static final long GRACE_MILLIS = 50;

    /** What an exchange holds beside the bytes of its response: a thread that waits, a file, what the handler keeps. */
    private static final long OF_EACH = 4 << 10;

    private final Supplier<HttpLimits> limits;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong heldByWaiting = new AtomicLong();

    /** @param limits as they are now */
    ExchangePlaces(Supplier<HttpLimits> limits) {
        this.limits = limits;
    }

    /** Takes a place; false when all are taken. */
    boolean enter() {
        if (taken.incrementAndGet() <= limits.get().exchanges()) {
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    void leave() {
        taken.decrementAndGet();
    }

    /** Exchanges that are under way, with a place or without. */
    int underWay() {
        return waiting.get() + taken.get();
    }

    /**
     * Waits until a write is done, without the place if that takes long.
     *
     * @param held bytes of the response that stay in memory meanwhile
     */
    void await(ChannelFuture written, long held) throws InterruptedException {
        if (written.await(GRACE_MILLIS)) {
            return;
        }
        boolean free = pause(held + OF_EACH);
        try {
            written.await();
        } finally {
            if (free) {
                resume(held + OF_EACH);
            }
        }
    }

    /** A wait for more of a request's body, to be closed when that has come. */
    Reading reading() {
        return new Reading();
    }

    /** However long the client takes; without the place if it takes long. */
    final class Reading implements Pieces.Patience, AutoCloseable {
        private boolean begun;
        private boolean free;

        private Reading() {}

        @Override
        public long nanosLeft() {
            if (!begun) {
                begun = true;
                return TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
            }
            free = free || pause(OF_EACH);
            return Long.MAX_VALUE;
        }

        @Override
        public void close() {
            if (free) {
                resume(OF_EACH);
            }
        }
    }

    /** Gives a place back; false where what waits would hold too much with so many bytes. */
    boolean pause(long bytes) {
        if (heldByWaiting.addAndGet(bytes) > limits.get().slowClientBytes()) {
            heldByWaiting.addAndGet(-bytes);
            return false;
        }
        waiting.incrementAndGet();
        taken.decrementAndGet();
        return true;
    }

    /** Takes it again, beyond the limit if need be. Only after {@link #pause}, with as many bytes. */
    void resume(long bytes) {
        heldByWaiting.addAndGet(-bytes);
        taken.incrementAndGet();
        waiting.decrementAndGet();
    }
}
