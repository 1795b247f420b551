package io.gosling.gos.repository;

import io.gosling.gos.repository.RepositoryStatistics.Event;
import io.gosling.gos.repository.RepositoryStatistics.Held;
import java.util.Map;

/**
 * A snapshot of a node's part of the repository, for status and metrics. Immutable.
 *
 * @param objects for which it is the home; objects that expire, are dropped or move are counted within a second
 * @param bytes the size of those objects, overhead included
 * @param events the events since the start, by {@link Event#label}
 */
public record RepositorySnapshot(int objects, long bytes, Held held, Map<String, Long> events) {
    /** The figures of a node that has not joined. */
    public static RepositorySnapshot none() {
        return new RepositorySnapshot(0, 0, new Held(0, 0), new RepositoryStatistics().snapshot());
    }
}
