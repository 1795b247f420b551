package io.gosling.dispatcher.handoff;

/**
 * Whoever offers a connection to a node, and hears what has become of it: at most one of these, once. On the event loop of the
 * connection.
 */
public interface HandoffCallback {
    /**
     * The node has it: the front-end's own descriptor is to be closed, and nothing else done with it.
     *
     * @return who hears of it from now on
     */
    HandedOffListener taken();

    /** The node has no room for it and has not touched it, or it was not offered after all: it may be proxied. */
    void declined();

    /** The node died, and has not touched it. */
    void returned();

    /** The node fell silent and may have touched it: it is nobody's that could be relied on. */
    void lost();
}
