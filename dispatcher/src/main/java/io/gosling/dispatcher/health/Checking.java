package io.gosling.dispatcher.health;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Settings of active health checks, in HAProxy's terms: the front-end checks back-ends by requests of its own.
 *
 * @param means kind of checks
 * @param path the request target of HTTP checks: a path with or without a query
 * @param host the Host of that request; empty for the back-end's own address
 * @param interval from one check to the next, 50 ms (the period of the scheduler) to 1 h, each a fifth longer or
 *     shorter at random
 * @param timeout of one check, connecting included, 1 ms to 1 h
 * @param rise passed checks in a row after which a back-end that failed them is healthy again, 1 to 1000
 * @param fall failed checks in a row after which it takes no requests, 1 to 1000
 * @param onlyIdle true if a back-end that has answered a request within the interval is taken for healthy and not
 *     checked
 */
public record Checking(
        Means means,
        String path,
        String host,
        Duration interval,
        Duration timeout,
        int rise,
        int fall,
        boolean onlyIdle) {
    private static final Duration HOUR = Duration.ofHours(1);

    /** The kind of health check. */
    public enum Means {
        /** No checks. */
        OFF,
        /** By connecting. */
        TCP,
        /** By a GET that is answered with a status from 200 to 399. */
        HTTP
    }

    public Checking {
        if (!path.matches("/[!-~]{0,1023}")) {
            throw new IllegalArgumentException("path of checks: \"" + path
                    + "\"; expected a path that begins with a slash, of visible ASCII characters, 1024 at most");
        }
        if (!host.matches("[A-Za-z0-9.:\\[\\]_-]{0,255}")) {
            throw new IllegalArgumentException(
                    "host of checks: \"" + host + "\"; expected a host name or address, with or without a port");
        }
        Bounds.requireIso("interval of checks", interval, Duration.ofMillis(50), HOUR);
        Bounds.requireIso("time-out of checks", timeout, Duration.ofMillis(1), HOUR);
        Bounds.require("checks passed in a row", rise, 1, 1000);
        Bounds.require("checks failed in a row", fall, 1, 1000);
    }

    /** No checks. The other values are: path /, every 2 s, timeout 1 s, two passed, three failed. */
    public static Checking off() {
        return new Checking(Means.OFF, "/", "", Duration.ofSeconds(2), Duration.ofSeconds(1), 2, 3, true);
    }

    /** Returns true if there are checks. */
    public boolean isWanted() {
        return means != Means.OFF;
    }
}
