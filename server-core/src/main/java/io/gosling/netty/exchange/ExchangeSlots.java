package io.gosling.netty.exchange;

import io.gosling.document.Ticker;
import io.gosling.netty.limits.HttpLimits;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The slots for a server's exchanges, {@link HttpLimits#EXCHANGES} in number. An exchange holds one while it works. An
 * exchange whose thread has waited for its client for {@value #GRACE_MILLIS} ms gives its slot to others until the
 * client moves on, so that clients which send or read slowly keep nobody out. The memory that such exchanges hold is
 * bounded by {@link HttpLimits#SLOW_CLIENT_MEMORY}: beyond it they keep their slots. Safe for use by any thread.
 */
public final class ExchangeSlots {
    /** Long enough that an exchange whose client keeps up is not counted off and on again. */
    static final long GRACE_MILLIS = 50;

    /** Bytes that a client must send in that time; otherwise a byte now and then would hold a slot for ever. */
    static final int GRACE_BYTES = 64 << 10;

    /** Memory of an exchange beside the bytes of its response: a waiting thread, a file, the handler's state. */
    private static final long OF_EACH = 4 << 10;

    /** Time for which an upload waits for a slot when its client has moved on. */
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Bound in the threads that run an exchange: others that read or write for it have no slot to give. */
    private static final ScopedValue<Boolean> HAS_SLOT = ScopedValue.newInstance();

    private final Ticker ticker;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger returning = new AtomicInteger();
    private final AtomicLong heldByWaiting = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition slotFreed = lock.newCondition();

    private volatile int most;
    private volatile long mostHeld;

    public ExchangeSlots(HttpLimits limits, Ticker ticker) {
        this.ticker = ticker;
        limit(limits);
    }

    public void limit(HttpLimits limits) {
        most = limits.get(HttpLimits.EXCHANGES);
        mostHeld = limits.get(HttpLimits.SLOW_CLIENT_MEMORY);
    }

    /** Takes a slot; returns false when all are taken, or uploads wait for the free ones. */
    public boolean enter() {
        if (taken.incrementAndGet() + returning.get() <= most) {
            return true;
        }
        leave();
        return false;
    }

    public void leave() {
        taken.decrementAndGet();
        if (returning.get() > 0) {
            lock.lock();
            try {
                slotFreed.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public int underWay() {
        return waiting.get() + taken.get();
    }

    /** Runs an exchange that has a slot, in this thread. */
    public static void run(Runnable exchange) {
        ScopedValue.where(HAS_SLOT, true).run(exchange);
    }

    /**
     * Waits until a write is done, without the slot if that takes long; then the exchange goes on beyond the limit if
     * need be, because its work is done.
     *
     * @param held bytes of the response that stay in memory meanwhile
     * @param client for messages
     * @throws IOException when the write has failed, or the thread was interrupted
     */
    public void await(ChannelFuture written, long held, SocketAddress client) throws IOException {
        try {
            await(written, held);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while writing to " + client);
        }
        if (!written.isSuccess()) {
            throw new IOException("writing to " + client + " failed: " + written.cause(), written.cause());
        }
    }

    void await(ChannelFuture written, long held) throws InterruptedException {
        if (written.await(GRACE_MILLIS)) {
            return;
        }
        boolean gaveSlot = pause(held + OF_EACH);
        try {
            written.await();
        } finally {
            if (gaveSlot) {
                resume(held + OF_EACH);
            }
        }
    }

    /** Returns the timeouts of one exchange that waits for more of its request's body. */
    public Reading reading() {
        return new Reading(true);
    }

    /** Returns the timeouts of an exchange that waits for its client in another protocol; goes on beyond the limit. */
    Reading talking() {
        return new Reading(false);
    }

    /** A wait without a time limit, which gives the slot back when the client is slow. For one thread. */
    public final class Reading implements BodyQueue.Timeout {
        private long graceNanos = TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
        private long since;
        private long bytes;
        private boolean inGrace;
        private boolean gaveSlot;

        private final boolean inTurn;

        private Reading(boolean inTurn) {
            this.inTurn = inTurn;
        }

        @Override
        public long nanosLeft() {
            if (!inGrace && graceNanos > 0) {
                inGrace = true;
                since = ticker.nanos();
                return graceNanos;
            }
            graceNanos = 0;
            gaveSlot = gaveSlot || pause(OF_EACH);
            return gaveSlot ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(1);
        }

        /**
         * Records that so many bytes have arrived, perhaps after a wait.
         *
         * @throws RequestBody.Failure with 503 when the exchange has given its slot and gets none in time
         */
        void came(int more) throws RequestBody.Failure {
            if (inGrace) {
                inGrace = false;
                graceNanos -= ticker.nanos() - since;
            }
            bytes += more;
            if (bytes >= GRACE_BYTES) {
                bytes = 0;
                graceNanos = TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
            }
            if (gaveSlot) {
                gaveSlot = false;
                if (inTurn && !resumeInTurn(OF_EACH)) {
                    throw new RequestBody.Failure(503, "no place for this request became free in time");
                } else if (!inTurn) {
                    resume(OF_EACH);
                }
            }
        }

        void failed() {
            inGrace = false;
            if (gaveSlot) {
                gaveSlot = false;
                resume(OF_EACH);
            }
        }
    }

    /** Gives this thread's slot back; false where it has none, or waiting exchanges would hold too much memory. */
    boolean pause(long bytes) {
        if (!HAS_SLOT.isBound()) {
            return false;
        }
        if (heldByWaiting.addAndGet(bytes) > mostHeld) {
            heldByWaiting.addAndGet(-bytes);
            return false;
        }
        waiting.incrementAndGet();
        leave();
        return true;
    }

    /** Takes the slot again, beyond the limit if need be. Only after {@link #pause}, with as many bytes. */
    void resume(long bytes) {
        taken.incrementAndGet();
        waiting.decrementAndGet();
        heldByWaiting.addAndGet(-bytes);
    }

    /** Takes the slot again, within the limit; returns false when it has waited too long, and has it all the same. */
    private boolean resumeInTurn(long bytes) {
        boolean inTime = waitForSlot();
        if (!inTime) {
            taken.incrementAndGet();
        }
        waiting.decrementAndGet();
        heldByWaiting.addAndGet(-bytes);
        return inTime;
    }

    private boolean waitForSlot() {
        returning.incrementAndGet();
        lock.lock();
        try {
            long left = TIMEOUT_NANOS;
            while (taken.incrementAndGet() > most) {
                taken.decrementAndGet();
                if (left <= 0) {
                    return false;
                }
                left = slotFreed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
            returning.decrementAndGet();
        }
    }
}
