package io.gosling.origin.upstream;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * The rules by which a server of an origin is ejected and comes back, and by which its requests are sent to another
 * one.
 *
 * @param failures in a row after which it is ejected
 * @param pause first ejection time; one request tests it afterwards, and each failure doubles the time
 * @param longestPause the upper bound of that time; where there is one server only, a doubled time is at most a second
 * @param repeatPercent requests of a hundred that may be sent once more after they failed
 * @param repeatLeast retries a second that are allowed however few requests there are
 * @param check the health checks
 */
public record Failover(
        int failures, Duration pause, Duration longestPause, int repeatPercent, int repeatLeast, Check check) {
    /** @throws IllegalArgumentException when a number is out of bounds, or the pauses do not fit */
    public Failover {
        Duration least = Duration.ofMillis(1);
        Duration most = Duration.ofHours(1);
        Bounds.require("origin.failures", failures, 1, 1000);
        Bounds.require("origin.pause", pause, least, most);
        Bounds.require("origin.longest-pause", longestPause, least, most);
        Bounds.require("origin.repeat-percent", repeatPercent, 0, 100);
        Bounds.require("origin.repeat-least", repeatLeast, 0, 10_000);
        if (longestPause.compareTo(pause) < 0) {
            throw new IllegalArgumentException(
                    "origin.longest-pause: shorter than origin.pause; expected at least as long");
        }
    }

    /** The longest ejection of a single server, except for a longer first one. */
    private static final Duration LONGEST_ALONE = Duration.ofSeconds(1);

    /** Returns the settings for a single server. */
    Failover ofOneAlone() {
        Duration longest = pause.compareTo(LONGEST_ALONE) > 0 ? pause : LONGEST_ALONE;
        return longest.compareTo(longestPause) < 0
                ? new Failover(failures, pause, longest, repeatPercent, repeatLeast, check)
                : this;
    }

    /** Three failures, 1 s to 30 s, a fifth of the requests and one a second, no checks. */
    public static Failover usual() {
        return new Failover(3, Duration.ofSeconds(1), Duration.ofSeconds(30), 20, 1, Check.NONE);
    }

    /**
     * A health check: a request that a healthy server answers with a status below 400.
     *
     * @param target the request target, path and perhaps query, as the origin calls it; empty for no checks
     * @param interval between two checks, a fifth more or less, so that nodes do not check at once
     * @param time the timeout
     */
    public record Check(String target, Duration interval, Duration time) {
        /** Servers are not asked. */
        public static final Check NONE = new Check("", Duration.ofSeconds(5), Duration.ofSeconds(2));

        /** @throws IllegalArgumentException when it is no path, or a time is out of bounds */
        public Check {
            if (!target.isEmpty() && !target.matches("/[!-~&&[^#]]*")) {
                throw new IllegalArgumentException("origin.check: value \"" + target
                        + "\"; expected a path that begins with a slash, such as /healthz");
            }
            Bounds.require("origin.check-interval", interval, Duration.ofMillis(10), Duration.ofHours(1));
            Bounds.require("origin.check-time", time, Duration.ofMillis(1), Duration.ofMinutes(1));
        }

        boolean isWanted() {
            return !target.isEmpty();
        }
    }
}
