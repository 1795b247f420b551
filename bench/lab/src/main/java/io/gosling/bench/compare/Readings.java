package io.gosling.bench.compare;

/**
 * The resources that a forwarding mode has used up to a moment, or between two moments.
 *
 * @param nanos of the clock
 * @param frontEndTicks CPU time of the front-end's process; 0 where there is none
 * @param nodeTicks of all nodes
 */
record Readings(long nanos, long frontEndTicks, long nodeTicks, Handoffs handoffs) {
    Readings with(Handoffs told) {
        return new Readings(nanos, frontEndTicks, nodeTicks, told);
    }

    /** From an earlier moment to this one. */
    Readings since(Readings before) {
        return new Readings(
                nanos - before.nanos,
                frontEndTicks - before.frontEndTicks,
                nodeTicks - before.nodeTicks,
                handoffs.since(before.handoffs));
    }
}
