package io.gosling.dispatcher.settings;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Settings of hedged requests: a safe request is also sent to a second back-end, whose response counts if it begins
 * first (Dean and Barroso 2013, "The Tail at Scale").
 *
 * @param when the kind of delay before that
 * @param delay of {@link When#AFTER}, 1 ms to 1 h; of no account otherwise
 * @param percent how many of a hundred requests may be hedged, 0 to 100
 */
public record HedgeSettings(When when, Duration delay, int percent) {
    /** The delay before a request is hedged. */
    public enum When {
        /** Requests are never hedged. */
        NEVER,
        /** A fixed time. */
        AFTER,
        /** The 95th percentile of the recent response times of the same back-end pool. */
        P95
    }

    public HedgeSettings {
        Bounds.requireIso("delay of hedging", delay, Duration.ofMillis(1), Duration.ofHours(1));
        Bounds.require("percentage of hedged requests", percent, 0, 100);
    }

    /** No hedging. */
    public static HedgeSettings none() {
        return new HedgeSettings(When.NEVER, Duration.ofSeconds(1), 0);
    }

    /** Whether requests are hedged at all. */
    public boolean isOn() {
        return when != When.NEVER && percent > 0;
    }
}
