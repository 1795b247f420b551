package io.gosling.document;

import java.time.Duration;

/**
 * Tells a wait that ended late from one that ended in time. Who wakes long after the time for which it meant to wait was not
 * running meanwhile: the process was stopped, its machine suspended, or its processors had other things to do. What was
 * waited for may have come and only not been read yet, so such an end says nothing of the other side, and a
 * {@link #SECOND_CHANCE} is due before anybody is blamed.
 */
public final class LateWakeup {
    /** How long after one meant to wake counts as not having run. Timers are some milliseconds late on a busy machine. */
    private static final long MARGIN_NANOS = Duration.ofSeconds(1).toNanos();

    /** In nanoseconds: time to read what is there already. */
    public static final long SECOND_CHANCE = Duration.ofSeconds(1).toNanos();

    private LateWakeup() {}

    /** Whether a wait that was to end at one time, by {@link Ticker#nanos}, and ended at another one ended that late. */
    public static boolean is(long due, long woke) {
        return woke - due > MARGIN_NANOS;
    }
}
