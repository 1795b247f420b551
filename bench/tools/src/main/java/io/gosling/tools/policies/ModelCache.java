package io.gosling.tools.policies;

/** A cache, or several, that answers requests one after the other. Used by one thread. */
interface ModelCache {
    enum Answer {
        LOCAL,
        PEER,
        MISS
    }

    Answer ask(int object);
}
