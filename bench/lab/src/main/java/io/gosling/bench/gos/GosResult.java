package io.gosling.bench.gos;

import io.gosling.bench.experiment.Experiment;
import io.gosling.bench.fleet.Answers;
import io.gosling.bench.fleet.FleetTrial;
import io.gosling.tools.report.Columns;

/** The result of one case in one round. */
record GosResult(int round, GosCase what, FleetTrial.Outcome found) implements Experiment.Result<GosCase> {
    static final Columns<GosResult> COLUMNS = Answers.shares(
                    new Columns<GosResult>()
                            .and("round", GosResult::round)
                            .and("nodes", one -> one.what.nodes())
                            .and("memory_mib", one -> one.what.memory() >> 20)
                            .and("cooperation", one -> one.what.onOrOff())
                            .and("requests", one -> one.found.requests())
                            .and("seconds", "%.3f", one -> one.found.seconds())
                            .and("throughput_rps", "%.1f", GosResult::throughput)
                            .and("throughput_mib_s", "%.3f", GosResult::megabytes),
                    GosResult::answers)
            .and("failed", GosResult::failed);

    @Override
    public SuccessCounts answered() {
        return found.answered();
    }

    Answers answers() {
        return found.answers();
    }

    long failed() {
        return found.failed();
    }

    double ownRatio() {
        return answers().share(answers().own());
    }

    double othersRatio() {
        return answers().share(answers().others());
    }

    double throughput() {
        return found.throughput();
    }

    double megabytes() {
        return found.bytes() / found.seconds() / (1 << 20);
    }
}
