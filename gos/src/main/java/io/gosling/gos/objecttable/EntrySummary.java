package io.gosling.gos.objecttable;

import java.util.List;

/**
 * A summary of an object's directory entry for one node. Immutable.
 *
 * @param agac the count of accesses in the cluster, aged to {@code epoch}
 * @param version raised by each change; copies of lower versions are old
 * @param counted the highest cumulative count that the entry has from the requesting node; 0 when it has none
 * @param holders tags of nodes that reported to hold a copy, the latest first
 * @param lead the node that is fetching the object at present
 */
public record EntrySummary(
        double agac, int epoch, long version, long counted, List<Integer> holders, FetchLeaderTag lead) {
    private static final EntrySummary NOTHING = new EntrySummary(0, 0, 0, 0, List.of(), FetchLeaderTag.NOBODY);

    /** The same with holders besides, unless they may have an older version. */
    EntrySummary withHolders(List<Integer> known, long theirVersion) {
        return version > theirVersion
                ? this
                : new EntrySummary(agac, epoch, version, counted, HolderTagOperations.union(holders, known), lead);
    }

    /** The summary when there is no entry or no owner to ask. */
    public static EntrySummary nothing() {
        return NOTHING;
    }
}
