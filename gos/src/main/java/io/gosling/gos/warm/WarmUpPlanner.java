package io.gosling.gos.warm;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Plans which objects a joining node fetches, and from which nodes: the hottest of all that its peers hold, spread
 * over the holders. Pure.
 */
final class WarmUpPlanner {
    private WarmUpPlanner() {}

    private record Candidate(HeldObjectSummary object, double worth, List<ClusterMember> holders) {}

    /** Returns the objects to fetch, hottest first, that fit into {@code bytes} together. */
    static List<WantedObject> of(
            Map<ClusterMember, List<HeldObjectSummary>> lists, long bytes, ToDoubleFunction<AgedCount> worth) {
        Map<String, Candidate> candidates = new HashMap<>();
        lists.forEach((node, keys) -> keys.forEach(object -> candidates.merge(
                object.key(),
                new Candidate(object, worth.applyAsDouble(object.count()), List.of(node)),
                WarmUpPlanner::hotter)));
        List<Candidate> ordered = candidates.values().stream()
                .sorted(Comparator.comparingDouble(Candidate::worth)
                        .reversed()
                        .thenComparing(candidate -> candidate.object().key()))
                .toList();
        Map<ClusterMember, Long> burdens = new HashMap<>();
        List<WantedObject> wanted = new ArrayList<>();
        long left = bytes;
        for (Candidate candidate : ordered) {
            HeldObjectSummary object = candidate.object();
            if (object.bytes() > left) {
                continue;
            }
            left -= object.bytes();
            ClusterMember holder = candidate.holders().stream()
                    .min(Comparator.comparingLong((ClusterMember node) -> burdens.getOrDefault(node, 0L))
                            .thenComparing(ClusterMember::name))
                    .orElseThrow();
            burdens.merge(holder, object.bytes(), Long::sum);
            wanted.add(new WantedObject(object, holder));
        }
        return wanted;
    }

    private static Candidate hotter(Candidate one, Candidate other) {
        List<ClusterMember> holders = new ArrayList<>(one.holders);
        holders.addAll(other.holders);
        return new Candidate(
                one.worth >= other.worth ? one.object : other.object, Math.max(one.worth, other.worth), holders);
    }
}
