package io.gosling.bench.hoc;

import io.gosling.tools.report.ResultColumns;

/**
 * The results of one run of a set.
 *
 * @param servers nodes of the repository, or web servers
 * @param configuration of the web servers; empty elsewhere
 * @param requests that were answered rightly, and in time where that counts
 * @param hits of them from a copy, or in a cache before the disk
 * @param late answered after more than a second; web sets only
 * @param failed answered wrongly or not at all
 */
record HocResult(
        String set,
        int servers,
        String configuration,
        long requests,
        long bytes,
        long hits,
        long late,
        long failed,
        double seconds) {
    static final ResultColumns<HocResult> COLUMNS = new ResultColumns<HocResult>()
            .and("set", HocResult::set)
            .and("servers", HocResult::servers)
            .and("configuration", HocResult::configuration)
            .and("requests", HocResult::requests)
            .and("seconds", "%.3f", HocResult::seconds)
            .and("throughput_rps", "%.1f", HocResult::throughput)
            .and("throughput_mib_s", "%.3f", HocResult::megabytes)
            .and("hit_ratio", "%.4f", HocResult::hitRatio)
            .and("late", HocResult::late)
            .and("failed", HocResult::failed);

    double throughput() {
        return requests / seconds;
    }

    double megabytes() {
        return bytes / seconds / (1 << 20);
    }

    double hitRatio() {
        return requests + late == 0 ? 0 : (double) hits / (requests + late);
    }
}
