package io.gosling.gos;

import io.gosling.common.EventCounters;
import java.util.Locale;

/**
 * Counters of the events in the object space since the start. Incremented by any thread without a lock, read at any
 * time.
 */
public final class ObjectSpaceStatistics extends EventCounters<ObjectSpaceStatistics.Event> {
    public enum Event {
        LOCATES,
        /** Directory lookups without an answer: none before the deadline, or no owner to ask. */
        LOCATES_UNANSWERED,
        /** Holders that had nothing, or an old version. */
        WRONG_HINTS,
        /** Holders and homes that could not be asked or were too slow. */
        PEER_FAILURES,
        PEER_FETCHES,
        /** Objects fetched from their home node's disk. */
        HOME_FETCHES,
        PEER_SERVES,
        FETCHES_KEPT,
        FETCHES_REFUSED,
        /** Fetches that were read from a disk, not kept, and offered to a store node. */
        FETCHES_OFFERED,
        /** Fetches that an invalidation overtook: served, not kept. */
        FETCHES_OVERTAKEN,
        TOO_LARGE,
        /** Objects streamed and not kept because too much memory was in use by fetches and slow responses. */
        FETCHES_WITHOUT_MEMORY,
        /** Requests that waited for another's fetch. */
        FETCHES_SHARED,
        /** Requests that waited for another's fetch in vain, and fetched for themselves. */
        FETCHES_ABANDONED,
        /** Objects that made room for others. */
        EVICTIONS,
        /** Copies compared with their files. */
        CHECKS,
        CHANGES,
        /** Copies served although their source could not be asked. */
        SERVED_UNCHECKED,
        INVALIDATIONS_SENT,
        INVALIDATIONS_RECEIVED,
        /** Stored responses written to the disk below memory. */
        DISK_WRITES,
        /** Stored responses found there, which their origin was asked to revalidate. */
        DISK_READS,
        /** Times that the disk below memory could not be read, or not in time. */
        DISK_MISSES,
        /** Times that the disk below memory did not take something. */
        DISK_FAILURES,
        REPORTS_CONFIRMED,
        /** Directory entries reported and not confirmed; they are reported again. */
        REPORTS_UNCONFIRMED,
        /** Ageings that this node began. */
        AGEINGS;

        /** The name in status and metrics: {@code locates-unanswered}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public ObjectSpaceStatistics() {
        super(Event.class, Event::label);
    }
}
