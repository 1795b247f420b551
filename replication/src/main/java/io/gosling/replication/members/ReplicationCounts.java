package io.gosling.replication.members;

import io.gosling.common.EventCounters;
import java.util.Locale;

/**
 * Counters of a server's work for its replica set since the start. Counted by any thread without a lock, read at any
 * time.
 */
public final class ReplicationCounts extends EventCounters<ReplicationCounts.Event> {
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
        /** Requests with notices that were answered. */
        TOLD,
        /** Notices, or requests with notices, that were lost. */
        UNTOLD;

        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public ReplicationCounts() {
        super(Event.class, Event::label);
    }
}
