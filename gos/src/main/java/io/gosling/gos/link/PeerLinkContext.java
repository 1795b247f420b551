package io.gosling.gos.link;

import io.gosling.gos.quorum.KnownPurgeVersions;

/** The rules that all links of one node share. */
record PeerLinkContext(
        HandshakeRules handshake, KnownPurgeVersions purges, LinkTimeouts times, LinkWarnings warnings) {}
