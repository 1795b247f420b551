package io.gosling.replication.members;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of a server's work for its replica set since the start. Counted by any thread without a lock, read at any
 * time.
 */
public final class ReplicationCounts {
    /** A counted event. */
    public enum Event {
        /** Pages sent with chosen links. */
        PAGES,
        /** Links that were chosen in them. */
        LINKS,
        /** Pages sent without, since there was no room to put them together. */
        NO_ROOM,
        /** Documents sent to other servers for their copies. */
        GIVEN,
        /** Copies fetched. */
        PULLED,
        /** Copies found to be still the same. */
        VALIDATED,
        /** Copies that could not be fetched or revalidated. */
        FAILED,
        /** Copies evicted for others. */
        EVICTED,
        /** Clients sent on from the address of a copy. */
        REDIRECTED,
        /** Pages prefetched into memory because another one leads there. */
        PREFETCHED,
        /** Pages whose links were not followed, since too many waited. */
        NOT_PREFETCHED,
        /** Requests with notices that were answered. */
        TOLD,
        /** Notices, or requests with notices, that were lost. */
        UNTOLD;

        /** The name in status and metrics: {@code no-room}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Map<Event, LongAdder> counts = new EnumMap<>(Event.class);

    public ReplicationCounts() {
        for (Event event : Event.values()) {
            counts.put(event, new LongAdder());
        }
    }

    public void count(Event event) {
        add(event, 1);
    }

    public void add(Event event, long times) {
        LongAdder counter = counts.get(event);
        if (counter != null) {
            counter.add(times);
        }
    }

    /** The count of an event so far. */
    public long of(Event event) {
        LongAdder counter = counts.get(event);
        return counter == null ? 0 : counter.sum();
    }
}
