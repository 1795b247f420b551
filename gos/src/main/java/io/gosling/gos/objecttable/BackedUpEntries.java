package io.gosling.gos.objecttable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The directory entries that this node owns, with the owners of all others and the backup of all entries. When owners
 * change, the node gives what it no longer owns to the backup, and takes over from it what it owns now: for 30 s after
 * the change, an entry that is missing here is looked up there when it is first asked for, unless the last {@value
 * #MOST_VAIN} look-ups found nothing, as in a cluster that has just been started.
 *
 * <p>Safe for use by any thread. {@link #restoring} is for event loops too; {@link #move} and {@link #flush} visit all
 * entries, and are not.
 */
public final class BackedUpEntries {
    private static final long TAKING_OVER_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** A question waits for the backup for so long at most. */
    private static final long LONGEST_WAIT_MILLIS = 20;

    /** Look-ups in the backup at a time; further entries are made anew. */
    private static final int MOST_READS = 256;

    private static final int MOST_VAIN = 64;

    /** Entries in one write, and writes at a time. */
    private static final int PORTION = 1000;

    private static final int MOST_PORTIONS = 16;

    private final OwnedEntries entries;
    private final EntryBackup backup;
    private final int self;
    private final Ageing merging;
    private final Ticker ticker;
    private final AtomicInteger reads = new AtomicInteger();

    /** Look-ups in succession that found nothing. */
    private final AtomicInteger vain = new AtomicInteger();

    private volatile EntryOwners owners = EntryOwners.among(List.of());
    private volatile @Nullable TakenOver taken;

    @GuardedBy("this")
    private long movedNanos;

    private record TakenOver(BitSet slots, long untilNanos) {}

    /**
     * @param self this node's tag
     * @param merging its factor and cap are used for entries of the backup
     */
    public BackedUpEntries(OwnedEntries entries, EntryBackup backup, int self, Ageing merging, Ticker ticker) {
        this.entries = entries;
        this.backup = backup;
        this.self = self;
        this.merging = merging;
        this.ticker = ticker;
    }

    public OwnedEntries entries() {
        return entries;
    }

    public EntryOwners owners() {
        return owners;
    }

    /**
     * Takes over from earlier owners, and gives to later ones by way of the backup.
     *
     * @return the slots with another owner than before
     */
    public synchronized BitSet move(EntryOwners now) {
        BitSet moved = now.movedSince(owners);
        if (moved.isEmpty()) {
            return moved;
        }
        TakenOver before = taken;
        movedNanos = ticker.nanos();
        BitSet mine = before == null ? new BitSet() : (BitSet) before.slots().clone();
        moved.stream().forEach(slot -> mine.set(slot, now.isOwner(self, slot)));
        taken = new TakenOver(mine, movedNanos + TAKING_OVER_NANOS);
        vain.set(0);
        owners = now;
        write(entries.dropForeign(now, self));
        return moved;
    }

    /** Returns whether the entry is to be looked up in the backup: {@link #restoring} does it. */
    public boolean isUnrestored(String key) {
        TakenOver late = taken;
        return late != null
                && vain.get() < MOST_VAIN
                && late.slots().get(EntryOwners.slot(key))
                && ticker.nanos() - late.untilNanos() < 0
                && !entries.contains(key);
    }

    /**
     * Looks an entry up in the backup if its slot was taken over of late and the entry is not here.
     *
     * @return completed when what the backup has of it is here, or 20 ms later; null if there is nothing to wait for
     */
    public @Nullable CompletableFuture<@Nullable Void> restoring(String key) {
        if (!isUnrestored(key)) {
            return null;
        }
        if (reads.incrementAndGet() > MOST_READS) {
            reads.decrementAndGet();
            return null;
        }
        CompletableFuture<@Nullable Void> restored = new CompletableFuture<>();
        backup.read(key, entry -> {
            reads.decrementAndGet();
            if (entry == null) {
                vain.incrementAndGet();
            } else {
                vain.set(0);
                entries.restore(key, entry, merging);
            }
            restored.complete(null);
        });
        return restored.isDone() ? null : restored.completeOnTimeout(null, LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Gives changed entries to the backup; what is beyond the bound of one call remains for the next. */
    public void flush() {
        for (int portion = 0; portion < MOST_PORTIONS; portion++) {
            Map<String, byte[]> dirty = entries.dirty(PORTION);
            if (dirty.isEmpty()) {
                break;
            }
            backup.write(dirty);
        }
        dropLateOnes();
    }

    /** Nodes that were late with a change of owners may have asked for entries that are not this node's. */
    private synchronized void dropLateOnes() {
        if (taken != null && ticker.nanos() - movedNanos >= TAKING_OVER_NANOS) {
            taken = null;
            write(entries.dropForeign(owners, self));
        }
    }

    private void write(Map<String, byte[]> changed) {
        if (!changed.isEmpty()) {
            backup.write(changed);
        }
    }

    /** Removes all entries here and in the backup; waits for the latter. */
    public void clearAll() {
        entries.clear();
        backup.clear();
    }
}
