package io.gosling.gos.objecttable;

import java.util.List;

/**
 * A node's view of an object's directory entry, and of its own count in relation to it. Immutable; {@link
 * LocalObjectEntry} swaps one for the next.
 *
 * @param agac the largest count received, as of {@code epoch}
 * @param acknowledged part of the node's cumulative count that it includes
 */
record LocalEntryView(double agac, int epoch, long acknowledged, long version, List<Integer> holders) {
    static LocalEntryView nothing(long base) {
        return new LocalEntryView(0, 0, base, 0, List.of());
    }

    LocalEntryView learn(EntrySummary row, Ageing ageing) {
        Ageing latest = ageing.at(Math.max(Math.max(row.epoch(), epoch), ageing.epoch()));
        return new LocalEntryView(
                Math.max(latest.aged(agac, epoch), latest.aged(row.agac(), row.epoch())),
                latest.epoch(),
                Math.max(acknowledged, row.counted()),
                Math.max(version, row.version()),
                row.holders());
    }

    LocalEntryView heard(AgedCount other, Ageing ageing) {
        Ageing latest = ageing.at(Math.max(Math.max(other.epoch(), epoch), ageing.epoch()));
        double larger = Math.max(latest.aged(agac, epoch), latest.aged(other.value(), other.epoch()));
        return new LocalEntryView(larger, latest.epoch(), acknowledged, version, holders);
    }

    /** Returns the count unchanged, {@code by} epochs later. */
    LocalEntryView carryOver(int by, Ageing now) {
        return epoch > now.epoch() - by ? this : new LocalEntryView(agac, epoch + by, acknowledged, version, holders);
    }

    LocalEntryView confirm(long count, Ageing ageing) {
        double counted = ageing.aged(agac, epoch) + Math.max(0, count - acknowledged);
        return new LocalEntryView(
                Math.min(counted, ageing.cap()), ageing.epoch(), Math.max(count, acknowledged), version, holders);
    }

    LocalEntryView withoutHolder(int tag) {
        return new LocalEntryView(agac, epoch, acknowledged, version, HolderTagOperations.without(holders, tag));
    }

    LocalEntryView atLeast(long otherVersion) {
        return otherVersion <= version ? this : new LocalEntryView(agac, epoch, acknowledged, otherVersion, List.of());
    }
}
