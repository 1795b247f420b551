package io.gosling.node.run;

import io.gosling.dispatcher.settings.RoutingKeyRule;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Derives from the nodes' lists of objects the routing keys that each holds. Pure.
 *
 * <p>An object's key is the path of a file, or the URL of an origin's response, possibly with a blank and its variant;
 * its routing key is the path and query of that. The index page of a directory has the routing key of both. The result
 * is a guess: a wrong key is never requested, and evicted in its turn.
 */
final class HeldRoutingKeyEstimator {
    private static final String INDEX = "/index.html";

    private HeldRoutingKeyEstimator() {}

    /** An object in a node's memory. */
    private record Held(String node, HeldObjectSummary object) {}

    /** The routing keys by node, coldest first; {@code most} in all, each at {@code holders} nodes. */
    static Map<String, long[]> of(
            Map<ClusterMember, List<HeldObjectSummary>> lists, RoutingKeyRule rule, int most, int holders) {
        Map<Long, List<String>> nodes = new LinkedHashMap<>();
        for (Held held : hottestFirst(lists)) {
            for (String url : urls(held.object().key())) {
                OptionalLong target = rule.ofUrl(url);
                if (target.isPresent() && (nodes.size() < most || nodes.containsKey(target.getAsLong()))) {
                    List<String> names = nodes.computeIfAbsent(target.getAsLong(), first -> new ArrayList<>(1));
                    if (!names.contains(held.node())) { // several variants are one target
                        names.add(held.node());
                    }
                }
            }
        }
        Map<String, List<Long>> targets = new HashMap<>();
        nodes.forEach((target, names) -> {
            for (int at = 0; at < Math.min(holders, names.size()); at++) {
                String name = names.get(Math.floorMod(target.hashCode() + at, names.size()));
                targets.computeIfAbsent(name, first -> new ArrayList<>()).add(target);
            }
        });
        Map<String, long[]> hints = new HashMap<>();
        targets.forEach((name, hottestFirst) -> hints.put(
                name,
                hottestFirst.reversed().stream().mapToLong(Long::longValue).toArray()));
        return hints;
    }

    private static List<Held> hottestFirst(Map<ClusterMember, List<HeldObjectSummary>> lists) {
        List<Held> all = new ArrayList<>();
        lists.forEach((node, objects) -> objects.forEach(object -> all.add(new Held(node.name(), object))));
        // Counts of an older epoch are smaller than they look, by the same factor for all: the newest come first.
        all.sort(Comparator.comparingInt((Held held) -> held.object().count().epoch())
                .thenComparingDouble(held -> held.object().count().value())
                .reversed());
        return all;
    }

    /** The paths under which clients may request the object of a key. */
    static List<String> urls(String key) {
        int blank = key.indexOf(' ');
        String url = blank < 0 ? key : key.substring(0, blank);
        int scheme = url.indexOf("://");
        if (scheme >= 0) {
            int path = url.indexOf('/', scheme + 3);
            return path < 0 ? List.of("/") : List.of(url.substring(path));
        }
        return url.endsWith(INDEX) ? List.of(url, url.substring(0, url.length() - INDEX.length() + 1)) : List.of(url);
    }
}
