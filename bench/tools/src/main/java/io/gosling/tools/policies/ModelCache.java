package io.gosling.tools.policies;

/** A cache, or several, that answers requests one after the other. Used by one thread. */
interface ModelCache {
    enum Answer {
        /** The memory of the node that was asked. */
        LOCAL,
        /** Another node's memory. */
        PEER,
        MISS
    }

    /** The next request of the trace. */
    Answer ask(int object);
}
