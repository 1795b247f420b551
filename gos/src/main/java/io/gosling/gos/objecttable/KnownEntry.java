package io.gosling.gos.objecttable;

import java.util.List;

/**
 * A node's view of an object's directory entry, and of its own count in relation to it. Immutable; {@link LocalObject}
 * swaps one for the next.
 *
 * @param agac the largest count received, as of {@code epoch}
 * @param acknowledged how much of the node's own cumulative count is part of it
 * @param version the highest version received
 * @param holders as of the last reading
 */
record KnownEntry(double agac, int epoch, long acknowledged, long version, List<Integer> holders) {
    /** Nothing is known of the object; this node's cumulative count begins at {@code base}. */
    static KnownEntry nothing(long base) {
        return new KnownEntry(0, 0, base, 0, List.of());
    }

    /** Updates it after the directory entry was read. */
    KnownEntry learn(EntrySummary row, Ageing ageing) {
        Ageing latest = ageing.at(Math.max(Math.max(row.epoch(), epoch), ageing.epoch()));
        return new KnownEntry(
                Math.max(latest.aged(agac, epoch), latest.aged(row.agac(), row.epoch())),
                latest.epoch(),
                Math.max(acknowledged, row.counted()),
                Math.max(version, row.version()),
                row.holders());
    }

    /** Updates it after another node's report of the count. */
    KnownEntry heard(AgedCount other, Ageing ageing) {
        Ageing latest = ageing.at(Math.max(Math.max(other.epoch(), epoch), ageing.epoch()));
        double larger = Math.max(latest.aged(agac, epoch), latest.aged(other.value(), other.epoch()));
        return new KnownEntry(larger, latest.epoch(), acknowledged, version, holders);
    }

    /** The count as it is, {@code by} epochs later; counts of a later epoch than the one left came from other nodes. */
    KnownEntry carryOver(int by, Ageing now) {
        return epoch > now.epoch() - by ? this : new KnownEntry(agac, epoch + by, acknowledged, version, holders);
    }

    /** A node without a table confirms its own count. */
    KnownEntry confirm(long count, Ageing ageing) {
        double counted = ageing.aged(agac, epoch) + Math.max(0, count - acknowledged);
        return new KnownEntry(
                Math.min(counted, ageing.cap()), ageing.epoch(), Math.max(count, acknowledged), version, holders);
    }

    KnownEntry atLeast(long otherVersion) {
        return otherVersion <= version ? this : new KnownEntry(agac, epoch, acknowledged, otherVersion, List.of());
    }
}
