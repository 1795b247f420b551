package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;
import org.jspecify.annotations.Nullable;

/**
 * Extended LARD (Aron, Druschel and Zwaenepoel 1999): every server has a price for a request, the cheapest gets it.
 * Prices are in units of load, so a miss may be worth a longer queue elsewhere.
 *
 * <pre>
 * balancing(n)   = 0 where load[n] &lt; L_idle, infinite where load[n] &gt; L_overload, else load[n] - L_idle
 * locality(n)    = 1 where the target is mapped to n, else C_miss
 * replacement(n) = 0 where load[n] &lt; L_idle or the target is mapped to n, else C_miss
 * n := the server with the least sum;  map the target to n
 * </pre>
 *
 * <p>L_idle is T_low, L_overload twice T_high. Prices of servers that do not have the target rise with their load
 * alone, so the mapped ones and the least loaded one are all that has to be compared. A mapping that was unchanged for
 * K loses its most loaded member, as in LARD/R.
 */
final class ExtendedLard extends LardPolicy {
    ExtendedLard(LiveBackends cluster, PolicySettings settings) {
        super(cluster, settings);
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        if (cluster.size() == 0) {
            return null;
        }
        Row row = presentRow(routingKey);
        PolicyBackend least = row.servers.length == 0 ? first(routingKey) : cluster.leastLoaded();
        if (least == null) {
            return null;
        }
        PolicyBackend best = least;
        double price = price(least, BackendSetOperations.contains(row.servers, least));
        for (PolicyBackend mapped : row.servers) {
            double other = price(mapped, true);
            if (other < price) {
                best = mapped;
                price = other;
            }
        }
        map(row, best, nanos);
        return best;
    }

    double price(PolicyBackend server, boolean mapped) {
        boolean idle = server.load < low;
        double balancing = idle ? 0 : server.load > 2.0 * high ? Double.POSITIVE_INFINITY : server.load - low;
        double locality = mapped ? 1 : missCost;
        double replacement = idle || mapped ? 0 : missCost;
        return balancing + locality + replacement;
    }

    private void map(Row row, PolicyBackend chosen, long nanos) {
        PolicyBackend[] before = row.servers;
        if (!BackendSetOperations.contains(row.servers, chosen)) {
            row.servers = BackendSetOperations.with(row.servers, chosen);
            changed(row, before, nanos);
        } else if (row.servers.length > 1 && nanos - row.changedNanos > replicaAgeNanos) {
            row.servers = BackendSetOperations.without(row.servers, BackendSetOperations.mostLoaded(row.servers));
            changed(row, before, nanos);
        }
    }
}
