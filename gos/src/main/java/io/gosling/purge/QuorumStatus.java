package io.gosling.purge;

import java.util.SortedSet;

/**
 * How a node is vouched for, and vouches for others: for people to look at.
 *
 * @param holdsLease whether it may serve from memory
 * @param heard voters whose word counts at this moment
 * @param unheard the other voters: down, cut off, misspelt, blank, or behind a purge
 * @param isVoter whether it is named a voter
 * @param votes whether it votes
 * @param lineage in which it votes, 0 when it remembers nothing
 * @param trouble what is wrong with a voter's file, empty when nothing is
 * @param file how a voter's file was found at the start: "is whole", "is new", or what was wrong with it
 */
public record QuorumStatus(
        boolean holdsLease,
        SortedSet<String> heard,
        SortedSet<String> unheard,
        boolean isVoter,
        boolean votes,
        long lineage,
        String trouble,
        String file) {
    /** The same, looked at later: a voter says nothing while it waits for its disk. */
    public QuorumStatus waiting(boolean stillHolds, String why) {
        return new QuorumStatus(stillHolds, heard, unheard, isVoter, false, lineage, why, file);
    }
}
