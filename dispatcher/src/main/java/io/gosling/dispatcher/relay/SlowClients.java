package io.gosling.dispatcher.relay;

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
public final class SlowClients {
    private final EventLoop loop;
    private final Loops all;
    /** Other memory of one request. */
    static final int OF_EACH = 16 << 10;

    private final AtomicLong held = new AtomicLong();

    /** Sentinel of the list, in order of waiting. */
    private final Turn ends = new Turn(() -> {});

    private SlowClients(EventLoop loop, Loops all) {
        this.loop = loop;
        this.all = all;
        ends.before = ends;
        ends.behind = ends;
    }

    /** One client's place in the order, which is used each time that it is slow. */
    public static final class Turn {
        private final Runnable disconnect;
        private long bytes;
        private Turn before = this;
        private Turn behind = this;

        /** @param disconnect run on the event loop when others need the memory that the client holds */
        public Turn(Runnable disconnect) {
            this.disconnect = disconnect;
        }

        private boolean isOn() {
            return before != this;
        }

        private void goBefore(Turn next) {
            before = next.before;
            behind = next;
            before.behind = this;
            next.before = this;
        }

        private void leave() {
            before.behind = behind;
            behind.before = before;
            before = this;
            behind = this;
        }
    }

    /** The slow clients of all event loops of a front-end. For any thread. */
    public static final class Loops {
        private final LongSupplier budget;
        private final AtomicLong total = new AtomicLong();
        private final ConcurrentHashMap<EventLoop, SlowClients> loops = new ConcurrentHashMap<>();

        /** @param budget bytes for all loops together, as it is now */
        public Loops(LongSupplier budget) {
            this.budget = budget;
        }

        public SlowClients of(EventLoop loop) {
            return loops.computeIfAbsent(loop, key -> new SlowClients(key, this));
        }

        /** Bytes that are held for slow clients now. */
        public long bytes() {
            return total.get();
        }

        private boolean isOverBudget() {
            return total.get() > budget.getAsLong();
        }

        private SlowClients largest() {
            return Collections.max(loops.values(), Comparator.comparingLong(clients -> clients.held.get()));
        }
    }

    /** Adds a waiting client with the bytes that it has not taken; a known one keeps its turn. */
    public void waitsFor(Turn client, long bytes) {
        add(bytes + OF_EACH - client.bytes);
        client.bytes = bytes + OF_EACH;
        if (!client.isOn()) {
            client.goBefore(ends);
        }
        if (all.isOverBudget()) {
            SlowClients largest = all.largest();
            largest.loop.execute(largest::shrink);
        }
    }

    private void shrink() {
        while (all.isOverBudget() && ends.behind != ends) {
            Turn longest = ends.behind;
            goesOn(longest);
            longest.disconnect.run();
        }
    }

    private void add(long bytes) {
        held.addAndGet(bytes);
        all.total.addAndGet(bytes);
    }

    /** A client is waited for no more. Nothing happens to one that was not. */
    public void goesOn(Turn client) {
        if (client.isOn()) {
            client.leave();
            add(-client.bytes);
            client.bytes = 0;
        }
    }
}
