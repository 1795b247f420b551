package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;
import org.jspecify.annotations.Nullable;

/**
 * Basic LARD (Pai et al. 1998, figure 2). Load is active requests for each unit of weight:
 *
 * <pre>
 * if server[target] = null:  n, server[target] := least loaded node
 * else:                      n := server[target]
 *   if n.load &gt; T_high and some node's load &lt; T_low, or n.load &gt;= 2 T_high:
 *                            n, server[target] := least loaded node
 * send the request to n
 * </pre>
 *
 * <p>Under the {@linkplain LiveBackends#admissionLimit admission limit} every move goes to a node whose load is lower
 * by at least T_high - T_low. The targets of a server that left are assigned as if never assigned. Several front-ends
 * agree on the {@linkplain #first first} node.
 */
final class Lard extends LardPolicy {
    Lard(LiveBackends cluster, PolicySettings settings) {
        super(cluster, settings);
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        if (cluster.size() == 0) {
            return null;
        }
        Row row = presentRow(routingKey);
        if (row.servers.length > 0 && !isOverloaded(row.servers[0])) {
            return row.servers[0];
        }
        PolicyBackend chosen = row.servers.length == 0 ? first(routingKey) : cluster.leastLoaded();
        if (chosen != null && !BackendSetOperations.contains(row.servers, chosen)) {
            PolicyBackend[] before = row.servers;
            row.servers = chosen.alone;
            changed(row, before, nanos);
        }
        return chosen;
    }

    @Override
    public void holds(long routingKey, PolicyBackend server, long nanos) {
        Row row = presentRow(routingKey);
        if (row.servers.length == 0) {
            row.servers = server.alone;
            report(row);
        }
    }
}
