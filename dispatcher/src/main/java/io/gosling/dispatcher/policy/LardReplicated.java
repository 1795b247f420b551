package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;
import org.jspecify.annotations.Nullable;

/**
 * LARD with replication (Pai et al. 1998, figure 3). Load is active requests for each unit of weight:
 *
 * <pre>
 * if serverSet[target] is empty:  n, serverSet[target] := {least loaded node}
 * else:
 *   n := least loaded node in serverSet[target]
 *   m := most loaded node in serverSet[target]
 *   if n.load &gt; T_high and some node's load &lt; T_low, or n.load &gt;= 2 T_high:
 *     p := least loaded node;  add p to serverSet[target];  n := p
 *   if |serverSet[target]| &gt; 1 and now - serverSet[target].lastMod &gt; K:
 *     remove m from serverSet[target]
 * send the request to n
 * if serverSet[target] changed:  serverSet[target].lastMod := now
 * </pre>
 *
 * <p>So a target whose set was unchanged for K moves, as in LARD, and one that overloads its new node soon after is
 * replicated. Where the paper's prose and its figure differ, this is the figure. Servers that left drop out of the sets
 * without counting as a change; an emptied set is as if never assigned.
 */
final class LardReplicated extends LardPolicy {
    LardReplicated(LiveBackends cluster, PolicySettings settings) {
        super(cluster, settings);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // sets are replaced, never changed: another array is another set
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        if (cluster.size() == 0) {
            return null;
        }
        Row row = presentRow(routingKey);
        PolicyBackend[] before = row.servers;
        PolicyBackend chosen = before.length == 0 ? first(routingKey) : serve(row, nanos);
        if (before.length == 0 && chosen != null) {
            row.servers = chosen.alone;
        }
        if (row.servers != before) {
            changed(row, before, nanos);
        }
        return chosen;
    }

    @Override
    public void holds(long routingKey, PolicyBackend server, long nanos) {
        Row row = presentRow(routingKey);
        row.add(server, nanos);
        report(row);
    }

    private PolicyBackend serve(Row row, long nanos) {
        PolicyBackend chosen = row.servers[BackendSetOperations.leastLoaded(row.servers)];
        int most = BackendSetOperations.mostLoaded(row.servers);
        if (isOverloaded(chosen)) {
            PolicyBackend least = cluster.leastLoaded();
            if (least != null && !BackendSetOperations.contains(row.servers, least)) {
                row.servers = BackendSetOperations.with(row.servers, least);
                chosen = least;
            }
        }
        if (row.servers.length > 1 && nanos - row.changedNanos > replicaAgeNanos) {
            row.servers = BackendSetOperations.without(row.servers, most);
        }
        return chosen;
    }
}
