package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.netty.channel.EventLoop;
import java.util.Collections;
import java.util.Comparator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The slow clients of one event loop, with the memory that they hold: those whose requests wait only for the client, to
 * send or to read more. If those of all loops hold more than the budget, the loop that holds most disconnects the
 * clients that it has waited for longest; a client that makes progress goes to the end of the order. Belongs to its
 * loop, except for the totals.
 */
public final class SlowClientMemoryLimiter {
    /** Other memory of one request. */
    static final int OF_EACH = 16 << 10;

    private final EventLoop loop;
    private final Loops all;
    private final AtomicLong held = new AtomicLong();
    /** Sentinel of the list, in order of waiting. */
    private final Turn ends = new Turn(() -> {});

    private SlowClientMemoryLimiter(EventLoop loop, Loops all) {
        this.loop = loop;
        this.all = all;
    }

    /** One client's place in the order, which is used each time that it is slow. */
    public final class Turn {
        private final Runnable disconnect;
        private long bytes;
        private Turn before = this;
        private Turn behind = this;

        private Turn(Runnable disconnect) {
            this.disconnect = disconnect;
        }

        /**
         * Notes what the client's request waits for now: the client, that is, if it is to read or to send. One that has
         * sent a piece goes to the end of the order.
         *
         * @param untaken bytes of the response that the client has not taken
         */
        public void waits(Wait reason, long untaken) {
            if (reason == Wait.CLIENT_READING) {
                waits(untaken);
            } else {
                goesOn();
                if (reason == Wait.REQUEST_BODY) {
                    waits(0);
                }
            }
        }

        /** Adds a waiting client with the bytes that it has not taken; a known one keeps its turn. */
        void waits(long untaken) {
            add(untaken + OF_EACH - bytes);
            bytes = untaken + OF_EACH;
            if (before == this) {
                before = ends.before;
                behind = ends;
                before.behind = this;
                ends.before = this;
            }
            if (all.isOverBudget()) {
                SlowClientMemoryLimiter largest = all.largest();
                largest.loop.execute(largest::shrink);
            }
        }

        /** It is waited for no more. Nothing happens to one that was not. */
        public void goesOn() {
            if (before != this) {
                before.behind = behind;
                behind.before = before;
                before = this;
                behind = this;
                add(-bytes);
                bytes = 0;
            }
        }
    }

    /** The slow clients of all event loops of a front-end. For any thread. */
    public static final class Loops {
        private final LongSupplier budget;
        private final AtomicLong total = new AtomicLong();
        private final ConcurrentHashMap<EventLoop, SlowClientMemoryLimiter> loops = new ConcurrentHashMap<>();

        /** @param budget bytes for all loops together, as it is now */
        public Loops(LongSupplier budget) {
            this.budget = budget;
        }

        /**
         * Makes the place of a client of this loop.
         *
         * @param disconnect run on the event loop when others need the memory that the client holds
         */
        public Turn turn(EventLoop loop, Runnable disconnect) {
            return loops.computeIfAbsent(loop, key -> new SlowClientMemoryLimiter(key, this)).new Turn(disconnect);
        }

        /** Bytes that are held for slow clients now. */
        public long bytes() {
            return total.get();
        }

        private boolean isOverBudget() {
            return total.get() > budget.getAsLong();
        }

        private SlowClientMemoryLimiter largest() {
            return Collections.max(loops.values(), Comparator.comparingLong(clients -> clients.held.get()));
        }
    }

    private void shrink() {
        while (all.isOverBudget() && ends.behind != ends) {
            Turn longest = ends.behind;
            longest.goesOn();
            longest.disconnect.run();
        }
    }

    private void add(long bytes) {
        held.addAndGet(bytes);
        all.total.addAndGet(bytes);
    }
}
