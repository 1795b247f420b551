package io.gosling.dispatcher.packet;

import java.time.Duration;

/**
 * Whether there are several dispatchers of one cluster address.
 *
 * @param priority of those that are active at once the one with more stays so, 1 to 255; 0 for one that is alone
 * @param takeOverAfter for how long nothing is heard of the active one before another takes its place, 300 ms to 1 min
 */
public record StandBySettings(int priority, Duration takeOverAfter) {
    /** One that is alone. */
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

    /** Whether others may take over. */
    public boolean isShared() {
        return priority > 0;
    }
}
