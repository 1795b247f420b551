package io.gosling.bench.hoc;

import java.util.Locale;

/**
 * The results of one run of a set.
 *
 * @param set its name
 * @param servers nodes of the repository, or web servers
 * @param configuration of the web servers; empty elsewhere
 * @param requests that were answered rightly, and in time where that counts
 * @param bytes of their objects
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
    static final String CSV_HEAD =
            "set,servers,configuration,requests,seconds,throughput_rps,throughput_mib_s,hit_ratio,late,failed\n";

    double throughput() {
        return requests / seconds;
    }

    double megabytes() {
        return bytes / seconds / (1 << 20);
    }

    double hitRatio() {
        return requests + late == 0 ? 0 : (double) hits / (requests + late);
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%d,%s,%d,%.3f,%.1f,%.3f,%.4f,%d,%d%n",
                set,
                servers,
                configuration,
                requests,
                seconds,
                throughput(),
                megabytes(),
                hitRatio(),
                late,
                failed);
    }
}
