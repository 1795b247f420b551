package io.gosling.gos;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * The time for which a copy may be served without being compared with its file.
 *
 * @param interval after half of it a check begins, after the whole of it nothing is served unchecked; 10 ms to 1 h
 * @param grace additional time when the source cannot be asked; 0 to 24 h
 */
public record FreshnessSettings(Duration interval, Duration grace) {
    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public FreshnessSettings {
        Bounds.require("refresh.interval", interval, Duration.ofMillis(10), Duration.ofHours(1));
        Bounds.require("refresh.grace", grace, Duration.ZERO, Duration.ofHours(24));
    }

    /** 2 s, and 60 s of grace. */
    public static FreshnessSettings defaults() {
        return new FreshnessSettings(Duration.ofSeconds(2), Duration.ofSeconds(60));
    }
}
