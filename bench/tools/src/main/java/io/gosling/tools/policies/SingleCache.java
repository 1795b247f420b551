package io.gosling.tools.policies;

import io.gosling.tools.trace.ObjectKeys;
import io.gosling.tools.trace.Trace;

/** Computes the hit ratios of replacement policies for a trace in one cache. */
public final class SingleCache {
    private static final int INTERVAL = 1000;
    private static final long SEED = 1;

    private SingleCache() {}

    /** The share of hits, 0 to 1, the cold start included; a policy may have settings behind its name. */
    public static double hitRatio(Trace trace, String policy, long budget) {
        ObjectKeys keys = ObjectKeys.of(trace);
        SharedCaches cluster = new SharedCaches(trace, keys, PolicyChoice.parse(policy), 1, budget, INTERVAL, SEED);
        return PolicyScore.of(trace, cluster).hitRatio();
    }
}
