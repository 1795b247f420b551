package io.gosling.gos.objecttable;

import io.gosling.gos.objecttable.LocalCount.Holding;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * A row of the Local Object Table: how often this node was asked for an object, and what it has heard of it.
 *
 * <p>Event loops count accesses, slow lanes and the reporter learn and read; nothing here locks.
 */
public final class LocalObject {
    private final String key;
    private final long base;
    private final LongAdder accesses = new LongAdder();
    private final AtomicReference<KnownEntry> known;
    private volatile boolean exists;
    private volatile boolean held;
    private volatile boolean announced;

    /** @param base where the cumulative count begins: at least what it was in any earlier life of this row */
    LocalObject(String key, long base) {
        this.key = key;
        this.base = base;
        this.known = new AtomicReference<>(KnownEntry.nothing(base));
    }

    public String key() {
        return key;
    }

    /** One more access by a client. */
    public void countAccess() {
        accesses.increment();
    }

    /** Accesses by clients of this node since the row was made: the local access counter (LAC). */
    public long accesses() {
        return accesses.sum();
    }

    /** The same as a cumulative figure that never goes back, not even when the row is forgotten and made again. */
    public long count() {
        return base + accesses.sum();
    }

    /** The highest version heard of. */
    public long version() {
        return known.get().version();
    }

    /** Tags of the holders as last heard. */
    public List<Integer> holders() {
        return known.get().holders();
    }

    /** Whether another node than this one holds a copy, as last heard. */
    public boolean isHeldElsewhere(int self) {
        for (int holder : known.get().holders()) {
            if (holder != self) {
                return true;
            }
        }
        return false;
    }

    /** AGAC as this node knows it: the last one heard, aged, and its own accesses that no row has confirmed yet. */
    public double agac(Ageing ageing) {
        KnownEntry now = known.get();
        long unconfirmed = Math.max(0, base + accesses.sum() - now.acknowledged());
        return Math.min(ageing.cap(), ageing.aged(now.agac(), now.epoch()) + unconfirmed);
    }

    /** Moves the count into a later epoch, unless it was heard in one already. */
    void carryOver(int by, Ageing now) {
        known.updateAndGet(known -> known.carryOver(by, now));
    }

    /** Takes what a row said; old and repeated answers change nothing. */
    public void learn(EntrySummary row, Ageing ageing) {
        known.updateAndGet(now -> now.learn(row, ageing));
    }

    /** Takes what another node says of the count, if that is more than is known. */
    public void heard(AgedCount agac, Ageing ageing) {
        known.updateAndGet(now -> now.heard(agac, ageing));
    }

    /** What to tell another node of the count. */
    public AgedCount count(Ageing ageing) {
        return new AgedCount(agac(ageing), ageing.epoch());
    }

    /** Without a table: this node's counts are the cluster's. */
    public void confirm(Ageing ageing) {
        known.updateAndGet(now -> now.confirm(base + accesses.sum(), ageing));
    }

    /** There is a version at least this high. */
    public void learnVersion(long version) {
        known.updateAndGet(now -> now.atLeast(version));
    }

    /** What to tell the row now. */
    public LocalCount tally() {
        KnownEntry now = known.get();
        return new LocalCount(
                key, base + accesses.sum(), now.acknowledged(), now.agac(), now.epoch(), now.version(), holding());
    }

    private Holding holding() {
        if (held) {
            return Holding.HELD;
        }
        return announced ? Holding.DROPPED : exists ? Holding.SEEN : Holding.UNSEEN;
    }

    /** Whether the row should hear something: accesses it has not confirmed, or a copy it does not know to be gone. */
    boolean isNews() {
        return (exists && count() > known.get().acknowledged()) || held != announced;
    }

    /** The row's owner has confirmed what was told. */
    public void confirmed(LocalCount told) {
        switch (told.holding()) {
            case HELD -> announced = true;
            case DROPPED -> announced = false;
            case SEEN, UNSEEN -> {}
        }
    }

    public boolean isHeld() {
        return held;
    }

    void hold(boolean nowHeld) {
        held = nowHeld;
        if (nowHeld) {
            exists = true;
        }
    }

    /** The row is being told that this node holds a copy. */
    public void announce() {
        announced = true;
    }

    /** Whether the row knows of the copy is not known any more. */
    void unannounce() {
        announced = false;
    }

    /** There is such a document, whether it is kept or not. */
    public void seen() {
        exists = true;
    }

    boolean exists() {
        return exists;
    }
}
