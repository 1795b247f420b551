package io.gosling.gos.hazelcast.tls;

import io.gosling.netty.tls.ClusterTls;
import java.time.Duration;

/**
 * The encryption of a node's connections to other members. Immutable.
 *
 * @param tls stays its owner's, who closes it after the instance has ended
 * @param handshakes accepted connections without a complete handshake; a further one closes the oldest of the host that
 *     has most of them
 * @param timeout longest time for a handshake
 */
public record MemberEncryption(ClusterTls tls, int handshakes, Duration timeout) {
    private static final int HANDSHAKES = 64;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    public static MemberEncryption of(ClusterTls tls) {
        return new MemberEncryption(tls, HANDSHAKES, TIMEOUT);
    }
}
