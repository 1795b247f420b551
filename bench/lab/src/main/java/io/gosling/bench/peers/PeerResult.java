package io.gosling.bench.peers;

import io.gosling.bench.experiment.MedianInterval;
import io.gosling.bench.experiment.Results;
import io.gosling.tools.report.Columns;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The result of a row. */
record PeerResult(PeerRow row, MedianInterval interval) {
    static final Columns<PeerResult> FIELDS = new Columns<PeerResult>()
            .and("row", figure -> figure.row.label)
            .and("unit", figure -> figure.row.unit.text)
            .and("goal", figure -> figure.goal().map(BigDecimal::new))
            .and("median", figure -> figure.rounded(figure.interval.median()))
            .and("low", figure -> figure.rounded(figure.interval.low()))
            .and("high", figure -> figure.rounded(figure.interval.high()))
            .and("gapPercent", PeerResult::gap);

    /** Of several yardsticks the one with the lowest median counts; one that missed rounds is none. */
    static Optional<PeerResult> of(PeerRow row, List<Sample> samples) {
        Results<Sample.Case, Sample> results = Sample.results(samples);
        Sample.Case ours = new Sample.Case(row, OwnServers.NAME);
        Optional<MedianInterval> found = row.unit == PeerRow.Unit.BYTES
                ? results.interval(ours, Sample::value)
                : row.unit.yardsticks().stream()
                        .map(name -> new Sample.Case(row, name))
                        .filter(theirs ->
                                results.of(theirs).size() == results.of(ours).size())
                        .filter(results::has)
                        .min(Comparator.comparingDouble(theirs -> results.median(theirs, Sample::value)))
                        .flatMap(theirs -> results.ratio(ours, theirs, Sample::value));
        return found.map(interval -> new PeerResult(row, interval));
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
