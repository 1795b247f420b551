package io.gosling.freshness;

/**
 * How a node stands, for people to look at.
 *
 * @param holdsLease whether it may serve from memory
 * @param clock the purges it knows
 * @param isVoter whether it is named a voter
 * @param votes whether it votes
 * @param lineage in which it votes, 0 when it remembers nothing
 * @param trouble what is wrong with a voter's file, empty when nothing is
 * @param file how a voter's file was found at the start: "is whole", "is new", or what was wrong with it
 */
public record Standing(
        boolean holdsLease,
        PurgeClock clock,
        boolean isVoter,
        boolean votes,
        long lineage,
        String trouble,
        String file) {}
