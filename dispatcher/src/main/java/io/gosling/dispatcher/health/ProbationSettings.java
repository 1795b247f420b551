package io.gosling.dispatcher.health;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Settings of outlier detection: passive ejection, for which the clients' requests themselves are the probes.
 *
 * @param failures in a row that eject a back-end, 1 to 1000: connections refused or broken before any response, and
 *     timeouts
 * @param first duration of the first ejection, 10 ms to 1 h; doubled each time the back-end fails its first request
 *     after one
 * @param longest upper bound of the doubled duration, at least {@code first}, at most 1 h
 */
public record ProbationSettings(int failures, Duration first, Duration longest) {
    public ProbationSettings {
        Bounds.require("failures in a row", failures, 1, 1000);
        Bounds.requireIso("probation", first, Duration.ofMillis(10), Duration.ofHours(1));
        Bounds.requireIso("longest probation", longest, first, Duration.ofHours(1));
    }

    /** Two failures in a row, 1 s doubling to 30 s. */
    public static ProbationSettings defaults() {
        return new ProbationSettings(2, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }
}
