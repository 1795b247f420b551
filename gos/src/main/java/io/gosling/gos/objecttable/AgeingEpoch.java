package io.gosling.gos.objecttable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.gosling.gos.replacement.AgeingSettings;
import java.util.concurrent.TimeUnit;

/**
 * The highest ageing epoch this node has heard of. Used by all slow lanes and the reporter; one short lock for changes,
 * none for reading.
 *
 * <p>Nobody agrees on anything: a node that finds its counts too high takes the next number, everybody takes the highest
 * number heard, so nodes that raise it at the same time raise it once.
 *
 * <p>A number that is far ahead comes from a cluster that has aged without this node, whose counts were never meant to be
 * aged as often: they are carried over to it as they are, by the reporter. For the same reason a wrong number harms
 * nobody.
 */
public final class AgeingEpoch {
    /** At one ageing in ten seconds, 340 years. What is beyond is no epoch. */
    public static final int MOST = 1 << 30;

    /** As many ageings may have been missed while a node went on being part of the cluster. */
    private static final int NEAR = 4;

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A cache that is less full has no use for an ageing: there is nothing to choose. */
    private static final double FULL = 0.9;

    private final AgeingSettings settings;
    private final Ticker ticker;
    private volatile int highest;

    @GuardedBy("this")
    private int far;

    @GuardedBy("this")
    private long restUntil;

    public AgeingEpoch(AgeingSettings settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
        this.restUntil = ticker.nanos();
    }

    /** The ageing as of now. */
    public Ageing now() {
        return new Ageing(highest, settings.factor(), settings.cap());
    }

    /** Whether {@link #heard} would change nothing. */
    public boolean isOld(int epoch) {
        return epoch <= highest;
    }

    /** Another node, or a row, is in this epoch. One that is far ahead counts from {@link #takeFar} on. */
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
     * Goes to an epoch far ahead, if one was heard of.
     *
     * @return by how many epochs the counts known here have to be moved, unchanged; 0 when none was heard of
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
     * Ages everything once more if the counts have grown too large, unless that happened less than ten seconds ago, here
     * or elsewhere: counts that are on their way must not age twice.
     *
     * @param mean the mean aged AGAC of the objects held here in the epoch {@code seen}
     * @param fullness the share of the memory that is in use, 0 to 1
     * @return whether the epoch was raised
     */
    public synchronized boolean raiseIfDue(double mean, double fullness, int seen) {
        if (mean <= settings.trigger()
                || fullness < FULL
                || seen != highest
                || seen >= MOST
                || ticker.nanos() - restUntil < 0) {
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
