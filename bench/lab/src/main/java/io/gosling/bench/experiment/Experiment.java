package io.gosling.bench.experiment;

import io.gosling.tools.report.ResultColumns;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * An experiment: cases, each of which is measured once in every round, and the columns of the results.
 *
 * @param kind of cases, in the plural, for messages
 * @param seconds that a case takes beside its warm-up and its measured time
 */
public record Experiment<C extends Experiment.Case, R extends Experiment.Result<C>>(
        String kind, ExperimentProcedure rounds, List<C> cases, int seconds, ResultColumns<R> columns) {
    /** A case. */
    public interface Case {
        String label();
    }

    /** The result of a case in one round. */
    public interface Result<C> {
        int round();

        C what();

        SuccessCounts answered();

        /** The number of requests of a case that were answered correctly, and of those that were not. */
        record SuccessCounts(long succeeded, long failed) {
            public boolean isSound() {
                return succeeded > 0 && failed * 1000 <= succeeded + failed;
            }

            void require(String with) throws IOException {
                if (!isSound()) {
                    throw new IOException(failed + " requests failed, and " + succeeded + " did not, with " + with
                            + "; of a thousand no more than one may");
                }
            }
        }
    }

    /** @throws IOException when no case could be measured */
    public ExperimentResults<C, R> run(ExperimentProcedure.Trial<C, R> trial, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept(cases.size() + " " + kind + ", " + rounds.count() + " rounds: about "
                + rounds.minutes(cases.size(), seconds) + " minutes");
        return ExperimentResults.of(rounds.measure(
                cases,
                (round, one) -> {
                    R found = trial.run(round, one);
                    say.accept(columns.line(found).stripTrailing());
                    found.answered().require(one.label());
                    return found;
                },
                say));
    }

    public boolean isWhole(ExperimentResults<C, R> results) {
        return rounds.isWhole(cases.size(), results.all().size());
    }
}
