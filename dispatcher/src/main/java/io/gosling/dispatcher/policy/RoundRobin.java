package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * Weighted round robin without regard to load: the next server is the one that has waited longest for its share (stride
 * scheduling, Waldspurger and Weihl 1995).
 *
 * <pre>
 * n := the server with the least pass;  pass[n] += 1 / weight[n]
 * one that joins begins at the least pass
 * </pre>
 */
final class RoundRobin implements DistributionPolicy, MembershipListener {
    private final LiveBackends cluster;
    private final MinimumTree passes = new MinimumTree();

    RoundRobin(LiveBackends cluster) {
        this.cluster = cluster;
        cluster.watch(this);
    }

    @Override
    public void joined(PolicyBackend server) {
        double least = passes.least();
        put(server, Double.isInfinite(least) ? 0 : least);
    }

    @Override
    public void left(PolicyBackend server) {
        for (int at = server.index; at < cluster.size(); at++) {
            passes.set(at, cluster.at(at).pass);
        }
        passes.clear(cluster.size());
    }

    private void put(PolicyBackend server, double pass) {
        server.pass = pass;
        passes.set(server.index, pass);
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        int next = passes.indexOfLeast(0);
        if (next < 0) {
            return null;
        }
        PolicyBackend chosen = cluster.at(next);
        put(chosen, chosen.pass + 1 / chosen.weight());
        return chosen;
    }
}
