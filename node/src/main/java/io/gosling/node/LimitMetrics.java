package io.gosling.node;

import io.gosling.netty.Limit;
import io.gosling.netty.LimitCounts;
import io.gosling.node.admin.Metrics;

/** How often each limit has bitten, as metrics. */
final class LimitMetrics {
    private LimitMetrics() {}

    static void add(Metrics metrics, LimitCounts counts) {
        for (Limit limit : Limit.values()) {
            metrics.counter(
                    "gosling.limit.hits",
                    "limit",
                    limit.label(),
                    "How often a limit has bitten",
                    () -> counts.of(limit));
        }
    }
}
