package io.gosling.bench.lard;

import io.gosling.bench.experiment.Experiment;
import io.gosling.bench.fleet.FleetTrial;
import io.gosling.tools.report.Columns;

/** The result of one case in one round. */
record LardResult(int round, LardCase what, FleetTrial.Outcome found) implements Experiment.Result<LardCase> {
    static final Columns<LardResult> COLUMNS = new Columns<LardResult>()
            .and("round", LardResult::round)
            .and("policy", one -> one.what.policy())
            .and("cooperation", one -> one.what.onOrOff())
            .and("requests", one -> one.found.requests())
            .and("seconds", "%.3f", one -> one.found.seconds())
            .and("throughput_rps", "%.1f", LardResult::throughput)
            .and("hit_ratio", "%.4f", LardResult::hitRatio)
            .and("disk_ratio", "%.4f", LardResult::diskRatio)
            .and("failed", one -> one.found.failed())
            .and("nodes", one -> one.what.nodes())
            .and("others_ratio", "%.4f", LardResult::othersRatio);

    @Override
    public SuccessCounts answered() {
        return found.answered();
    }

    double throughput() {
        return found.throughput();
    }

    double hitRatio() {
        return share(found.hits());
    }

    double othersRatio() {
        return share(found.answers().others());
    }

    /** Reads of a disk for a request; what is in no column came with another request's read. */
    double diskRatio() {
        return share(found.reads());
    }

    private double share(long part) {
        return found.requests() == 0 ? 0 : (double) part / found.requests();
    }
}
