package io.gosling.gos.link;

import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.netty.tls.ClusterTls;
import org.jspecify.annotations.Nullable;

/**
 * The rules that all links of one node share.
 *
 * @param tls encrypts them; null for plain links
 */
record PeerLinkContext(
        HandshakeRules handshake,
        KnownPurgeVersions purges,
        LinkTimeouts times,
        LinkWarnings warnings,
        @Nullable ClusterTls tls) {}
