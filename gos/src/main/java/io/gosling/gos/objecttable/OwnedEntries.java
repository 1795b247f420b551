package io.gosling.gos.objecttable;

import io.gosling.common.BoundsCheck;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory entries that this node owns: the node's part of the Global Object Table. Each method applies one
 * transition of a {@link GlobalObjectEntry} and answers with the entry as its caller may see it. It answers for any
 * key, also for those of other owners: nodes that see different members may disagree about owners for a while, and an
 * entry is a hint.
 *
 * <p>Bounded: a full shard evicts the first of its 8 least recently used entries that has neither holder nor leader, or
 * else the least recently used one. Entries lie packed in {@linkplain GlobalObjectEntryCodec at most 113 bytes} each.
 *
 * <p>Safe for use by any thread, event loops included: the lock of one of up to {@value #MOST_SHARDS} shards is held
 * for one transition of one entry, and nothing waits in it. {@link #dropForeign}, {@link #clear} and {@link #size}
 * visit all shards, and are not for event loops.
 */
public final class OwnedEntries {
    private static final int MOST_SHARDS = 256;

    /** With fewer, keys that are spread unevenly would evict entries early. */
    private static final int LEAST_ENTRIES_OF_A_SHARD = 256;

    /** A power of two of them. */
    private final EntryShard[] shards;

    /** @param most entries, 16 to 100 000 000 */
    public OwnedEntries(int most) {
        BoundsCheck.require("owned entries", most, 16, 100_000_000);
        int wanted = Math.clamp(most / LEAST_ENTRIES_OF_A_SHARD, 1, MOST_SHARDS);
        shards = new EntryShard[Integer.highestOneBit(wanted)];
        Arrays.setAll(shards, shard -> new EntryShard(most / shards.length));
    }

    /** The lower bits of the hash, since the upper ones are the same for all keys of a slot. */
    private EntryShard shard(String key) {
        return shards[(int) EntryOwners.hash(key) & (shards.length - 1)];
    }

    /** Applies {@link GlobalObjectEntry#told}; nothing is known when there is no entry and the count creates none. */
    public EntrySummary locate(int tag, LocalCountReport localCount, Ageing ageing) {
        return shard(localCount.key()).report(tag, localCount, ageing);
    }

    /** Applies {@link #locate} to each of a node's counts; the answers are in their order. */
    public List<EntrySummary> report(int tag, List<LocalCountReport> localCounts, Ageing ageing) {
        return localCounts.stream()
                .map(localCount -> locate(tag, localCount, ageing))
                .toList();
    }

    /** Applies {@link GlobalObjectEntry#led}; creates the entry. */
    public EntrySummary claim(String key, FetchLeaderTag mine, FetchLeaderTag failed) {
        return shard(key).apply(key, entry -> entry.led(mine, failed)).readBy(mine.tag());
    }

    /** Applies {@link GlobalObjectEntry#filled}. */
    public void end(String key, FetchLeaderTag ended, boolean held) {
        shard(key).apply(key, entry -> entry.filled(ended, held));
    }

    /** Applies {@link GlobalObjectEntry#withoutHolder}. */
    public void notHeld(String key, int tag) {
        shard(key).apply(key, entry -> entry.withoutHolder(tag));
    }

    /**
     * Applies {@link GlobalObjectEntry#changedSince}; creates the entry.
     *
     * @return the new version, with the holders to invalidate: none for a change that had been recorded before
     */
    public EntrySummary changed(int tag, String key, long since) {
        return shard(key).change(tag, key, since);
    }

    /**
     * Removes entries that another node owns. One shard is locked at a time, for one pass over it.
     *
     * @param self this node's tag
     */
    public void dropForeign(EntryOwners owners, int self) {
        for (EntryShard shard : shards) {
            shard.dropForeign(owners, self);
        }
    }

    /** Number of entries, of each shard at its moment. */
    public int size() {
        return Stream.of(shards).mapToInt(EntryShard::size).sum();
    }

    /** Removes all entries. */
    public void clear() {
        for (EntryShard shard : shards) {
            shard.clear();
        }
    }
}
