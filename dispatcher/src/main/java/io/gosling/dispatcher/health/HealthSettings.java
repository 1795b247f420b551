package io.gosling.dispatcher.health;

import java.time.Duration;

/**
 * When a back-end is taken for unwell.
 *
 * @param probation by what requests meet
 * @param checks by what is asked besides
 * @param shares by how many at a time
 * @param slowStart how long one that comes, or comes back, takes less than its place at most: 0 to 1 h, 0 for not at all
 */
public record HealthSettings(ProbationSettings probation, Checking checks, Shares shares, Duration slowStart) {
    public HealthSettings {
        Bounds.require("slow start", slowStart, Duration.ZERO, Duration.ofHours(1));
    }

    /** Two failed requests in a row, no checks, panic below half, no slow start. */
    public static HealthSettings defaults() {
        return new HealthSettings(ProbationSettings.defaults(), Checking.off(), Shares.defaults(), Duration.ZERO);
    }
}
