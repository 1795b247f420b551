package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * WRR (Pai et al. 1998, section 2): the server with the fewest active requests for its weight, ties in turn. Every
 * back-end sees every routing key, so each must cache all of the working set.
 */
record WeightedLeastRequests(LiveBackends cluster) implements DistributionPolicy {
    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        return cluster.leastLoaded();
    }

    @Override
    public boolean goesByLoad() {
        return true;
    }
}
