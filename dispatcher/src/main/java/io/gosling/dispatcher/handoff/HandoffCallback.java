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

    /** Receives the events of a connection handed off to a node. Called on the event loop that the connection had. */
    interface HandedOffListener {
        /** The node does nothing for the client: there is no request, or the client has to send or read more first. */
        void quiet();

        /** The node works for the client again. */
        void busy();

        /** It has closed, or the link to its node is over. Told once, and nothing after it. */
        void ended();
    }
}
