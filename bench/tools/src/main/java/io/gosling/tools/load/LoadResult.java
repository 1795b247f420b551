package io.gosling.tools.load;

import java.util.List;

/**
 * The result of a run.
 *
 * @param seconds from the end of the warm-up to that of the run, or to the last answer if that came later; what was
 *     waited for in vain after both is no part of it
 * @param control how it went, a second at a time
 * @param cpuNanos that this process has used meanwhile; what is left of the machine is the servers'
 */
public record LoadResult(double seconds, LoadStatistics loadCounts, List<LoadRun.Progress> control, long cpuNanos) {
    public double throughput() {
        return loadCounts.requests() / seconds;
    }
}
