package io.gosling.gos.repository;

import io.gosling.common.EventCounters;
import java.util.Locale;

/** Counters of repository events on this node, by kind. Safe for use by many threads. */
public final class RepositoryStatistics extends EventCounters<RepositoryStatistics.Event> {
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
     * @param copyBytes their size, overhead included
     */
    public record Held(int copies, long copyBytes) {}

    RepositoryStatistics() {
        super(Event.class, Event::label);
    }
}
