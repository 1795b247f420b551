package io.gosling.dispatcher.handoff;

/** What one event loop and one node have between them. Belongs to that loop. */
interface NodeLink extends HandoffRoute {
    /** Why a link is over that the front-end has ended itself. */
    String CLOSED = "closed";

    /** Begins to reach the node; to be called once. */
    void open();

    /** Whether connections may be offered. */
    boolean isReady();

    /** Whether there is no room for one more. */
    boolean isFull();

    /** Offers nothing more, and ends when nobody needs it. */
    void leave();

    /** Whether it has ended. */
    boolean isOver();
}
