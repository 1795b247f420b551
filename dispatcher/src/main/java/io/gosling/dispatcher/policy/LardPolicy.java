package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;
import java.util.List;
import java.util.stream.Stream;
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

    /**
     * The server for a routing key that has none: the least loaded one. Several front-ends, each of which knows only
     * its own requests, agree on the one that the hash names, unless that is overloaded.
     */
    final @Nullable PolicyBackend first(long routingKey) {
        PolicyBackend hashed = cluster.frontEnds > 1 ? RendezvousHashing.first(cluster, routingKey) : null;
        return hashed == null || isOverloaded(hashed) ? cluster.leastLoaded() : hashed;
    }

    /** Counts a change of an entry's servers, and notes it for the other front-ends. */
    final void changed(Row row, long nanos) {
        row.changedNanos = nanos;
        row.version++;
        tell(row);
    }

    final void tell(Row row) {
        if (cluster.frontEnds > 1) {
            table.noteChange(row);
        }
    }

    @Override
    public @Nullable RoutingKeyAssignment takeChange() {
        return table.takeChange();
    }

    @Override
    public void adopt(RoutingKeyAssignment theirs, long nanos) {
        PolicyBackend[] servers = cluster.servers().stream()
                .filter(server -> theirs.backends().contains(server.name()))
                .toArray(PolicyBackend[]::new);
        if (servers.length == 0) {
            return;
        }
        Row row = presentRow(theirs.routingKey());
        int other = Long.compare(rank(theirs.routingKey(), servers), rank(theirs.routingKey(), row.servers));
        int newer = Integer.compare(theirs.version(), row.version);
        if (other != 0 && (newer > 0 || (newer == 0 && other > 0) || row.servers.length == 0)) {
            row.servers = servers;
            row.changedNanos = nanos;
        } else if (other != 0) {
            table.noteChange(row);
        }
        row.version = Math.max(theirs.version(), row.version);
    }

    /** An arbitrary order of the sets of servers of a routing key, the same at all front-ends. */
    private static long rank(long routingKey, PolicyBackend[] servers) {
        return Stream.of(servers)
                .mapToLong(server -> RoutingKeyHash.mix(routingKey ^ server.seed))
                .sum();
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
