package io.gosling.dispatcher.handoff;

/** Whoever wants to know of a connection that a node has. On the event loop that the connection had. */
public interface Holding {
    /** Everything that its client has asked for is answered. */
    void quiet();

    /** Its client has asked for something again. */
    void busy();

    /** It has closed, or the link to its node is over. Told once, and nothing after it. */
    void ended();
}
