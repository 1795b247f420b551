package io.gosling.dispatcher.handoff;

import java.util.Locale;

/**
 * The outcome of a possible handoff of a connection to a node. Each choice of a node counts once, so that a request for
 * which a second node is chosen counts twice.
 */
public enum HandoffOutcome {
    /** The node has it. */
    TAKEN,
    /** The node had no room, or was leaving: proxied. */
    DECLINED,
    /** The node died before it took it: another one was chosen. */
    RETURNED,
    /** Nobody knows whether the node took it before it fell silent: closed. */
    LOST,
    /** The connection cannot move: TLS, HTTP/2, an upgrade, or too much input. Proxied. */
    BOUND,
    /** The node is on another host, or on this one where connections go to others: proxied. */
    ELSEWHERE,
    /** There is no link to the node, or not yet: proxied. */
    UNLINKED,
    /** The link has as many connections as it may: proxied. */
    FULL;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
