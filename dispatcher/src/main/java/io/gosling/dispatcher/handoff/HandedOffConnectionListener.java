package io.gosling.dispatcher.handoff;

/** Receives the events of a connection handed off to a node. Called on the event loop that the connection had. */
public interface HandedOffConnectionListener {
    /** The node does nothing for the client: there is no request, or the client has to send or read more first. */
    void quiet();

    /** The node works for the client again. */
    void busy();

    /** It has closed, or the link to its node is over. Told once, and nothing after it. */
    void ended();
}
