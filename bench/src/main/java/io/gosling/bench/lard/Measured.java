package io.gosling.bench.lard;

import java.util.Locale;

/**
 * One case in one round.
 *
 * @param tally of the clients
 * @param reads of all emulated disks
 * @param seconds how long it took
 */
record Measured(int round, Case what, Replay.Tally tally, long reads, double seconds) {
    static final String CSV_HEADER =
            "round,policy,cooperation,requests,seconds,throughput_rps,hit_ratio,disk_ratio,failed";

    /** Of how many requests one may fail, before a case measures failing and not the policy. */
    private static final long ONE_OF = 1000;

    /** Whether so many were answered, and otherwise than by a failure, that the figures mean something. */
    boolean isSound() {
        return tally.requests() > 0 && tally.failed() * ONE_OF <= tally.requests() + tally.failed();
    }

    /** Requests a second. */
    double throughput() {
        return tally.requests() / seconds;
    }

    /** The share of requests that the node which was asked had in its memory. */
    double hitRatio() {
        return share(tally.hits());
    }

    /** Reads of a disk for a request; what is neither came from another node's memory or with another request's read. */
    double diskRatio() {
        return share(reads);
    }

    private double share(long part) {
        return tally.requests() == 0 ? 0 : (double) part / tally.requests();
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%s,%s,%d,%.3f,%.1f,%.4f,%.4f,%d",
                round,
                what.policy(),
                what.onOrOff(),
                tally.requests(),
                seconds,
                throughput(),
                hitRatio(),
                diskRatio(),
                tally.failed());
    }
}
