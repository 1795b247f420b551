package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;

/** A policy of LARD's kind: a bounded table of routing keys, and thresholds of load that may change. */
abstract class LardVariant implements DistributionPolicy {
    final LiveServers cluster;
    final RoutingKeyTable table;
    final long replicaAgeNanos;
    Thresholds thresholds;

    LardVariant(LiveServers cluster, LardSettings settings) {
        this.cluster = cluster;
        this.thresholds = Thresholds.of(settings);
        this.replicaAgeNanos = settings.get(LardSettings.REPLICA_AGE).toNanos();
        this.table = new RoutingKeyTable(settings.get(LardSettings.TARGETS));
    }

    /** Returns the entry of a routing key, marked as used, without servers that left. */
    final Row presentRow(long target) {
        Row row = table.row(target);
        row.dropDeparted();
        return row;
    }

    @Override
    public void tuned(LardSettings loadThresholds) {
        thresholds = Thresholds.of(loadThresholds);
    }

    @Override
    public int targets() {
        return table.size();
    }
}
