package io.gosling.gos.objecttable;

import io.gosling.gos.objecttable.LocalCountReport.Holding;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * An entry of the Local Object Table: the requests for an object at this node, and its global count.
 *
 * <p>Event loops count accesses, worker paths and the reporter update and read; nothing here locks.
 */
public final class LocalObjectEntry {
    private final String key;
    private final long base;
    private final LongAdder accesses = new LongAdder();
    private final AtomicReference<LocalEntryView> known;
    private volatile boolean exists;
    private volatile boolean held;
    private volatile boolean announced;
    private volatile boolean askedAgain;
    private final AtomicBoolean queued = new AtomicBoolean();

    /** Until then, by the ticker, event loops leave it to the worker path; 0 for never. */
    private volatile long leftUntilNanos;

    /** Until then, by the ticker, worker paths do not ask the entry owner to locate it; 0 for never. */
    private volatile long notLocatedUntilNanos;

    /** @param base start of the cumulative count, not below its value in an earlier entry */
    LocalObjectEntry(String key, long base) {
        this.key = key;
        this.base = base;
        this.known = new AtomicReference<>(LocalEntryView.nothing(base));
    }

    public String key() {
        return key;
    }

    public void countAccess() {
        accesses.increment();
    }

    /** Accesses by clients of this node since the entry was made: the local access counter (LAC). */
    public long accesses() {
        return accesses.sum();
    }

    /** The same as a cumulative figure that never goes back, not even when the entry is forgotten and made again. */
    public long count() {
        return base + accesses.sum();
    }

    /** The highest version received. */
    public long version() {
        return known.get().version();
    }

    /** Tags of the holders as last received. */
    public List<Integer> holders() {
        return known.get().holders();
    }

    /** Returns true if another node than this one holds a copy, as last received. */
    public boolean isHeldElsewhere(int self) {
        for (int holder : known.get().holders()) {
            if (holder != self) {
                return true;
            }
        }
        return false;
    }

    /**
     * AGAC as this node knows it: the last one received, aged, and its own accesses that no directory entry has
     * confirmed yet.
     */
    public double agac(Ageing ageing) {
        LocalEntryView now = known.get();
        long unconfirmed = Math.max(0, base + accesses.sum() - now.acknowledged());
        return Math.min(ageing.cap(), ageing.aged(now.agac(), now.epoch()) + unconfirmed);
    }

    /** Moves the count into a later epoch, unless received in one. */
    void carryOver(int by, Ageing now) {
        known.updateAndGet(known -> known.carryOver(by, now));
    }

    /** Takes a summary of the directory entry; old and repeated answers change nothing. */
    public void learn(EntrySummary row, Ageing ageing) {
        known.updateAndGet(now -> now.learn(row, ageing));
    }

    /** Another node holds no copy, contrary to the last summary. */
    public void notHeld(int tag) {
        known.updateAndGet(now -> now.withoutHolder(tag));
    }

    /** Takes the count that another node reports, if it is higher than the known one. */
    public void heard(AgedCount agac, Ageing ageing) {
        known.updateAndGet(now -> now.heard(agac, ageing));
    }

    public AgedCount count(Ageing ageing) {
        return new AgedCount(agac(ageing), ageing.epoch());
    }

    /** Without another node: this node's counts are the cluster's, and nobody needs to be told who holds the object. */
    public void confirm(Ageing ageing) {
        announced = held;
        known.updateAndGet(now -> now.confirm(base + accesses.sum(), ageing));
    }

    /** There is a version at least this high. */
    public void learnVersion(long version) {
        known.updateAndGet(now -> now.atLeast(version));
    }

    /** The report to the directory entry at this moment. */
    public LocalCountReport localCount() {
        LocalEntryView now = known.get();
        return new LocalCountReport(
                key, base + accesses.sum(), now.acknowledged(), now.agac(), now.epoch(), now.version(), holding());
    }

    private Holding holding() {
        if (held) {
            return Holding.HELD;
        }
        return announced ? Holding.DROPPED : exists ? Holding.SEEN : Holding.UNSEEN;
    }

    /** Returns true if the directory entry lacks accesses, or lists a dropped copy. */
    boolean isNews() {
        return (exists && count() > known.get().acknowledged()) || held != announced;
    }

    /**
     * A report is about to be sent. Returns true if it announces a copy, which counts as announced from now on: an
     * answer that comes after the entry has moved must not undo {@link #unannounce}.
     */
    public boolean announces(LocalCountReport report) {
        boolean first = report.holding() == Holding.HELD && !announced;
        if (first) {
            announced = true;
        }
        return first;
    }

    /** The entry owner has confirmed a report. */
    public void confirmed(LocalCountReport told) {
        if (told.holding() == Holding.DROPPED) {
            announced = false;
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

    /** The directory entry is being updated: this node holds a copy. */
    public void announce() {
        announced = true;
    }

    /** The entry owner may not know of the copy. */
    public void unannounce() {
        announced = false;
    }

    boolean isUnannounced() {
        return held && !announced;
    }

    /** There is such a document, whether it is kept or not. */
    public void seen() {
        exists = true;
    }

    /** Notes that it was requested since it was put last; returns the note before. */
    boolean askedAgain(boolean now) {
        boolean before = askedAgain;
        if (before != now) {
            askedAgain = now;
        }
        return before;
    }

    boolean beginQueueing() {
        return queued.compareAndSet(false, true);
    }

    void endQueueing() {
        queued.set(false);
    }

    /** Event loops need not ask other nodes for it until then: another try would be in vain. */
    public void leaveUntil(long nanos) {
        leftUntilNanos = nonZero(nanos);
    }

    /** Returns true while event loops leave the object to the worker path. */
    public boolean isLeft(long nowNanos) {
        return isRunning(leftUntilNanos, nowNanos);
    }

    /** An event loop has asked the entry owner, and got no copy from the holders that it named. */
    public void locatedInVain(long untilNanos) {
        notLocatedUntilNanos = nonZero(untilNanos);
    }

    /** Returns true if an event loop has just asked the entry owner in vain. */
    public boolean wasLocatedInVain(long nowNanos) {
        return isRunning(notLocatedUntilNanos, nowNanos);
    }

    private static long nonZero(long nanos) {
        return nanos == 0 ? 1 : nanos;
    }

    private static boolean isRunning(long untilNanos, long nowNanos) {
        return untilNanos != 0 && nowNanos - untilNanos < 0;
    }

    boolean exists() {
        return exists;
    }
}
