package io.gosling.gos.objecttable;

import io.gosling.gos.objecttable.LocalCount.Holding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of directory entries as entry owners apply them, where there may be no entry yet: pure functions from
 * an entry, or null for none, to the next one. An owner removes an entry that has become empty.
 *
 * @see GlobalObjectEntry the transitions of an entry that is there
 */
public final class EntryTransitions {
    private EntryTransitions() {}

    /**
     * Applies a node's report. It creates an entry only for an object that exists, so that scanning for URLs fills no
     * table.
     *
     * @param tag the node that reports
     * @param ageing the reporter's ageing
     * @return null if there is no entry and the report creates none
     */
    public static @Nullable GlobalObjectEntry reported(
            @Nullable GlobalObjectEntry entry, int tag, LocalCount localCount, Ageing ageing) {
        boolean makesEntry = localCount.holding() == Holding.HELD || localCount.holding() == Holding.SEEN;
        return entry == null && !makesEntry ? null : orEmpty(entry).told(tag, localCount, ageing);
    }

    /** Makes a node a fetch's leader unless another one leads; creates the entry: {@link GlobalObjectEntry#led}. */
    public static GlobalObjectEntry claimed(@Nullable GlobalObjectEntry entry, FetchLeader mine, FetchLeader failed) {
        return orEmpty(entry).led(mine, failed);
    }

    /**
     * Ends a fetch. It creates an entry only for a new holder.
     *
     * @param held true if the node of the fetch holds the object now
     * @return null if there is no entry and none is created
     */
    public static @Nullable GlobalObjectEntry ended(
            @Nullable GlobalObjectEntry entry, FetchLeader ended, boolean held) {
        return entry == null && !held ? null : orEmpty(entry).filled(ended, held);
    }

    /** Removes a holder; null if there is no entry. */
    public static @Nullable GlobalObjectEntry notHeld(@Nullable GlobalObjectEntry entry, int tag) {
        return entry == null ? null : entry.withoutHolder(tag);
    }

    /** Records a change since a version; creates the entry. */
    public static GlobalObjectEntry changed(@Nullable GlobalObjectEntry entry, long since) {
        return orEmpty(entry).changedSince(since);
    }

    /**
     * The answer to the node that reported a change: the changed entry, with the holders to invalidate instead of its
     * own. A change that had been recorded before has none.
     */
    public static GlobalObjectEntry changeAnswer(
            @Nullable GlobalObjectEntry before, GlobalObjectEntry after, long since) {
        List<Integer> invalidate = before == null || before.version() > since ? List.of() : before.holders();
        return new GlobalObjectEntry(
                after.version(), after.agac(), after.epoch(), invalidate, after.reporters(), after.lead());
    }

    /**
     * Returns true if backups must learn of a report: it changed more than a count, or a count has passed a power of
     * sixteen, since a full backup keeps what it was told last, and must keep the hot entries.
     */
    public static boolean isForBackup(@Nullable GlobalObjectEntry before, GlobalObjectEntry after) {
        return before == null || !before.isButForCounts(after) || isFar(before.agac(), after.agac());
    }

    private static boolean isFar(double before, double after) {
        return Math.getExponent(before) >> 2 != Math.getExponent(after) >> 2;
    }

    private static GlobalObjectEntry orEmpty(@Nullable GlobalObjectEntry entry) {
        return entry == null ? GlobalObjectEntry.empty() : entry;
    }
}
