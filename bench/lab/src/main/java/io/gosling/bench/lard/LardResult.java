package io.gosling.bench.lard;

import io.gosling.bench.fleet.Answered;
import java.util.Locale;

/**
 * One case in one round.
 *
 * @param tally of the clients
 * @param reads of all emulated disks
 * @param seconds how long it took
 */
record LardResult(int round, LardCase what, Replay.Tally tally, long reads, double seconds) {
    static final String CSV_HEADER =
            "round,policy,cooperation,requests,seconds,throughput_rps,hit_ratio,disk_ratio,failed,nodes";

    Answered answered() {
        return new Answered(tally.requests(), tally.failed());
    }

    /** Requests a second. */
    double throughput() {
        return tally.requests() / seconds;
    }

    /** The share of requests that were answered from the memory of the node that got them. */
    double hitRatio() {
        return share(tally.hits());
    }

    /**
     * Reads of a disk for a request; what is neither came from another node's memory or with another request's read.
     */
    double diskRatio() {
        return share(reads);
    }

    private double share(long part) {
        return tally.requests() == 0 ? 0 : (double) part / tally.requests();
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%s,%s,%d,%.3f,%.1f,%.4f,%.4f,%d,%d",
                round,
                what.policy(),
                what.onOrOff(),
                tally.requests(),
                seconds,
                throughput(),
                hitRatio(),
                diskRatio(),
                tally.failed(),
                what.nodes());
    }
}
