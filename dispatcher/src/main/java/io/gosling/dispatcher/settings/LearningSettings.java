package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.health.Bounds;
import java.time.Duration;

/**
 * What a front-end finds out by itself.
 *
 * @param weights whether it learns what back-ends carry from how long they take, beside what they were given
 * @param difference of delays between back-ends that is allowed, from which LARD's marks follow once back-ends were busy: up
 *     to 10 min; zero for the marks that are set
 */
public record LearningSettings(boolean weights, Duration difference) {
    public LearningSettings {
        Bounds.require("allowed difference of delays", difference, Duration.ZERO, Duration.ofMinutes(10));
    }

    /** Nothing. */
    public static LearningSettings none() {
        return new LearningSettings(false, Duration.ZERO);
    }
}
