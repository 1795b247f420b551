package io.gosling.gos;

import java.util.List;

/**
 * What a node knows of an object from its row, and how its own count stands to it. Immutable; {@link LocalObject} swaps
 * one for the next.
 *
 * @param agac the largest count heard, as of {@code epoch}
 * @param acknowledged how much of the node's own cumulative count is part of it
 * @param base accesses that the row has counted from an earlier life of this local row: cumulative counts go on from there
 * @param version the highest heard
 * @param holders as of the last reading
 */
record Knowledge(double agac, int epoch, long acknowledged, long base, long version, List<Integer> holders) {
    static final Knowledge NOTHING = new Knowledge(0, 0, 0, 0, 0, List.of());

    /** After a row was read, when {@code accesses} had been counted in this life. */
    Knowledge learn(RowReading row, long accesses, Ageing ageing) {
        Ageing latest = ageing.at(Math.max(Math.max(row.epoch(), epoch), ageing.epoch()));
        return new Knowledge(
                Math.max(latest.aged(agac, epoch), latest.aged(row.agac(), row.epoch())),
                latest.epoch(),
                Math.max(acknowledged, row.counted()),
                Math.max(base, row.counted() - accesses),
                Math.max(version, row.version()),
                row.holders());
    }

    /** A node without a table confirms its own count. */
    Knowledge confirm(long count, Ageing ageing) {
        double counted = ageing.aged(agac, epoch) + Math.max(0, count - acknowledged);
        return new Knowledge(
                Math.min(counted, ageing.cap()), ageing.epoch(), Math.max(count, acknowledged), base, version, holders);
    }

    Knowledge atLeast(long otherVersion) {
        return otherVersion <= version ? this : new Knowledge(agac, epoch, acknowledged, base, otherVersion, List.of());
    }
}
