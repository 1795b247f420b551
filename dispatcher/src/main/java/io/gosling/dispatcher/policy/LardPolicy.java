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

    /**
     * The server for a routing key that has none: the least loaded one. Several front-ends, each of which knows only
     * its own requests, agree on the one that the hash names, unless that is overloaded.
     */
    final @Nullable PolicyBackend first(long routingKey) {
        PolicyBackend hashed = cluster.frontEnds > 1 ? RendezvousHashing.first(cluster, routingKey) : null;
        return hashed == null || isOverloaded(hashed) ? cluster.leastLoaded() : hashed;
    }

    /**
     * Counts a change of an entry's servers, and notes it for the other front-ends: not if those that were known have
     * left here, since they may be live elsewhere.
     */
    final void changed(Row row, PolicyBackend[] before, long nanos) {
        row.changedNanos = nanos;
        if (before.length > 0 || row.version == 0) {
            row.version++;
            report(row);
        }
    }

    final void report(Row row) {
        row.rank = row.rankOfServers();
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
        Row row = presentRow(theirs.routingKey());
        long rank = theirs.rank();
        int newer = Integer.compare(theirs.version(), row.version);
        newer = newer == 0 ? Long.compare(rank, row.rank) : newer;
        if (row.servers.length == 0 || (newer > 0 && rank != row.rank)) {
            PolicyBackend[] servers = cluster.servers().stream()
                    .filter(server -> theirs.backends().contains(server.name()))
                    .toArray(PolicyBackend[]::new);
            row.servers = servers.length == 0 ? row.servers : servers;
            row.changedNanos = nanos;
        } else if (newer < 0 && rank != row.rank) {
            table.noteChange(row);
        }
        if (newer > 0) {
            row.version = theirs.version();
            row.rank = rank;
        }
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
