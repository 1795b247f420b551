package io.gosling.gos.repository;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counters of repository events on this node, by kind. Safe for use by many threads. */
public final class RepositoryStatistics {
    /** The kinds of events that are counted. */
    public enum Event {
        /** A get was answered from a copy, unasked. */
        COPY,
        /** From a copy, after its home had confirmed that it is the last version. */
        CONFIRMED,
        /** With bytes from the home. */
        FETCHED,
        /** There was no such object. */
        MISSING,
        /** A put was stored at its home. */
        STORED,
        /** A put was promised by its home and waits here. */
        PROMISED,
        /** A waiting put has reached its home. */
        SETTLED,
        /** A waiting put came too late: another put or a remove was faster. */
        OVERTAKEN,
        /** An object was removed. */
        REMOVED,
        /** The home's quota was used up. */
        FULL,
        /** A condition did not hold. */
        CONFLICT,
        /** The home did not answer, or could not. */
        UNAVAILABLE;

        /** The name in status and metrics: {@code copy}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The objects on a node whose home is another node.
     *
     * @param copies received from homes
     * @param copyBytes their size, overhead included
     * @param unsettled objects put here that their homes do not have yet
     * @param unsettledBytes the size of those
     */
    public record Held(int copies, long copyBytes, int unsettled, long unsettledBytes) {
        /** Nothing. */
        public static Held none() {
            return new Held(0, 0, 0, 0);
        }
    }

    private final Map<Event, LongAdder> counts = new EnumMap<>(Event.class);

    RepositoryStatistics() {
        for (Event event : Event.values()) {
            counts.put(event, new LongAdder());
        }
    }

    void count(Event event) {
        adder(event).increment();
    }

    /** The number of events of a kind. */
    public long get(Event event) {
        return adder(event).sum();
    }

    /** All counts by name. */
    public Map<String, Long> snapshot() {
        Map<String, Long> snapshot = new LinkedHashMap<>();
        counts.forEach((event, count) -> snapshot.put(event.label(), count.sum()));
        return snapshot;
    }

    private LongAdder adder(Event event) {
        LongAdder adder = counts.get(event);
        if (adder == null) {
            throw new IllegalStateException("every event is counted");
        }
        return adder;
    }
}
