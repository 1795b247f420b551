package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;
import org.jspecify.annotations.Nullable;

/**
 * LARD/R with two extensions: nodes report whether they had the bytes, and no node has more than its share.
 *
 * <pre>
 * room(n): load[n] &lt; T_low,
 *   or active[n] + 1 &lt;= ceil((1 + e) * (requests in the cluster + 1) * weight[n] / all weights)
 * if serverSet[target] = empty:  n := least loaded node;
 *                                if it has no room, the one with the fewest requests for its weight
 * else:                          n := least loaded of serverSet[target]
 *   if n has dropped the target, and some node's load is less:  serverSet[target] := {that one};  n := it
 *   else if n has no room:       n := as above;  add it to serverSet[target]
 *   if |serverSet[target]| &gt; 1 and it has not changed for K:  remove its most loaded node
 * answered: a miss of the node that was the last to have it, by a request that was sent after that was known:
 *           it has dropped the target
 *           hits[n] := a mean over about 100 answers;  load[n] counts for 1 / clamp(hits[n] / hits of all, 0.1, 1)
 * </pre>
 *
 * <p>So an evicted copy does not bind a target, a node that has just joined, whose memory is cold, counts as a small
 * one until its hit ratio rises, and no choice of this policy takes a node above its room.
 */
final class LardBounded extends LardReplicated implements MembershipListener {
    private static final double COLDEST = 0.1;
    private static final double ALPHA = 0.01;
    private static final double SLOW_ALPHA = 0.001;

    private final double timesAverage;
    private double hitsOfAll;

    LardBounded(LiveBackends cluster, PolicySettings settings, double bound) {
        super(cluster, settings);
        this.timesAverage = 1 + bound;
        cluster.watch(this);
    }

    @Override
    public void joined(PolicyBackend server) {
        cluster.ramp(server, hitsOfAll > 0 ? COLDEST : 1);
    }

    /** The least loaded server, cold ones counted as small; without room there, the one with the fewest requests. */
    @Override
    @Nullable
    PolicyBackend least() {
        PolicyBackend least = cluster.leastLoaded();
        return least == null || hasRoom(least) ? least : cluster.leastActive();
    }

    @Override
    PolicyBackend serve(Row row, long nanos) {
        PolicyBackend chosen = row.servers[BackendSetOperations.leastLoaded(row.servers)];
        boolean free = row.dropped && cluster.anyBelow(chosen.load);
        row.dropped = false;
        if (free || !hasRoom(chosen)) {
            PolicyBackend least = least();
            if (least != null && !BackendSetOperations.contains(row.servers, least)) {
                row.servers = free ? least.alone : BackendSetOperations.with(row.servers, least);
                return least;
            }
            chosen = least == null ? chosen : least;
        }
        if (row.servers.length > 1 && nanos - row.changedNanos > replicaAgeNanos) {
            row.servers = BackendSetOperations.without(row.servers, BackendSetOperations.mostLoaded(row.servers));
        }
        return chosen;
    }

    private boolean hasRoom(PolicyBackend server) {
        return server.load < low || server.active < cluster.bound(server, timesAverage);
    }

    @Override
    public boolean goesByLoad() {
        return false;
    }

    @Override
    public boolean listens() {
        return true;
    }

    @Override
    public void answered(
            long routingKey, PolicyBackend server, ReportedCacheResult cached, long bytes, long tookNanos, long nanos) {
        if (cached == ReportedCacheResult.UNKNOWN) {
            warmUnheard(server);
            return;
        }
        double hit = cached == ReportedCacheResult.HIT ? 1 : 0;
        server.hits += ALPHA * (hit - server.hits);
        hitsOfAll += SLOW_ALPHA * (hit - hitsOfAll);
        cluster.ramp(server, hitsOfAll <= 0 ? 1 : Math.clamp(server.hits / hitsOfAll, COLDEST, 1));
        Row row = table.find(routingKey);
        if (row != null && BackendSetOperations.contains(row.servers, server)) {
            if (cached == ReportedCacheResult.HIT) {
                row.hitBy = server;
                row.hitNanos = nanos;
            } else if (server.equals(row.hitBy)) {
                row.dropped |= nanos - tookNanos - row.hitNanos > 0;
            }
        }
    }

    /** A server that reports no cache results counts as warm after a hundred responses or so. */
    private void warmUnheard(PolicyBackend server) {
        if (server.hits == 0 && server.unheard < 1) {
            server.unheard += ALPHA;
            cluster.ramp(server, Math.clamp(server.unheard, COLDEST, 1));
        }
    }
}
