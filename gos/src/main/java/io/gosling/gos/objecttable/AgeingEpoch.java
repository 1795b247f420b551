package io.gosling.gos.objecttable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.gosling.gos.replacement.LfuAgingSettings;
import java.util.concurrent.TimeUnit;

/**
 * The highest ageing epoch this node has received. Used by all worker paths and the reporter; one short lock for
 * changes, none for reading.
 *
 * <p>No agreement is needed: a node that finds its counts too high takes the next number, every node takes the highest
 * number received, so nodes that raise it at the same time raise it once. A node does so whose memory is 90 % full and
 * whose held objects have a mean aged count above {@code ageing.trigger}, not within 10 s of the last raise it made or
 * heard of.
 *
 * <p>A number that is far ahead comes from a cluster that has aged without this node, whose counts were never meant to
 * be aged as often: the reporter carries them over to it unchanged. For the same reason a wrong number is harmless.
 */
public final class AgeingEpoch {
    /** At one ageing in ten seconds, 340 years. Higher numbers are invalid. */
    public static final int MOST = 1 << 30;

    /** The number of ageings that a node may miss while it remains part of the cluster. */
    private static final int NEAR = 4;

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A cache that is less full has no use for an ageing: there is nothing to choose. */
    private static final double FULL = 0.9;

    private final double trigger;
    private final Ageing first;
    private final Ticker ticker;
    private volatile int highest;

    @GuardedBy("this")
    private int far;

    @GuardedBy("this")
    private long restUntil;

    public AgeingEpoch(LfuAgingSettings settings, Ticker ticker) {
        this.trigger = settings.get(LfuAgingSettings.TRIGGER);
        this.first = new Ageing(0, settings.get(LfuAgingSettings.FACTOR), settings.get(LfuAgingSettings.CAP));
        this.ticker = ticker;
        this.restUntil = ticker.nanos();
    }

    public Ageing now() {
        return first.at(highest);
    }

    /** Returns true if {@link #heard} would change nothing. */
    public boolean isOld(int epoch) {
        return epoch <= highest;
    }

    /** Another node, or a directory entry, is in this epoch. One that is far ahead counts from {@link #takeFar} on. */
    public void heard(int epoch) {
        if (epoch > highest && epoch <= MOST) {
            heardHigher(epoch);
        }
    }

    private synchronized void heardHigher(int epoch) {
        if (epoch > highest + NEAR) {
            far = Math.max(far, epoch);
        } else if (epoch > highest) {
            raise(epoch);
        }
    }

    /**
     * Takes an epoch far ahead, if one was received.
     *
     * @return by how many epochs the counts known here have to be moved, unchanged; 0 when none was received
     */
    public synchronized int takeFar() {
        int by = far - highest;
        far = 0;
        if (by <= 0) {
            return 0;
        }
        raise(highest + by);
        return by;
    }

    /**
     * Ages everything once more if the counts have grown too large, unless that happened less than ten seconds ago,
     * here or elsewhere: counts that are on their way must not age twice.
     *
     * @param mean the mean aged AGAC of the objects held here in the epoch {@code seen}
     * @param fullness the share of the memory that is in use, 0 to 1
     * @return true if the epoch was raised
     */
    public synchronized boolean raiseIfDue(double mean, double fullness, int seen) {
        if (mean <= trigger || fullness < FULL || seen != highest || seen >= MOST || ticker.nanos() - restUntil < 0) {
            return false;
        }
        raise(seen + 1);
        return true;
    }

    @GuardedBy("this")
    private void raise(int epoch) {
        highest = epoch;
        restUntil = ticker.nanos() + PAUSE_NANOS;
    }
}
