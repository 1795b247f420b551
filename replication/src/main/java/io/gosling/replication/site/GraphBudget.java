package io.gosling.replication.site;

import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tracks the use of a graph's limits. Used by one thread, for one graph. */
final class GraphBudget {
    private final GraphLimits limits;
    /** Pages of a site share policies: each is held once. */
    private final Map<String, String> policies = new HashMap<>();

    private long links;
    private long characters;

    GraphBudget(GraphLimits limits) {
        this.limits = limits;
    }

    /** Takes room for a file; false if its links and policies exceed it. */
    boolean take(SiteFile file) {
        characters += file.path().length();
        PageLinks page = file.links();
        if (page == null) {
            return true;
        }
        List<String> others = page.shape().policies().stream()
                .distinct()
                .filter(policy -> !policies.containsKey(policy))
                .toList();
        long more = page.links().stream().mapToLong(link -> link.url().length()).sum()
                + others.stream().mapToLong(String::length).sum();
        boolean fits =
                links + file.linkCount() <= limits.links() && (more == 0 || characters + more <= limits.characters());
        if (fits) {
            links += file.linkCount();
            characters += more;
            others.forEach(policy -> policies.put(policy, policy));
        }
        return fits;
    }

    /** The shared instance of a policy, if a file for which room was taken has it already. */
    String held(String policy) {
        return policies.getOrDefault(policy, policy);
    }
}
