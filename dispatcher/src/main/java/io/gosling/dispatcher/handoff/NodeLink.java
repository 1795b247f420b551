package io.gosling.dispatcher.handoff;

/** A handoff link between one event loop and one node. Belongs to that loop. */
interface NodeLink extends HandoffRoute {
    /** The reason of a link that the front-end has ended itself. */
    String CLOSED = "closed";

    /** Begins to connect to the node; to be called once. */
    void open();

    /** Whether connections may be offered. */
    boolean isReady();

    /** Whether there is no room for one more. */
    boolean isFull();

    /** Offers no more connections, and ends when the link is no longer needed. */
    void leave();

    /** Whether it has ended. */
    boolean isOver();
}
