package io.gosling.gos.objecttable;

import java.util.List;

/**
 * An entry of the Global Object Table: what the cluster knows of one object. Immutable; every transition is a pure
 * function that gives the next entry, and may be applied twice or late without harm.
 *
 * <pre>
 *   life:     made by the first report of an object that exists; gone by the table's bound or with its nodes
 *   counting: from = max(acknowledged, counted[node] or 0)
 *             if count > from: agac += count - from
 *             counted[node] = max(counted[node], count)
 *   fetching: nobody leads, or the leader named as failed, or an earlier fetch of the requester: the requester leads
 *             a fetch that ended: nobody leads, if it was that one; its node may be a holder now
 * </pre>
 *
 * <p>An entry is a hint: nothing that is served depends on it being right, or being there.
 *
 * @param version raised by each change of the object
 * @param agac the count of accesses in the whole cluster, aged to {@code epoch}
 * @param holders tags of nodes with a copy of this version, the latest first, at most 8
 * @param reporters the last cumulative counts of the 4 nodes that reported last
 * @param lead the node that is fetching the object at present
 */
public record GlobalObjectEntry(
        long version,
        double agac,
        int epoch,
        List<Integer> holders,
        List<ReportedCount> reporters,
        FetchLeaderTag lead) {
    private static final GlobalObjectEntry EMPTY =
            new GlobalObjectEntry(0, 0, 0, List.of(), List.of(), FetchLeaderTag.NOBODY);

    public static GlobalObjectEntry empty() {
        return EMPTY;
    }

    /** Adds a node's reported count, and notes whether it holds a copy. */
    public GlobalObjectEntry told(int tag, LocalCountReport localCount, Ageing theirs) {
        Ageing ageing = theirs.at(Math.max(theirs.epoch(), epoch));
        long from = Math.max(localCount.acknowledged(), ReportedCount.counted(reporters, tag));
        double known = Math.max(ageing.aged(agac, epoch), ageing.aged(localCount.agac(), localCount.epoch()));
        long newVersion = Math.max(version, localCount.version());
        List<Integer> current = newVersion > version ? List.of() : holders;
        return new GlobalObjectEntry(
                newVersion,
                Math.min(known + Math.max(0, localCount.count() - from), ageing.cap()),
                ageing.epoch(),
                switch (localCount.holding()) {
                    case HELD -> localCount.version() == newVersion ? HolderTagOperations.with(current, tag) : current;
                    case DROPPED -> HolderTagOperations.without(current, tag);
                    case SEEN, UNSEEN -> current;
                },
                ReportedCount.merge(List.of(new ReportedCount(tag, localCount.count())), reporters),
                lead);
    }

    /** Removes a holder: the node has reported that it has no copy, or was asked and had none. */
    public GlobalObjectEntry withoutHolder(int tag) {
        return with(HolderTagOperations.without(holders, tag), lead);
    }

    /** Records a change since a version; repeated reports of it change nothing. */
    public GlobalObjectEntry changedSince(long known) {
        return version > known ? this : new GlobalObjectEntry(known + 1, agac, epoch, List.of(), reporters, lead);
    }

    /**
     * A node wants to fetch the object. Asked twice it gets the same answer; an earlier fetch of its own never takes
     * over from a later one.
     *
     * @param mine the requester and its number for the fetch
     * @param failed the leader that was of no use to it, or {@link FetchLeaderTag#NOBODY}: it is replaced only if it
     *     still leads
     */
    public GlobalObjectEntry led(FetchLeaderTag mine, FetchLeaderTag failed) {
        boolean free = !lead.isSomebody() || lead.equals(failed) || mine.isLaterThan(lead);
        return free && !lead.equals(mine) ? with(holders, mine) : this;
    }

    /** A fetch has ended; its node is a holder now, or not. A fetch that another node has begun meanwhile continues. */
    public GlobalObjectEntry filled(FetchLeaderTag ended, boolean held) {
        FetchLeaderTag next = lead.equals(ended) ? FetchLeaderTag.NOBODY : lead;
        return with(held ? HolderTagOperations.with(holders, ended.tag()) : holders, next);
    }

    private GlobalObjectEntry with(List<Integer> otherHolders, FetchLeaderTag otherLead) {
        return new GlobalObjectEntry(version, agac, epoch, otherHolders, reporters, otherLead);
    }

    public EntrySummary readBy(int tag) {
        return readBy(tag, holders);
    }

    EntrySummary readBy(int tag, List<Integer> others) {
        return new EntrySummary(agac, epoch, version, ReportedCount.counted(reporters, tag), others, lead);
    }
}
