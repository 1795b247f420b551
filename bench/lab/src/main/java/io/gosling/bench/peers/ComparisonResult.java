package io.gosling.bench.peers;

import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.bench.experiment.MedianInterval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The result of a row. */
record ComparisonResult(ComparisonRow row, MedianInterval interval) {
    /** Of several yardsticks the one with the lowest median counts; one that missed rounds is none. */
    static Optional<ComparisonResult> of(ComparisonRow row, List<ComparisonSample> samples) {
        ExperimentResults<ComparisonSample.Case, ComparisonSample> results = ComparisonSample.results(samples);
        ComparisonSample.Case ours = new ComparisonSample.Case(row, OwnServers.NAME);
        Optional<MedianInterval> found = row.unit == ComparisonRow.Unit.BYTES
                ? results.interval(ours, ComparisonSample::value)
                : row.unit.yardsticks().stream()
                        .map(name -> new ComparisonSample.Case(row, name))
                        .filter(theirs ->
                                results.of(theirs).size() == results.of(ours).size())
                        .filter(results::has)
                        .min(Comparator.comparingDouble(theirs -> results.median(theirs, ComparisonSample::value)))
                        .flatMap(theirs -> results.ratio(ours, theirs, ComparisonSample::value));
        return found.map(interval -> new ComparisonResult(row, interval));
    }

    String shown(double value) {
        return rounded(value).toPlainString();
    }

    Optional<String> goal() {
        return row.hasGoal() ? Optional.of(shown(row.goal)) : Optional.empty();
    }

    /** By how many per cent the median, as shown, is above the goal; nothing without a goal. */
    Optional<Long> gap() {
        return row.hasGoal()
                ? Optional.of(Math.round((rounded(interval.median()).doubleValue() / row.goal - 1) * 100))
                : Optional.empty();
    }

    private BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(row.unit.places(), RoundingMode.HALF_UP);
    }
}
