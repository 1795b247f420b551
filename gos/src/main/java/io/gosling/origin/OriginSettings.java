package io.gosling.origin;

import io.gosling.gos.Bounds;
import java.time.Duration;

/**
 * How an origin is asked and what is kept of it.
 *
 * @param address where it is
 * @param keepsHost whether it is told the host that the client asked for; otherwise its own name. Where it is told, each
 *     host has its own responses, and the fast lane stays out
 * @param times how long it may take
 * @param connections open at a time to one of its addresses on each event loop
 * @param guessedMost the longest lifetime that is guessed for what has none but a Last-Modified; zero for no guessing
 * @param grace how long what has gone stale is served while the origin cannot be reached
 * @param patience how long a request waits for another that asks for the same; then it asks for itself
 * @param apart how long requests for what could not be shared do not wait for each other
 * @param remembered URLs of which it is remembered that they are such, or that they vary
 */
public record OriginSettings(
        OriginAddress address,
        boolean keepsHost,
        Times times,
        int connections,
        Duration guessedMost,
        Duration grace,
        Duration patience,
        Duration apart,
        int remembered) {

    /**
     * How long an origin may take.
     *
     * @param connect for a connection, TLS included, and for waiting for one
     * @param header from the end of the request to the response's header
     * @param progress between two pieces of a body, in either direction
     * @param total for the whole, body included
     */
    public record Times(Duration connect, Duration header, Duration progress, Duration total) {
        public Times {
            Duration least = Duration.ofMillis(1);
            Duration most = Duration.ofHours(1);
            Bounds.require("origin.connect-time", connect, least, most);
            Bounds.require("origin.header-time", header, least, most);
            Bounds.require("origin.progress-time", progress, least, most);
            Bounds.require("origin.total-time", total, least, Duration.ofDays(1));
        }

        /** 3 s to connect, 30 s for the header and between pieces, an hour for the whole. */
        public static Times usual() {
            return new Times(
                    Duration.ofSeconds(3), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofHours(1));
        }
    }

    public OriginSettings {
        Bounds.require("origin.connections", connections, 1, 100_000);
        Bounds.require("origin.guess-most", guessedMost, Duration.ZERO, Duration.ofDays(365));
        Bounds.require("refresh.grace", grace, Duration.ZERO, Duration.ofDays(1));
        Bounds.require("fill-wait", patience, Duration.ofMillis(1), Duration.ofMinutes(5));
        Bounds.require("origin.apart", apart, Duration.ZERO, Duration.ofDays(1));
        Bounds.require("origin.remembered", remembered, 16, 100_000_000);
    }

    /** The usual ones for an address. */
    public static OriginSettings of(OriginAddress address) {
        return new OriginSettings(
                address,
                false,
                Times.usual(),
                256,
                Duration.ofDays(1),
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Duration.ofSeconds(120),
                65_536);
    }

    OriginSettings withGrace(Duration other) {
        return new OriginSettings(
                address, keepsHost, times, connections, guessedMost, other, patience, apart, remembered);
    }

    OriginSettings withTimes(Times other) {
        return new OriginSettings(
                address, keepsHost, other, connections, guessedMost, grace, patience, apart, remembered);
    }

    OriginSettings keepingHost() {
        return new OriginSettings(address, true, times, connections, guessedMost, grace, patience, apart, remembered);
    }

    OriginSettings withPatience(Duration other) {
        return new OriginSettings(address, keepsHost, times, connections, guessedMost, grace, other, apart, remembered);
    }
}
