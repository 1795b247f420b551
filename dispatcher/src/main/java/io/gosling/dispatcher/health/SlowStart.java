package io.gosling.dispatcher.health;

import java.time.Duration;

/**
 * How much of its place a back-end takes while it is new among others: its memory is cold, its program not yet warmed up.
 * Where it says of its answers whether it had the bytes in memory, that is its hit ratio over that of the others; before it
 * has said so often enough, or if it never does, what has passed of the time. Over with the time at the latest. Pure. Not
 * thread-safe.
 */
public final class SlowStart {
    /** Everybody takes this much. */
    static final double LEAST = 0.1;

    /** Over when the hit ratio comes this near to that of the others. */
    static final double NEAR = 0.9;

    /** Answers after which the hit ratio is believed. */
    static final int ENOUGH = 50;

    private final long beganNanos;
    private final long wholeNanos;
    private int heard;
    private double hits;
    private double hitsOfOthers;

    /** @param whole after which it is over, above zero */
    public SlowStart(Duration whole, long nanos) {
        this.wholeNanos = whole.toNanos();
        this.beganNanos = nanos;
    }

    /**
     * An answer said whether its bytes had been in memory.
     *
     * @param others the share of those that had, of the back-ends that are not new, or -1 while nothing is known of them
     */
    public void heard(boolean hit, double others) {
        heard++;
        // The mean of all at first, of about the last fifty later.
        hits += ((hit ? 1 : 0) - hits) / Math.min(heard, ENOUGH);
        hitsOfOthers = others;
    }

    /** From {@value #LEAST} to 1; 1 is the end. */
    public double share(long nanos) {
        double passed = (double) (nanos - beganNanos) / wholeNanos;
        if (passed >= 1) {
            return 1;
        }
        if (heard < ENOUGH || hitsOfOthers < 0) {
            return Math.max(LEAST, passed);
        }
        double warmth = hitsOfOthers == 0 ? 1 : hits / hitsOfOthers;
        return warmth >= NEAR ? 1 : Math.max(LEAST, warmth);
    }
}
