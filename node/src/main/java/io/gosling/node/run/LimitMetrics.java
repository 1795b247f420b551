package io.gosling.node.run;

import io.gosling.netty.limits.LimitCounts;
import io.gosling.netty.limits.LimitKind;
import io.gosling.node.admin.Metrics;
import java.util.List;

/** Exports as metrics how often each limit was reached. */
final class LimitMetrics {
    private LimitMetrics() {}

    static void add(Metrics metrics, LimitCounts... counts) {
        List<LimitCounts> all = List.of(counts);
        for (LimitKind limit : LimitKind.values()) {
            metrics.counter(
                    "gosling.limit.hits",
                    "limit",
                    limit.label(),
                    "How often a limit was reached",
                    () -> all.stream().mapToLong(each -> each.of(limit)).sum());
        }
    }
}
