package io.gosling.dispatcher.handoff;

/**
 * Receives the outcome of an offer of a connection to a node: at most one of these methods is called, once, on the
 * event loop of the connection.
 */
public interface HandoffCallback {
    /** The node has it: the front-end's own descriptor is to be closed, and nothing else done with it. */
    HandedOffListener taken();

    /** The node has no room for it and has not touched it, or it was not offered after all: it may be proxied. */
    void declined();

    /** The node died, and has not touched it. */
    void returned();

    /** The node fell silent and may have used the connection: its owner is unknown. */
    void lost();
}
