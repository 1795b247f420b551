package io.gosling.dispatcher.policy;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maglev hashing (Eisenbud et al. 2016, section 3.4): a table that each server fills along a permutation of its own, in
 * turns by weight, until it is full. Shares are even to a thousandth; a server that leaves moves its own routing keys
 * and a few others.
 *
 * <pre>
 * offset[i], skip[i] := two hashes of the server's name
 * repeat: each server, as often as its weight says, takes the next free entry of offset, offset + skip, ... mod M
 * choose: table[hash mod M]
 * </pre>
 *
 * <p>Made anew at the first question after a change. Not thread-safe.
 */
final class Maglev implements DistributionPolicy, MembershipListener {
    /** A prime well above a hundred entries for each of some hundred servers. */
    private static final int ENTRIES = 65_537;

    private final LiveBackends cluster;
    private final @Nullable PolicyBackend[] table = new PolicyBackend[ENTRIES];
    private boolean stale = true;

    Maglev(LiveBackends cluster) {
        this.cluster = cluster;
        cluster.watch(this);
    }

    @Override
    public void changed() {
        stale = true;
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        if (stale) {
            fill();
        }
        return table[(int) Long.remainderUnsigned(RoutingKeyHash.mix(routingKey), ENTRIES)];
    }

    private void fill() {
        Arrays.fill(table, null);
        stale = false;
        int size = cluster.size();
        long[] at = new long[size];
        long[] skip = new long[size];
        double[] credit = new double[size];
        double heaviest = 0;
        for (int i = 0; i < size; i++) {
            PolicyBackend server = cluster.at(i);
            at[i] = Long.remainderUnsigned(server.seed, ENTRIES);
            skip[i] = Long.remainderUnsigned(RoutingKeyHash.mix(~server.seed), ENTRIES - 1) + 1;
            heaviest = Math.max(heaviest, server.weight());
        }
        int filled = 0;
        while (size > 0 && filled < ENTRIES) {
            for (int i = 0; i < size && filled < ENTRIES; i++) {
                credit[i] += cluster.at(i).weight() / heaviest;
                if (credit[i] >= 1) {
                    credit[i]--;
                    filled += take(cluster.at(i), at, skip[i], i);
                }
            }
        }
    }

    private int take(PolicyBackend server, long[] at, long skip, int i) {
        while (table[(int) at[i]] != null) {
            at[i] = (at[i] + skip) % ENTRIES;
        }
        table[(int) at[i]] = server;
        return 1;
    }
}
