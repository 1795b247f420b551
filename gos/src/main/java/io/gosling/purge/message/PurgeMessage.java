package io.gosling.purge.message;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A message between nodes about purges. Each message may be lost, duplicated, delayed or reordered. No reading of one
 * node's clock means anything to another node: {@link Ask#sent} is only returned to its sender.
 */
public sealed interface PurgeMessage {
    /**
     * To quorum members: the sender has applied everything that {@code clock} stands for and requests a lease. Also an
     * acknowledgement.
     */
    record Ask(long sent, PurgeVersionVector clock) implements PurgeMessage {}

    /**
     * From a quorum member: the receiver has been a lessee since before the member read {@code clock}.
     *
     * @param missing the purges that the receiver did not know, or the beginning of them
     */
    record Grant(long sent, long epoch, PurgeVersionVector clock, List<PurgeRecordRange> missing)
            implements PurgeMessage {
        public Grant {
            missing = List.copyOf(missing);
        }
    }

    /**
     * From a quorum member that remembers nothing, to an {@link Ask}.
     *
     * @param epoch the highest epoch that it knows of, 0 for none
     */
    record Blank(long sent, long epoch) implements PurgeMessage {}

    /** From the first quorum member to an incarnation that sent {@link Blank}: vote in this epoch. */
    record Found(long epoch) implements PurgeMessage {}

    /** From the coordinator of a purge, to all nodes. */
    record Tell(PurgeRecord record) implements PurgeMessage {}

    /** Acknowledges that the sender has applied the purges of this log up to that number. */
    record Acknowledge(long stream, long number) implements PurgeMessage {}

    /**
     * From a quorum member: the purges of this log up to that number are applied and on disk, and these nodes may have
     * had a lease from it then.
     *
     * @param lessees empty when the member cannot know yet, since it began to vote only now
     */
    record Vote(long epoch, long stream, long number, Optional<SortedSet<NodeIncarnation>> lessees)
            implements PurgeMessage {
        public Vote {
            lessees = lessees.map(named -> Collections.unmodifiableSortedSet(new TreeSet<>(named)));
        }
    }

    /**
     * To a quorum member: coordinate this purge. Repeated with the requester's own number for it, it requests the state
     * of the purge.
     */
    record Drive(long pendingPurge, PurgeRequest purge) implements PurgeMessage {}

    /** From a quorum member: the purge is under way. */
    record UnderWay(long pendingPurge) implements PurgeMessage {}

    /** From a quorum member: it does not coordinate the purge; another one is to be asked. */
    record Refused(long pendingPurge, String reason) implements PurgeMessage {}

    /** From a quorum member: the outcome of the purge. */
    record Done(long pendingPurge, PurgeOutcome outcome) implements PurgeMessage {}

    /** To quorum members, from a node that no longer serves: its lease is to be forgotten. */
    record Goodbye() implements PurgeMessage {}
}
