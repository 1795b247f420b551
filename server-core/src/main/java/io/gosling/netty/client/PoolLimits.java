package io.gosling.netty.client;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Limits of a {@link ConnectionPool}.
 *
 * @param connections open at a time to one address on one event loop, 1 to 100 000
 * @param aside connections beside them that are in use and only wait, as for a client that does not read its response,
 *     0 to 1 000 000; further ones count as any
 * @param waiting requests that may wait for one of them, 0 to 1 000 000; further ones fail at once
 * @param idle idle timeout, 1 ms to 1 h; shorter than the other side's idle timeout
 * @param connectTimeout for making a connection and for waiting for one, 1 ms to 1 h
 */
public record PoolLimits(int connections, int aside, int waiting, Duration idle, Duration connectTimeout) {
    /** The upper bound of {@code aside}. */
    public static final int MOST_ASIDE = 1_000_000;

    public PoolLimits {
        Bounds.require("connections", connections, 1, 100_000);
        Bounds.require("aside", aside, 0, MOST_ASIDE);
        Bounds.require("waiting", waiting, 0, 1_000_000);
        Bounds.requireIso("idle", idle, Duration.ofMillis(1), Duration.ofHours(1));
        Bounds.requireIso("connectTimeout", connectTimeout, Duration.ofMillis(1), Duration.ofHours(1));
    }

    /** Creates limits with as many connections aside as connections. */
    public PoolLimits(int connections, int waiting, Duration idle, Duration connectTimeout) {
        this(connections, connections, waiting, idle, connectTimeout);
    }

    public PoolLimits withAside(int most) {
        return new PoolLimits(connections, most, waiting, idle, connectTimeout);
    }

    /** The defaults: 256 connections, 256 aside, 1024 waiting, 30 s idle, 250 ms to connect. */
    public static PoolLimits defaults() {
        return new PoolLimits(256, 1024, Duration.ofSeconds(30), Duration.ofMillis(250));
    }
}
