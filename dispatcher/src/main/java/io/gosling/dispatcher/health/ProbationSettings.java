package io.gosling.dispatcher.health;

import java.time.Duration;

/**
 * When a back-end that fails is left alone. Requests themselves are the probes: passive ejection.
 *
 * @param failures in a row that take it out, 1 to 1000: connections refused or broken before any answer, and time-outs
 * @param first how long it is left alone at first, 10 ms to 1 h; doubled each time it fails its first request after
 * @param longest bound of the doubling, at least {@code first}, at most 1 h
 */
public record ProbationSettings(int failures, Duration first, Duration longest) {
    public ProbationSettings {
        Bounds.require("failures in a row", failures, 1, 1000);
        Bounds.require("probation", first, Duration.ofMillis(10), Duration.ofHours(1));
        Bounds.require("longest probation", longest, first, Duration.ofHours(1));
    }

    /** Two failures in a row, 1 s doubling to 30 s. */
    public static ProbationSettings defaults() {
        return new ProbationSettings(2, Duration.ofSeconds(1), Duration.ofSeconds(30));
    }
}
