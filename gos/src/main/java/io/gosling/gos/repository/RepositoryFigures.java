package io.gosling.gos.repository;

import io.gosling.gos.repository.RepositoryStatistics.Event;
import io.gosling.gos.repository.RepositoryStatistics.Held;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a node has of the repository at a moment, for status and metrics. Immutable.
 *
 * @param objects that it is the home of; what expires, is dropped or moves is counted within a second
 * @param bytes what those take, overhead included
 * @param held what it has of objects that are at home elsewhere
 * @param events what has happened since the start, by {@link Event#label}
 */
public record RepositoryFigures(int objects, long bytes, Held held, Map<String, Long> events) {
    public RepositoryFigures {
        events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
    }

    /** Of a node that has not joined. */
    public static RepositoryFigures none() {
        return new RepositoryFigures(0, 0, Held.none(), new RepositoryStatistics().snapshot());
    }
}
