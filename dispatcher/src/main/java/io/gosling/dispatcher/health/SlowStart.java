package io.gosling.dispatcher.health;

import java.time.Duration;

/**
 * The slow start of a new back-end among others, while its memory is cold and its program not yet warmed up: the part
 * of its full share of requests that it takes. If the back-end reports whether the bytes of its responses were in
 * memory, that part is its hit ratio divided by that of the others. Until it has reported that often enough, or if it
 * never does, the part is the elapsed part of the time. It ends with the time at the latest. Pure. Not thread-safe.
 */
public final class SlowStart {
    static final double LEAST = 0.1;

    /** Over when the hit ratio comes this near to that of the others. */
    static final double NEAR = 0.9;

    /** Answers after which the hit ratio is significant. */
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
     * A response reported whether its bytes were in memory.
     *
     * @param others the hit ratio of the back-ends that are not new, or -1 while it is not known
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
