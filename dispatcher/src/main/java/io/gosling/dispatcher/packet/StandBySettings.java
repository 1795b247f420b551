package io.gosling.dispatcher.packet;

import java.time.Duration;

/**
 * Settings of standby operation: several dispatchers that share one cluster address.
 *
 * @param priority of two that are active at once the one with the higher priority stays active, 1 to 255; 0 for a
 *     single dispatcher
 * @param takeOverAfter takeover time: how long nothing is heard of the active dispatcher before another one takes its
 *     place, 300 ms to 1 min
 */
public record StandBySettings(int priority, Duration takeOverAfter) {
    /** A single dispatcher. */
    public static final StandBySettings ALONE = new StandBySettings(0, Duration.ofSeconds(1));

    /** Refuses what is out of bounds. */
    public StandBySettings {
        if (priority < 0 || priority > 255) {
            throw new IllegalArgumentException("priority " + priority + "; expected 1 to 255, or 0 for one alone");
        }
        if (takeOverAfter.compareTo(Duration.ofMillis(300)) < 0 || takeOverAfter.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException(
                    "takes over after " + takeOverAfter.toMillis() + " ms; expected 300 ms to 1 min");
        }
    }

    /** Returns true if others may take over. */
    public boolean isShared() {
        return priority > 0;
    }
}
