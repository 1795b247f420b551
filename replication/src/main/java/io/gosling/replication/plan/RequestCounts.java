package io.gosling.replication.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the requests for a home's documents, to find the candidates for replication (DC-Apache, section 3.1.2.2).
 * Counts are halved each round, and beyond the bound the least requested documents are dropped. Used by one thread.
 */
public final class RequestCounts {
    private static final double FADE = 0.5;
    private static final double FORGOTTEN = 0.01;
    private static final Comparator<ReplicationCandidate> ORDER = Comparator.comparingDouble(
                    ReplicationCandidate::requests)
            .reversed()
            .thenComparing(ReplicationCandidate::path);

    private final int most;
    private final Map<String, ReplicationCandidate> counts = new HashMap<>();

    /** @param most documents remembered from one round to the next; 1 and more */
    public RequestCounts(int most) {
        this.most = most;
    }

    /** Adds requests for a document, made here or reported by a co-op. */
    public void add(String path, long bytes, double requests) {
        counts.merge(
                path,
                new ReplicationCandidate(path, bytes, requests),
                (old, more) -> new ReplicationCandidate(path, bytes, old.requests() + more.requests()));
        if (counts.size() >= 2L * most) {
            keep(most);
        }
    }

    /** Ends a round: every count is halved. */
    public void age() {
        counts.replaceAll((path, one) -> new ReplicationCandidate(path, one.bytes(), one.requests() * FADE));
        counts.values().removeIf(one -> one.requests() < FORGOTTEN);
        keep(most);
    }

    /** The most requested documents, most first, without those that are never replicated: entry points. */
    public List<ReplicationCandidate> top(int count, Set<String> atHome) {
        return counts.values().stream()
                .filter(one -> !atHome.contains(one.path()))
                .sorted(ORDER)
                .limit(count)
                .toList();
    }

    private void keep(int count) {
        if (counts.size() > count) {
            List<ReplicationCandidate> sorted = new ArrayList<>(counts.values());
            sorted.sort(ORDER);
            sorted.subList(count, sorted.size()).forEach(least -> counts.remove(least.path()));
        }
    }
}
