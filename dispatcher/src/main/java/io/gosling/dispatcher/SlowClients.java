package io.gosling.dispatcher;

import io.netty.channel.EventLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The memory that holds what clients of one event loop have been sent and have not taken yet. Where all loops together hold
 * more than their budget, the clients of this loop that have been waited for longest are disconnected: whoever takes something
 * now and then is waited for anew each time. Belongs to its loop; only the total is shared.
 */
final class SlowClients {
    /** A client that is waited for. */
    interface Reader {
        /** Its response holds memory that others need: disconnects it. On its event loop, not from within a call here. */
        void disconnect();
    }

    private final EventLoop loop;
    private final Loops all;
    private final SequencedMap<Reader, Long> held = new LinkedHashMap<>();

    private SlowClients(EventLoop loop, Loops all) {
        this.loop = loop;
        this.all = all;
    }

    /** The slow clients of all event loops of a front-end. For any thread. */
    static final class Loops {
        private final LongSupplier budget;
        private final AtomicLong total = new AtomicLong();
        private final ConcurrentHashMap<EventLoop, SlowClients> loops = new ConcurrentHashMap<>();

        /** @param budget bytes for all loops together, as it is now */
        Loops(LongSupplier budget) {
            this.budget = budget;
        }

        SlowClients of(EventLoop loop) {
            return loops.computeIfAbsent(loop, key -> new SlowClients(key, this));
        }

        /** Bytes that are held for clients at this moment. */
        long bytes() {
            return total.get();
        }
    }

    /**
     * A client is waited for until it has taken more; one that is waited for already keeps its turn.
     *
     * @param bytes that it has not taken
     */
    void waitsFor(Reader client, long bytes) {
        Long before = held.put(client, bytes);
        long total = all.total.addAndGet(bytes - (before == null ? 0 : before));
        long budget = all.budget.getAsLong();
        while (total > budget && !held.isEmpty()) {
            Map.Entry<Reader, Long> longest = held.pollFirstEntry();
            total = all.total.addAndGet(-longest.getValue());
            loop.execute(longest.getKey()::disconnect);
        }
    }

    /** A client is waited for no more. Nothing happens to one that was not. */
    void goesOn(Reader client) {
        Long bytes = held.remove(client);
        if (bytes != null) {
            all.total.addAndGet(-bytes);
        }
    }
}
