package io.gosling.tools.simulate;

import io.gosling.tools.report.TextFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A node that fails or joins while the trace is answered. One that comes back has nothing in memory; one whose first
 * change is to join is not there before.
 */
public record NodeChange(int node, double seconds, boolean joins) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})@(\\d{1,9}(?:\\.\\d{1,9})?)s?");

    /** @throws IllegalArgumentException when it is no change such as {@code 2@30}, in seconds */
    static NodeChange parse(String text, boolean joins) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < 1) {
            throw new IllegalArgumentException(
                    (joins ? "--join" : "--fail") + " is '" + text + "'; expected NODE@SECONDS, such as 2@30");
        }
        return new NodeChange(Integer.parseInt(matcher.group(1)), Double.parseDouble(matcher.group(2)), joins);
    }

    String told() {
        return TextFormat.format("node %d %s at %s s", node, joins ? "joins" : "fails", seconds);
    }

    static List<NodeChange> inOrder(List<NodeChange> changes) {
        return changes.stream()
                .sorted(Comparator.comparingDouble(NodeChange::seconds))
                .toList();
    }

    /** The nodes that are there before the first change. */
    static List<Integer> first(int nodes, List<NodeChange> changes) {
        TreeSet<Integer> there = IntStream.rangeClosed(1, nodes).boxed().collect(Collectors.toCollection(TreeSet::new));
        List<NodeChange> reversed = new ArrayList<>(inOrder(changes)).reversed();
        for (NodeChange change : reversed) {
            if (change.joins) {
                there.remove(change.node);
            } else if (change.node <= nodes) {
                there.add(change.node);
            }
        }
        return List.copyOf(there);
    }

    /** @throws IllegalArgumentException when they cannot happen one after the other, or leave no node */
    static void check(int nodes, List<NodeChange> changes) {
        TreeSet<Integer> there = new TreeSet<>(first(nodes, changes));
        if (there.isEmpty()) {
            throw new IllegalArgumentException("of " + nodes + " nodes none is there at the beginning");
        }
        for (NodeChange change : inOrder(changes)) {
            boolean possible = change.joins ? there.add(change.node) : there.remove(change.node);
            if (!possible || there.isEmpty()) {
                throw new IllegalArgumentException(TextFormat.format(
                        "with %d nodes, node %d cannot %s at %s s: %s",
                        nodes,
                        change.node,
                        change.joins ? "join" : "fail",
                        change.seconds,
                        there.isEmpty() ? "nobody would be left" : change.joins ? "it is there" : "it is not there"));
            }
        }
    }
}
