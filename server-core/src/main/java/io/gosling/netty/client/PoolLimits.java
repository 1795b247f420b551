package io.gosling.netty.client;

import java.time.Duration;

/**
 * Limits of a {@link ConnectionPool}. Their bounds are those of the settings from which they are made.
 *
 * @param connections open at a time to one address on one event loop
 * @param aside connections beside them that are in use and only wait, as for a client that does not read its response;
 *     further ones count as any
 * @param waiting requests that may wait for one of them; further ones fail at once
 * @param idle idle timeout, shorter than the other side's idle timeout
 * @param connectTimeout for making a connection and for waiting for one
 * @param handshakeTimeout for the TLS handshake of a connection that has been made
 */
public record PoolLimits(
        int connections, int aside, int waiting, Duration idle, Duration connectTimeout, Duration handshakeTimeout) {
    /** So many aside that the memory for slow clients is the bound. */
    public static final int MOST_ASIDE = 1_000_000;

    public PoolLimits(int connections, int waiting, Duration idle, Duration connectTimeout) {
        this(connections, connections, waiting, idle, connectTimeout, connectTimeout);
    }

    public PoolLimits withAside(int most) {
        return new PoolLimits(connections, most, waiting, idle, connectTimeout, handshakeTimeout);
    }

    public PoolLimits withHandshake(Duration timeout) {
        return new PoolLimits(connections, aside, waiting, idle, connectTimeout, timeout);
    }
}
