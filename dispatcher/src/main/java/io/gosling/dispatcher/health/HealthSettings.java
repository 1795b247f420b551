package io.gosling.dispatcher.health;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Settings of the health of back-ends.
 *
 * @param probation outlier detection, from the outcomes of requests
 * @param checks active health checks
 * @param shares bounds of the share of back-ends that may be unhealthy
 * @param slowStart the longest time for which a new or recovered back-end takes less than its full share: 0 to 1 h, 0
 *     for none
 */
public record HealthSettings(ProbationSettings probation, Checking checks, Shares shares, Duration slowStart) {
    public HealthSettings {
        Bounds.requireIso("slow start", slowStart, Duration.ZERO, Duration.ofHours(1));
    }

    /** Two failed requests in a row, no checks, panic below half, no slow start. */
    public static HealthSettings defaults() {
        return new HealthSettings(ProbationSettings.defaults(), Checking.off(), Shares.defaults(), Duration.ZERO);
    }
}
