package io.gosling.tools.simulate;

import io.gosling.tools.report.ReportTextFormat;
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
public record NodeMembershipChange(int node, double seconds, boolean joins) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})@(\\d{1,9}(?:\\.\\d{1,9})?)s?");

    /** @throws IllegalArgumentException when it is no change such as {@code 2@30}, in seconds */
    static NodeMembershipChange parse(String text, boolean joins) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < 1) {
            throw new IllegalArgumentException(
                    (joins ? "--join" : "--fail") + " is '" + text + "'; expected NODE@SECONDS, such as 2@30");
        }
        return new NodeMembershipChange(
                Integer.parseInt(matcher.group(1)), Double.parseDouble(matcher.group(2)), joins);
    }

    String told() {
        return ReportTextFormat.format("node %d %s at %s s", node, joins ? "joins" : "fails", seconds);
    }

    static List<NodeMembershipChange> inOrder(List<NodeMembershipChange> changes) {
        return changes.stream()
                .sorted(Comparator.comparingDouble(NodeMembershipChange::seconds))
                .toList();
    }

    /** The nodes that are there before the first change. */
    static List<Integer> first(int nodes, List<NodeMembershipChange> changes) {
        TreeSet<Integer> there = IntStream.rangeClosed(1, nodes).boxed().collect(Collectors.toCollection(TreeSet::new));
        List<NodeMembershipChange> reversed = new ArrayList<>(inOrder(changes)).reversed();
        for (NodeMembershipChange change : reversed) {
            if (change.joins) {
                there.remove(change.node);
            } else if (change.node <= nodes) {
                there.add(change.node);
            }
        }
        return List.copyOf(there);
    }

    /** @throws IllegalArgumentException when they cannot happen one after the other, or leave no node */
    static void check(int nodes, List<NodeMembershipChange> changes) {
        TreeSet<Integer> there = new TreeSet<>(first(nodes, changes));
        if (there.isEmpty()) {
            throw new IllegalArgumentException("of " + nodes + " nodes none is there at the beginning");
        }
        for (NodeMembershipChange change : inOrder(changes)) {
            boolean possible = change.joins ? there.add(change.node) : there.remove(change.node);
            if (!possible || there.isEmpty()) {
                throw new IllegalArgumentException(ReportTextFormat.format(
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
