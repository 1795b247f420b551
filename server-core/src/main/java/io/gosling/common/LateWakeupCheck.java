package io.gosling.common;

import java.time.Duration;

/**
 * Detects waits that ended late because this process was not running: it was stopped, its machine suspended, or its
 * processors were busy. The awaited data may have arrived and only not been read yet, so such an end says nothing of
 * the other side, and the wait must be extended by {@link #SECOND_CHANCE} before the other side is reported as late.
 */
public final class LateWakeupCheck {
    /** Delay of a wake-up from which on the process counts as suspended: above a late timer's. */
    private static final long MARGIN_NANOS = Duration.ofSeconds(1).toNanos();

    /** In nanoseconds: time to read what is there already. */
    public static final long SECOND_CHANCE = Duration.ofSeconds(1).toNanos();

    private LateWakeupCheck() {}

    /**
     * Returns whether a wait that was due at one time, by {@link io.gosling.document.Ticker#nanos}, and ended at
     * another one ended that late.
     */
    public static boolean is(long due, long woke) {
        return woke - due > MARGIN_NANOS;
    }
}
