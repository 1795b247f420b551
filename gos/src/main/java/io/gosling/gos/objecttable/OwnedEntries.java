package io.gosling.gos.objecttable;

import io.gosling.common.Bounds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The directory entries that this node owns: the node's part of the Global Object Table. Each method applies one
 * transition of a {@link GlobalObjectEntry} and answers with the entry as its caller may see it. It answers for any key,
 * also for those of other owners: nodes that see different members may disagree about owners for a while, and an entry
 * is a hint.
 *
 * <p>Bounded: a full shard evicts the first of its 8 least recently used entries that has neither holder nor leader, or
 * else the least recently used one. Entries lie packed in {@linkplain GlobalObjectEntryCodec at most 115 bytes} each.
 * Changes that an {@link EntryBackup} must learn are gathered until {@link #dirty} takes them.
 *
 * <p>Safe for use by any thread, event loops included: the lock of one of up to {@value #MOST_SHARDS} shards is held
 * for one transition of one entry, and nothing waits in it. {@link #dropForeign}, {@link #clear} and {@link #size}
 * visit all shards, and are not for event loops.
 */
public final class OwnedEntries {
    private static final int MOST_SHARDS = 256;

    /** With fewer, keys that are spread unevenly would evict entries early. */
    private static final int LEAST_ENTRIES_OF_A_SHARD = 256;

    /** Entries taken for the backup under one lock. */
    private static final int PORTION = 64;

    /** A power of two of them. */
    private final EntryShard[] shards;

    /** The shard that gives its dirty entries next. */
    private final AtomicInteger turn = new AtomicInteger();

    /** @param most entries, 16 to 100 000 000 */
    public OwnedEntries(int most) {
        Bounds.require("owned entries", most, 16, 100_000_000);
        int wanted = Math.clamp(most / LEAST_ENTRIES_OF_A_SHARD, 1, MOST_SHARDS);
        shards = new EntryShard[Integer.highestOneBit(wanted)];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new EntryShard(most / shards.length);
        }
    }

    /** The lower bits of the hash, since the upper ones are the same for all keys of a slot. */
    private EntryShard shard(String key) {
        return shards[(int) EntryOwners.hash(key) & (shards.length - 1)];
    }

    /**
     * Counts a node's accesses, notes whether it holds a copy, and reads the entry.
     *
     * @param tag the node that asks
     * @param ageing its ageing
     * @return nothing known when there is no entry and the count creates none
     */
    public EntrySummary locate(int tag, LocalCount localCount, Ageing ageing) {
        return shard(localCount.key()).report(tag, localCount, ageing);
    }

    /**
     * Applies the report of a node: {@link #locate} for each of its counts.
     *
     * @return the answers, in the order of the counts
     */
    public List<EntrySummary> report(int tag, List<LocalCount> localCounts, Ageing ageing) {
        List<EntrySummary> answers = new ArrayList<>(localCounts.size());
        for (LocalCount localCount : localCounts) {
            answers.add(locate(tag, localCount, ageing));
        }
        return answers;
    }

    /**
     * Makes a node the leader of an object's fetch unless another one leads; creates the entry. Claims reach no backup:
     * if an owner dies, a second node may begin a fetch in progress.
     *
     * @param mine the node that asks and its number for the fetch
     * @param failed the leader that was of no use to it, or {@link FetchLeader#NOBODY}
     * @return the entry, with the leader
     */
    public EntrySummary claim(String key, FetchLeader mine, FetchLeader failed) {
        return shard(key).claim(key, mine, failed);
    }

    /**
     * Records that a fetch has ended.
     *
     * @param held true if the node of the fetch holds the object now
     */
    public void end(String key, FetchLeader ended, boolean held) {
        shard(key).end(key, ended, held);
    }

    /** Removes a node from an entry's holders: it was asked and had nothing. */
    public void notHeld(String key, int tag) {
        shard(key).notHeld(key, tag);
    }

    /**
     * Records a change since a version: raises the entry's version and removes its holders; creates the entry.
     *
     * @param tag the node that asks
     * @return the new version, with the holders to invalidate: none for a change that had been recorded before
     */
    public EntrySummary changed(int tag, String key, long since) {
        return shard(key).change(tag, key, since);
    }

    /**
     * Merges an entry from a backup or another owner with the present one: {@link GlobalObjectEntry#merge}. Used after
     * an entry's slot has moved here.
     *
     * @param ageing its factor and cap are used
     */
    public void restore(String key, GlobalObjectEntry entry, Ageing ageing) {
        shard(key).restore(key, entry, ageing);
    }

    /**
     * Takes changed entries for the backup, packed and without leaders; entries that were removed meanwhile are left
     * out. Every shard has its turn, and within one the first that changed comes first. What is taken counts as
     * written.
     *
     * @param atMost entries, at least 1
     */
    public Map<String, byte[]> dirty(int atMost) {
        Map<String, byte[]> taken = new HashMap<>();
        int without = 0;
        while (taken.size() < atMost && without < shards.length) {
            int before = taken.size();
            EntryShard shard = shards[turn.getAndIncrement() & (shards.length - 1)];
            shard.takeDirty(Math.min(PORTION, atMost - before), taken);
            without = taken.size() == before ? without + 1 : 0;
        }
        return taken;
    }

    /**
     * Removes entries that another node owns. One shard is locked at a time, for one pass over it.
     *
     * @param self this node's tag
     * @return the changed ones among them, for the backup: the new owners will ask it
     */
    public Map<String, byte[]> dropForeign(EntryOwners owners, int self) {
        Map<String, byte[]> changed = new HashMap<>();
        for (EntryShard shard : shards) {
            shard.dropForeign(owners, self, changed);
        }
        return changed;
    }

    public boolean contains(String key) {
        return shard(key).contains(key);
    }

    /** Number of entries, of each shard at its moment. */
    public int size() {
        int size = 0;
        for (EntryShard shard : shards) {
            size += shard.size();
        }
        return size;
    }

    /** Removes all entries; backups are not told. */
    public void clear() {
        for (EntryShard shard : shards) {
            shard.clear();
        }
    }
}
