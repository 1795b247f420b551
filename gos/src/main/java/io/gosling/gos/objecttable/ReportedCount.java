package io.gosling.gos.objecttable;

import java.util.ArrayList;
import java.util.List;

/**
 * The last cumulative count that a directory entry has from one node.
 *
 * @param counted never goes down: a late report does not set it back
 */
record ReportedCount(int tag, long counted) {
    /** Number of nodes whose counts an entry remembers. */
    static final int MOST = 4;

    static long counted(List<ReportedCount> reporters, int tag) {
        for (ReportedCount reporter : reporters) {
            if (reporter.tag == tag) {
                return reporter.counted;
            }
        }
        return 0;
    }

    static List<ReportedCount> heard(List<ReportedCount> reporters, ReportedCount latest) {
        List<ReportedCount> next = new ArrayList<>(MOST);
        next.add(new ReportedCount(latest.tag, Math.max(latest.counted, counted(reporters, latest.tag))));
        for (ReportedCount reporter : reporters) {
            if (reporter.tag != latest.tag && next.size() < MOST) {
                next.add(reporter);
            }
        }
        return List.copyOf(next);
    }

    static List<ReportedCount> merge(List<ReportedCount> first, List<ReportedCount> second) {
        List<ReportedCount> all = new ArrayList<>(first.size() + second.size());
        for (ReportedCount reporter : first) {
            all.add(new ReportedCount(reporter.tag, Math.max(reporter.counted, counted(second, reporter.tag))));
        }
        for (ReportedCount reporter : second) {
            if (first.stream().noneMatch(known -> known.tag == reporter.tag)) {
                all.add(reporter);
            }
        }
        return List.copyOf(all.subList(0, Math.min(MOST, all.size())));
    }
}
