package io.gosling.gos.objecttable;

import io.gosling.gos.membership.ClusterMember;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Global Object Table as one node sees it. A hint: every answer may be old, missing or wrong, and that costs
 * fetches, never correctness. By default a table knows nothing and ignores reports.
 *
 * <p>Called on virtual threads and by the reporter, but where it is said. Methods with an answer block up to a
 * deadline of their own and then answer that they know nothing; none of them throws. Safe for use by many threads.
 */
public interface GlobalObjectTable {
    /** Counts and reads: one round trip to the entry owner. Null when it did not answer in time. */
    default @Nullable EntrySummary locate(LocalCountReport localCount, Ageing ageing) {
        return null;
    }

    /** Counts and reads an entry that this node owns. Any thread. Null where another node owns it. */
    default @Nullable EntrySummary locateOwn(LocalCountReport localCount, Ageing ageing) {
        return null;
    }

    /** This node holds a copy now. Sent, not awaited. */
    default void filled(LocalCountReport localCount, Ageing ageing) {}

    /**
     * Claims the fetch of an object that is not in this node's memory: one round trip to the entry owner, which
     * creates the entry if needed.
     *
     * @param failed the leader that was of no use, or {@link FetchLeaderTag#NOBODY}
     * @return the entry, with the leader; null when the owner did not answer in time
     */
    default @Nullable EntrySummary claimFetch(String key, FetchLeaderTag mine, FetchLeaderTag failed) {
        return null;
    }

    /** A fetch that led has ended, and this node holds the object, or not. Sent, not awaited; may be lost. */
    default void endFetch(String key, FetchLeaderTag mine, boolean held) {}

    /** A holder was asked and had nothing. Sent, not awaited. */
    default void notHeld(String key, int tag) {}

    /**
     * Reports a change since this version: raises the entry's version and removes its holders.
     *
     * @return the entry's new version and the previous holders; null when the owner did not answer in time
     */
    default @Nullable EntrySummary changed(String key, long since) {
        return null;
    }

    /** Reports many counts, in few messages to each owner. Counts that are missing in the answer were not confirmed. */
    default Map<String, EntrySummary> report(Collection<LocalCountReport> tallies, Ageing ageing) {
        return Map.of();
    }

    /** The node that owns this object's directory entry, or null when not known. Any thread. */
    default @Nullable ClusterMember owner(String key) {
        return null;
    }

    /** Returns true if this object's entry may lack holders, as its owner has changed lately. Any thread. */
    default boolean isUnsettled(String key) {
        return false;
    }

    /** The name of the node that owns this object's directory entry, or null when not known. */
    default @Nullable String ownerOf(String key) {
        ClusterMember owner = owner(key);
        return owner == null ? null : owner.name();
    }

    /** Returns true if there is another node; without one, a node's own counts are all the counts there are. */
    default boolean isShared() {
        return false;
    }

    static GlobalObjectTable none() {
        return new GlobalObjectTable() {};
    }
}
