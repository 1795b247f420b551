package io.gosling.gos.objecttable;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last cumulative count that a directory entry has from one node.
 *
 * @param counted never goes down: a late report does not set it back
 */
record ReportedCount(int tag, long counted) {
    /** Number of nodes whose counts an entry remembers. */
    static final int MOST = 4;

    static long counted(List<ReportedCount> reporters, int tag) {
        ReportedCount known = find(reporters, tag);
        return known == null ? 0 : known.counted;
    }

    private static @Nullable ReportedCount find(List<ReportedCount> reporters, int tag) {
        for (ReportedCount reporter : reporters) {
            if (reporter.tag == tag) {
                return reporter;
            }
        }
        return null;
    }

    /** Merges two lists, the first one before the second; at most {@link #MOST}. */
    static List<ReportedCount> merge(List<ReportedCount> first, List<ReportedCount> second) {
        List<ReportedCount> all = new ArrayList<>(MOST);
        for (ReportedCount reporter : first.subList(0, Math.min(MOST, first.size()))) {
            all.add(new ReportedCount(reporter.tag, Math.max(reporter.counted, counted(second, reporter.tag))));
        }
        for (ReportedCount reporter : second) {
            if (all.size() < MOST && find(first, reporter.tag) == null) {
                all.add(reporter);
            }
        }
        return List.copyOf(all);
    }
}
