package io.gosling.gos.link;

import io.gosling.gos.quorum.KnownPurges;

/** The rules that all links of one node share. */
record PeerLinkRules(Handshake handshake, KnownPurges purges, LinkTimes times, LinkWarnings warnings) {}
