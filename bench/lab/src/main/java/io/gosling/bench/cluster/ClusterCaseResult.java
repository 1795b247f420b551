package io.gosling.bench.cluster;

import io.gosling.bench.experiment.Experiment;

/**
 * The result of a case in one round.
 *
 * @param warmUp requests of the trace before these
 * @param requests answered rightly
 * @param hits of them from the memory of the node that was asked, by its {@code Cache-Status}
 * @param bytes of the answers, with their headers
 * @param answers counts by the source of the bytes, as the nodes reported them
 * @param reads of emulated disks
 */
public record ClusterCaseResult(
        int round,
        ClusterCase what,
        long warmUp,
        long requests,
        long hits,
        long failed,
        long bytes,
        double seconds,
        ResponseSourceCounts answers,
        long reads)
        implements Experiment.Result<ClusterCase> {
    @Override
    public SuccessCounts answered() {
        return new SuccessCounts(requests, failed);
    }

    public double throughput() {
        return requests / seconds;
    }

    public double megabytes() {
        return bytes / seconds / (1 << 20);
    }

    /** So many for each request. */
    public double perRequest(long part) {
        return requests == 0 ? 0 : (double) part / requests;
    }
}
