package io.gosling.dispatcher;

import io.gosling.dispatcher.health.Bounds;
import java.time.Duration;

/**
 * How requests reach back-ends.
 *
 * @param load how long a request counts as its back-end's where its answer is not seen, 0 to 1 min
 * @param streams 0 for HTTP/1.1; otherwise back-ends that speak HTTP/2 without having been asked get requests as streams of it,
 *     so many at a time on one connection, 10 000 at most
 */
public record MechanismSettings(Mechanism mechanism, Duration load, int streams) {
    /** Requests at a time on a connection of HTTP/2. */
    static final int MOST_STREAMS = 10_000;

    public MechanismSettings {
        Bounds.require("load time of what is sent away", load, Duration.ZERO, Duration.ofMinutes(1));
        Bounds.require("streams of a connection to a back-end", streams, 0, MOST_STREAMS);
    }

    /** By HTTP/1.1. */
    public MechanismSettings(Mechanism mechanism, Duration load) {
        this(mechanism, load, 0);
    }

    /** A relay. */
    public static MechanismSettings defaults() {
        return new MechanismSettings(Mechanism.PROXY, Duration.ofMillis(100));
    }
}
