package io.gosling.dispatcher.handoff;

/** Whoever wants to know of a connection that a node has. On the event loop that the connection had. */
public interface HandedOffListener {
    /** Nothing is done for its client: it has asked for nothing, or has to send or take more before anything is. */
    void quiet();

    /** Something is done for its client again. */
    void busy();

    /** It has closed, or the link to its node is over. Told once, and nothing after it. */
    void ended();
}
