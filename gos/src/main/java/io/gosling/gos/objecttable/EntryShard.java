package io.gosling.gos.objecttable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        if (before.equals(GlobalObjectEntry.empty())
                && localCount.holding() != Holding.HELD
                && localCount.holding() != Holding.SEEN) {
            return EntrySummary.nothing();
        }
        return apply(localCount.key(), entry -> entry.told(tag, localCount, ageing))
                .readBy(tag);
    }

    /** Applies a transition. */
    synchronized GlobalObjectEntry apply(String key, UnaryOperator<GlobalObjectEntry> step) {
        GlobalObjectEntry after = step.apply(find(key));
        store(key, after);
        return after;
    }

    /** Answers with the holders to invalidate instead of the entry's own: none if the change was recorded before. */
    synchronized EntrySummary change(int tag, String key, long since) {
        GlobalObjectEntry before = find(key);
        GlobalObjectEntry after = before.changedSince(since);
        store(key, after);
        return after.readBy(tag, before.version() > since ? List.of() : before.holders());
    }

    /** Removes entries that another node owns. */
    synchronized void dropForeign(EntryOwners owners, int self) {
        entries.keySet().removeIf(key -> !owners.isOwner(self, key));
    }

    synchronized int size() {
        return entries.size();
    }

    synchronized void clear() {
        entries.clear();
    }

    @GuardedBy("this")
    private GlobalObjectEntry find(String key) {
        byte[] packed = entries.get(key);
        return packed == null ? GlobalObjectEntry.empty() : GlobalObjectEntryCodec.unpack(packed);
    }

    /** Keeps an entry, unless it is empty, which is as good as none. */
    @GuardedBy("this")
    private void store(String key, GlobalObjectEntry entry) {
        if (entry.equals(GlobalObjectEntry.empty())) {
            entries.remove(key);
            return;
        }
        entries.putLast(key, GlobalObjectEntryCodec.pack(entry));
        if (entries.size() > most) {
            entries.remove(leastUseful());
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
}
