package io.gosling.bench.gos;

import io.gosling.bench.experiment.Experiment;
import io.gosling.bench.fleet.Answers;
import io.gosling.tools.report.Columns;

/**
 * The result of one case in one round.
 *
 * @param bytes of the answers, with their headers
 * @param answers counts by the source of the bytes, as the nodes reported them
 */
record GosResult(int round, GosCase what, long requests, long bytes, long failed, double seconds, Answers answers)
        implements Experiment.Result<GosCase> {
    static final Columns<GosResult> COLUMNS = Answers.shares(
                    new Columns<GosResult>()
                            .and("round", GosResult::round)
                            .and("nodes", one -> one.what.nodes())
                            .and("memory_mib", one -> one.what.memory() >> 20)
                            .and("cooperation", one -> one.what.onOrOff())
                            .and("requests", GosResult::requests)
                            .and("seconds", "%.3f", GosResult::seconds)
                            .and("throughput_rps", "%.1f", GosResult::throughput)
                            .and("throughput_mib_s", "%.3f", GosResult::megabytes),
                    GosResult::answers)
            .and("failed", GosResult::failed);

    @Override
    public SuccessCounts answered() {
        return new SuccessCounts(requests, failed);
    }

    double othersRatio() {
        return answers.share(answers.others());
    }

    double throughput() {
        return requests / seconds;
    }

    double megabytes() {
        return bytes / seconds / (1 << 20);
    }
}
