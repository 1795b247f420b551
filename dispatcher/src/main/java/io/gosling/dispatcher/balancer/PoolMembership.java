package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.policy.PolicyBackend;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The term in which a back-end takes requests: a {@link PolicyBackend} in each of its pools, all of which count all of
 * its requests. Not thread-safe; guarded by {@link AdmissionController}.
 */
final class PoolMembership {
    private final BackendPool[] pools;
    private final PolicyBackend[] servers;

    PoolMembership(Backend backend, List<BackendPool> pools) {
        this(backend, pools, 0, null);
    }

    /** Goes on with {@code before} in other pools, with so many requests; it leaves those that are none of them. */
    PoolMembership(Backend backend, List<BackendPool> pools, int requests, @Nullable PoolMembership before) {
        this.pools = pools.toArray(BackendPool[]::new);
        this.servers = new PolicyBackend[this.pools.length];
        for (int at = 0; at < servers.length; at++) {
            BackendPool pool = this.pools[at];
            if (before != null && before.belongsTo(pool)) {
                servers[at] = before.in(pool);
                continue;
            }
            servers[at] = pool.cluster.join(backend.name(), backend.weight());
            for (int request = 0; request < requests; request++) {
                pool.cluster.begin(servers[at]);
            }
        }
        if (before != null) {
            before.leave(pool -> !belongsTo(pool));
        }
    }

    void end() {
        leave(pool -> true);
    }

    private void leave(Predicate<BackendPool> those) {
        for (int at = 0; at < servers.length; at++) {
            if (those.test(pools[at])) {
                pools[at].cluster.leave(servers[at]);
            }
        }
    }

    /** Changes the weight; policies keep their state. */
    void reweigh(double weight) {
        for (int at = 0; at < servers.length; at++) {
            pools[at].cluster.reweigh(servers[at], weight);
        }
    }

    List<PolicyBackend> servers() {
        return List.of(servers);
    }

    PolicyBackend in(BackendPool pool) {
        for (int at = 0; at < servers.length; at++) {
            if (pools[at].equals(pool)) {
                return servers[at];
            }
        }
        throw new IllegalStateException(servers[0] + " does not belong to the pool " + pool.label);
    }

    boolean belongsTo(BackendPool pool) {
        for (BackendPool own : pools) {
            if (own.equals(pool)) {
                return true;
            }
        }
        return false;
    }

    void holds(long[] routingKeys, long nanos) {
        for (int at = 0; at < servers.length; at++) {
            for (long routingKey : routingKeys) {
                pools[at].policy.holds(routingKey, servers[at], nanos);
            }
        }
    }

    void begin() {
        for (int at = 0; at < servers.length; at++) {
            pools[at].cluster.begin(servers[at]);
        }
    }

    void finish() {
        for (int at = 0; at < servers.length; at++) {
            pools[at].cluster.end(servers[at]);
        }
    }

    /** Counts admitted requests, in the pool of all back-ends and in {@code home}. */
    void admit(BackendPool home, int more) {
        pools[0].admitted += more; // everybody
        if (home.label != null && belongsTo(home)) {
            home.admitted += more;
        }
    }

    void share(double share) {
        for (int at = 0; at < servers.length; at++) {
            pools[at].cluster.share(servers[at], share);
        }
    }
}
