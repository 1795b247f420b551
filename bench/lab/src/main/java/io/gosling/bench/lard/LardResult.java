package io.gosling.bench.lard;

import io.gosling.bench.experiment.Experiment;
import io.gosling.tools.report.Columns;

/** The result of one case in one round. */
record LardResult(int round, LardCase what, Replay.Tally loadCounts, long others, long reads, double seconds)
        implements Experiment.Result<LardCase> {
    static final Columns<LardResult> COLUMNS = new Columns<LardResult>()
            .and("round", LardResult::round)
            .and("policy", one -> one.what.policy())
            .and("cooperation", one -> one.what.onOrOff())
            .and("requests", one -> one.loadCounts.requests())
            .and("seconds", "%.3f", LardResult::seconds)
            .and("throughput_rps", "%.1f", LardResult::throughput)
            .and("hit_ratio", "%.4f", LardResult::hitRatio)
            .and("disk_ratio", "%.4f", LardResult::diskRatio)
            .and("failed", one -> one.loadCounts.failed())
            .and("nodes", one -> one.what.nodes())
            .and("others_ratio", "%.4f", LardResult::othersRatio);

    @Override
    public SuccessCounts answered() {
        return new SuccessCounts(loadCounts.requests(), loadCounts.failed());
    }

    double throughput() {
        return loadCounts.requests() / seconds;
    }

    double hitRatio() {
        return share(loadCounts.hits());
    }

    double othersRatio() {
        return share(others);
    }

    /** Reads of a disk for a request; what is in no column came with another request's read. */
    double diskRatio() {
        return share(reads);
    }

    private double share(long part) {
        return loadCounts.requests() == 0 ? 0 : (double) part / loadCounts.requests();
    }
}
