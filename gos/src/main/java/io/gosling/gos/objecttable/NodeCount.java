package io.gosling.gos.objecttable;

import java.util.ArrayList;
import java.util.List;

/**
 * The last cumulative count that a directory entry has from one node.
 *
 * @param counted never goes down: a late report does not set it back
 */
record NodeCount(int tag, long counted) {
    /** Number of nodes whose counts an entry remembers. */
    static final int MOST = 4;

    static long counted(List<NodeCount> reporters, int tag) {
        for (NodeCount reporter : reporters) {
            if (reporter.tag == tag) {
                return reporter.counted;
            }
        }
        return 0;
    }

    static List<NodeCount> heard(List<NodeCount> reporters, NodeCount latest) {
        List<NodeCount> next = new ArrayList<>(MOST);
        next.add(new NodeCount(latest.tag, Math.max(latest.counted, counted(reporters, latest.tag))));
        for (NodeCount reporter : reporters) {
            if (reporter.tag != latest.tag && next.size() < MOST) {
                next.add(reporter);
            }
        }
        return List.copyOf(next);
    }

    static List<NodeCount> merge(List<NodeCount> first, List<NodeCount> second) {
        List<NodeCount> all = new ArrayList<>(first.size() + second.size());
        for (NodeCount reporter : first) {
            all.add(new NodeCount(reporter.tag, Math.max(reporter.counted, counted(second, reporter.tag))));
        }
        for (NodeCount reporter : second) {
            if (first.stream().noneMatch(known -> known.tag == reporter.tag)) {
                all.add(reporter);
            }
        }
        return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
    }
}
