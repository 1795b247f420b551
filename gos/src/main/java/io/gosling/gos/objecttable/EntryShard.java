package io.gosling.gos.objecttable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A part of an owner's directory entries, in the order of their last use. Any thread; the monitor is held for one
 * transition of one entry, or for one pass over the shard when it is cleared of foreign entries.
 */
final class EntryShard {
    /** The least recently used entries among which eviction looks for one without holder and leader. */
    private static final int EVICTION_CANDIDATES = 8;

    private final int most;

    @GuardedBy("this")
    private final LinkedHashMap<String, byte[]> entries = new LinkedHashMap<>();

    /** Keys of entries that changed since they were last taken for the backup, the first one first. */
    @GuardedBy("this")
    private final Set<String> dirty = new LinkedHashSet<>();

    /** @param most entries, at least {@value #EVICTION_CANDIDATES} */
    EntryShard(int most) {
        this.most = most;
    }

    /**
     * Applies a node's report. It creates an entry only for an object that exists, so that scanning for URLs fills no
     * table.
     */
    synchronized EntrySummary report(int tag, LocalCountReport localCount, Ageing ageing) {
        GlobalObjectEntry before = find(localCount.key());
        boolean isNew = before.equals(GlobalObjectEntry.empty());
        if (isNew && localCount.holding() != Holding.HELD && localCount.holding() != Holding.SEEN) {
            return EntrySummary.nothing();
        }
        GlobalObjectEntry after = before.told(tag, localCount, ageing);
        store(localCount.key(), after, isNew || isForBackup(before, after));
        return after.readBy(tag);
    }

    /** Applies a transition of leader and holders. Backups name no leaders, so only other holders matter to them. */
    synchronized GlobalObjectEntry apply(String key, UnaryOperator<GlobalObjectEntry> step) {
        GlobalObjectEntry before = find(key);
        GlobalObjectEntry after = step.apply(before);
        store(key, after, !after.holders().equals(before.holders()));
        return after;
    }

    /** Answers with the holders to invalidate instead of the entry's own: none if the change was recorded before. */
    synchronized EntrySummary change(int tag, String key, long since) {
        GlobalObjectEntry before = find(key);
        GlobalObjectEntry after = before.changedSince(since);
        store(key, after, !after.equals(before));
        return after.readBy(tag, before.version() > since ? List.of() : before.holders());
    }

    synchronized void restore(String key, GlobalObjectEntry restored, Ageing ageing) {
        GlobalObjectEntry known = find(key);
        boolean isNew = known.equals(GlobalObjectEntry.empty());
        GlobalObjectEntry after = isNew ? restored : known.merge(restored, ageing);
        store(key, after, !isNew && isForBackup(restored, after));
    }

    /**
     * Returns true if backups must learn of a report: it changed more than a count, or a count has passed a power of
     * sixteen, since a full backup keeps what it was told last, and must keep the hot entries.
     */
    private static boolean isForBackup(GlobalObjectEntry before, GlobalObjectEntry after) {
        return !before.isButForCounts(after)
                || Math.getExponent(before.agac()) >> 2 != Math.getExponent(after.agac()) >> 2;
    }

    /** Moves entries that backups lack into a map, at most this many. */
    synchronized void takeDirty(int atMost, Map<String, byte[]> into) {
        Iterator<String> keys = dirty.iterator();
        for (int left = atMost; left > 0 && keys.hasNext(); left--) {
            String key = keys.next();
            keys.remove();
            byte[] entry = entries.get(key);
            if (entry != null) {
                into.put(key, GlobalObjectEntryCodec.withoutLead(entry));
            }
        }
    }

    /** Removes entries that another node owns, and moves those of them that backups lack into a map. */
    synchronized void dropForeign(EntryOwners owners, int self, Map<String, byte[]> into) {
        Iterator<Map.Entry<String, byte[]>> all = entries.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, byte[]> one = all.next();
            if (!owners.isOwner(self, one.getKey())) {
                if (dirty.remove(one.getKey())) {
                    into.put(one.getKey(), GlobalObjectEntryCodec.withoutLead(one.getValue()));
                }
                all.remove();
            }
        }
    }

    synchronized boolean contains(String key) {
        return entries.containsKey(key);
    }

    synchronized int size() {
        return entries.size();
    }

    synchronized void clear() {
        entries.clear();
        dirty.clear();
    }

    @GuardedBy("this")
    private GlobalObjectEntry find(String key) {
        GlobalObjectEntry found = GlobalObjectEntryCodec.unpack(entries.get(key));
        return found == null ? GlobalObjectEntry.empty() : found;
    }

    /** Keeps an entry, unless it is empty, which is as good as none. */
    @GuardedBy("this")
    private void store(String key, GlobalObjectEntry entry, boolean forBackup) {
        if (entry.equals(GlobalObjectEntry.empty())) {
            remove(key);
            return;
        }
        entries.putLast(key, GlobalObjectEntryCodec.pack(entry));
        if (forBackup) {
            dirty.add(key);
        }
        if (entries.size() > most) {
            remove(leastUseful());
        }
    }

    /** Of the least recently used entries the first without holder and leader, or else the first. */
    @GuardedBy("this")
    private String leastUseful() {
        Iterator<Map.Entry<String, byte[]>> oldest = entries.entrySet().iterator();
        Map.Entry<String, byte[]> first = oldest.next();
        Map.Entry<String, byte[]> one = first;
        for (int looked = 1; GlobalObjectEntryCodec.isHeldOrLed(one.getValue()); looked++) {
            if (looked == EVICTION_CANDIDATES) {
                return first.getKey();
            }
            one = oldest.next();
        }
        return one.getKey();
    }

    @GuardedBy("this")
    private void remove(String key) {
        entries.remove(key);
        dirty.remove(key);
    }
}
