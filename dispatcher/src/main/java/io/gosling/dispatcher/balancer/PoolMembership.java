package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.policy.PolicyBackend;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The term in which a back-end takes requests: a {@link PolicyBackend} in each of its pools, all of which count all of
 * its requests. Not thread-safe; guarded by {@link AdmissionController}.
 */
final class PoolMembership {
    private BackendPool everybody;
    private Map<BackendPool, PolicyBackend> servers = new LinkedHashMap<>();

    PoolMembership(Backend backend, List<BackendPool> pools) {
        everybody = pools.getFirst();
        regroup(backend, pools, 0);
    }

    /** Belongs to these pools from now on, of which the first has all back-ends; new ones count its requests. */
    void regroup(Backend backend, List<BackendPool> pools, int requests) {
        Map<BackendPool, PolicyBackend> before = servers;
        everybody = pools.getFirst();
        servers = new LinkedHashMap<>();
        for (BackendPool pool : pools) {
            PolicyBackend known = before.remove(pool);
            servers.put(pool, known == null ? pool.cluster.join(backend.name(), backend.weight()) : known);
            for (int request = 0; known == null && request < requests; request++) {
                pool.cluster.begin(in(pool));
            }
        }
        before.forEach((pool, server) -> pool.cluster.leave(server));
    }

    void end() {
        servers.forEach((pool, server) -> pool.cluster.leave(server));
    }

    /** Changes the weight; policies keep their state. */
    void reweigh(double weight) {
        servers.forEach((pool, server) -> pool.cluster.reweigh(server, weight));
    }

    Collection<PolicyBackend> servers() {
        return servers.values();
    }

    PolicyBackend in(BackendPool pool) {
        PolicyBackend server = servers.get(pool);
        if (server == null) {
            throw new IllegalStateException(servers.values() + " does not belong to the pool " + pool.label);
        }
        return server;
    }

    boolean belongsTo(BackendPool pool) {
        return servers.containsKey(pool);
    }

    void holds(long[] routingKeys, long nanos) {
        servers.forEach((pool, server) -> {
            for (long routingKey : routingKeys) {
                pool.policy.holds(routingKey, server, nanos);
            }
        });
    }

    void begin() {
        servers.forEach((pool, server) -> pool.cluster.begin(server));
    }

    void finish() {
        servers.forEach((pool, server) -> pool.cluster.end(server));
    }

    /** Counts admitted requests, in the pool of all back-ends and in {@code home}. */
    void admit(BackendPool home, int more) {
        everybody.admitted += more;
        if (home.label != null && belongsTo(home)) {
            home.admitted += more;
        }
    }

    void share(double share) {
        servers.forEach((pool, server) -> pool.cluster.share(server, share));
    }
}
