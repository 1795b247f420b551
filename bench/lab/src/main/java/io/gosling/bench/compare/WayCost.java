package io.gosling.bench.compare;

/** The resources that a forwarding mode has used up to a moment, or between two moments. */
record WayCost(long nanos, long frontEndTicks, long nodeTicks, FrontEndHandoffs handoffs) {
    WayCost with(FrontEndHandoffs told) {
        return new WayCost(nanos, frontEndTicks, nodeTicks, told);
    }

    WayCost since(WayCost before) {
        return new WayCost(
                nanos - before.nanos,
                frontEndTicks - before.frontEndTicks,
                nodeTicks - before.nodeTicks,
                handoffs.since(before.handoffs));
    }
}
