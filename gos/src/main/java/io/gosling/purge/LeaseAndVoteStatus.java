package io.gosling.purge;

import java.util.SortedSet;

/**
 * The state of a node's lease and of its vote, for operators.
 *
 * @param holdsLease true if it may serve from memory
 * @param heard quorum members whose answers count at this moment
 * @param unheard the others, except for this node: down, cut off, misspelt, without memory, or behind a purge
 * @param isVoter true if the node is a quorum member
 * @param epoch the epoch in which it votes, 0 when it remembers nothing
 * @param trouble the fault of a member's file; empty for none
 */
public record LeaseAndVoteStatus(
        boolean holdsLease,
        SortedSet<String> heard,
        SortedSet<String> unheard,
        boolean isVoter,
        boolean votes,
        long epoch,
        String trouble) {
    public LeaseAndVoteStatus waiting(boolean stillHolds, String why) {
        return new LeaseAndVoteStatus(stillHolds, heard, unheard, isVoter, false, epoch, why);
    }
}
