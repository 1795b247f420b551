package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.NodeLocator;

/**
 * The headers and paths of the peer channel's HTTP requests:
 *
 * <pre>
 *   GET  /~gosling/hottest     lines "count epoch bytes key", hottest first, at most 8 MiB
 *   POST /~gosling/hand-over   the same lines: fetch these from the node that is leaving
 *   POST /~gosling/messages    purge messages, addressed to a node's name instead of a process
 *   *    /~gosling/admin/...   requests for the node's admin API, see {@link MemberClient}
 * </pre>
 */
final class PeerHttpNames {
    /** Sent with every request, and read where nothing is encrypted: {@link ClusterSecret#peerToken()}. */
    static final String TOKEN = "Gosling-Token";
    /** The receiving node: its tag, or its name for purge messages; another node at the same address answers 421. */
    static final String TO = "Gosling-To";
    /** With purge messages: {@link NodeLocator#tell}. */
    static final String WHERE = "Gosling-Where";

    /** The lease time of the sender of purge messages, in milliseconds. */
    static final String LEASE = "Gosling-Lease";

    /** The tag of the requesting node, for a leaving node's objects. */
    static final String FROM = "Gosling-From";

    static final String HOTTEST = "/~gosling/hottest";
    static final String HAND_OVER = "/~gosling/hand-over";
    static final String ENVELOPES = "/~gosling/messages";
    static final String ADMIN = "/~gosling/admin";

    private PeerHttpNames() {}
}
