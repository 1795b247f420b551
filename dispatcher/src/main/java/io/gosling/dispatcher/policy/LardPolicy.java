package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A policy of LARD's kind: a bounded table of routing keys, and the thresholds of load. */
abstract class LardPolicy implements DistributionPolicy {
    final LiveBackends cluster;
    final RoutingKeyTable table;
    long replicaAgeNanos;
    int low;
    int high;
    double missCost;

    LardPolicy(LiveBackends cluster, PolicySettings settings) {
        this.cluster = cluster;
        this.table = new RoutingKeyTable(settings.get(PolicySettings.TARGETS));
        set(settings);
    }

    private void set(PolicySettings settings) {
        replicaAgeNanos = settings.get(PolicySettings.REPLICA_AGE).toNanos();
        low = settings.get(PolicySettings.LOW);
        high = settings.get(PolicySettings.HIGH);
        missCost = settings.get(PolicySettings.MISS_COST);
    }

    @Override
    public boolean takes(PolicySettings other) {
        set(other);
        return true;
    }

    /** Returns the entry of a routing key, marked as used, without servers that left. */
    final Row presentRow(long routingKey) {
        Row row = table.row(routingKey);
        row.dropDeparted();
        return row;
    }

    /** Assigns a routing key to this server alone, if any; returns it. */
    static @Nullable PolicyBackend assign(Row row, @Nullable PolicyBackend only) {
        if (only != null) {
            row.servers = only.alone;
        }
        return only;
    }

    @Override
    public boolean goesByLoad() {
        return true;
    }

    @Override
    public List<PolicyBackend> assigned(long routingKey) {
        return table.assigned(routingKey);
    }

    @Override
    public int routingKeys() {
        return table.size();
    }

    /** The condition of both figures under which a routing key leaves a server, or is given another one besides. */
    final boolean isOverloaded(PolicyBackend server) {
        return (server.load > high && cluster.anyBelow(low)) || server.load >= 2.0 * high;
    }
}
