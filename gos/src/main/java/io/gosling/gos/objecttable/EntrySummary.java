package io.gosling.gos.objecttable;

import java.util.List;

/**
 * What an object's row says to one node. Immutable.
 *
 * @param agac the count of accesses in the cluster, aged to {@code epoch}
 * @param epoch the row's ageing epoch
 * @param version raised by each change; copies of lower versions are old
 * @param counted the highest cumulative count that the row has from the asking node; 0 when it has none
 * @param holders tags of nodes that said they hold a copy, the latest first
 * @param lead who brings the object just now
 */
public record EntrySummary(
        double agac, int epoch, long version, long counted, List<Integer> holders, FetchLeader lead) {
    private static final EntrySummary NOTHING = new EntrySummary(0, 0, 0, 0, List.of(), FetchLeader.NOBODY);

    /** What is known when there is no row or nobody to ask. */
    public static EntrySummary nothing() {
        return NOTHING;
    }
}
