package io.gosling.dispatcher.policy;

import java.util.Arrays;
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
    private final LiveServers cluster;
    private final LoadTree passes = new LoadTree();
    private double[] pass = new double[8];

    RoundRobin(LiveServers cluster) {
        this.cluster = cluster;
        cluster.watch(this);
    }

    @Override
    public void joined(Server server) {
        if (server.index >= pass.length) {
            pass = Arrays.copyOf(pass, 2 * pass.length);
        }
        double least = passes.least();
        put(server.index, Double.isInfinite(least) ? 0 : least);
    }

    @Override
    public void left(Server server) {
        for (int at = server.index; at < cluster.size(); at++) {
            put(at, pass[at + 1]);
        }
        passes.clear(cluster.size());
    }

    private void put(int index, double value) {
        pass[index] = value;
        passes.set(index, value);
    }

    @Override
    public @Nullable Server choose(long target, long nanos) {
        int next = passes.indexOfLeast(0);
        if (next < 0) {
            return null;
        }
        Server chosen = cluster.at(next);
        put(next, pass[next] + 1 / chosen.weight());
        return chosen;
    }
}
