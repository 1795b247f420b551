package io.gosling.dispatcher.settings;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Settings of the values that a front-end learns by itself.
 *
 * @param weights whether it learns the capacity of back-ends from their response times, relative to their configured
 *     weights
 * @param difference difference of delays between back-ends that is allowed, from which LARD's thresholds follow once
 *     back-ends were busy: up to 10 min; zero for the configured thresholds
 */
public record LearningSettings(boolean weights, Duration difference) {
    public LearningSettings {
        Bounds.requireIso("allowed difference of delays", difference, Duration.ZERO, Duration.ofMinutes(10));
    }

    /** Nothing. */
    public static LearningSettings none() {
        return new LearningSettings(false, Duration.ZERO);
    }
}
