package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.health.Bounds;
import java.time.Duration;

/**
 * When a request that only asks is sent to a second back-end, whose answer counts if it begins first (Dean and Barroso 2013,
 * "The Tail at Scale").
 *
 * @param when what its back-end is given before that
 * @param delay of {@link When#AFTER}, 1 ms to 1 h; of no account otherwise
 * @param percent how many of a hundred requests may be, 0 to 100
 */
public record HedgeSettings(When when, Duration delay, int percent) {
    /** What a back-end is given. */
    public enum When {
        /** All the time there is: no request is sent twice at a time. */
        NEVER,
        /** A fixed time. */
        AFTER,
        /** As long as 95 of 100 answers of the same group took of late. */
        P95
    }

    public HedgeSettings {
        Bounds.require("delay of hedging", delay, Duration.ofMillis(1), Duration.ofHours(1));
        Bounds.require("percentage of hedged requests", percent, 0, 100);
    }

    /** Never. */
    public static HedgeSettings none() {
        return new HedgeSettings(When.NEVER, Duration.ofSeconds(1), 0);
    }

    /** Whether it is ever done. */
    public boolean isOn() {
        return when != When.NEVER && percent > 0;
    }
}
