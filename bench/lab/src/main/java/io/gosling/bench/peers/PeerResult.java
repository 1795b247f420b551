package io.gosling.bench.peers;

import io.gosling.bench.experiment.MedianInterval;
import io.gosling.tools.report.Columns;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** The result of a row. */
record PeerResult(PeerRow row, MedianInterval interval) {
    static final Columns<PeerResult> FIELDS = new Columns<PeerResult>()
            .and("row", figure -> figure.row.label())
            .and("unit", figure -> figure.row.unit().text())
            .and("goal", figure -> figure.shown(figure.row.goal()).map(BigDecimal::new))
            .and("median", figure -> figure.rounded(figure.interval.median()))
            .and("low", figure -> figure.rounded(figure.interval.low()))
            .and("high", figure -> figure.rounded(figure.interval.high()))
            .and("gapPercent", PeerResult::gap);

    static Optional<PeerResult> of(PeerRow row, List<Sample> all) {
        List<Sample> samples =
                all.stream().filter(sample -> sample.row() == row).toList();
        List<Sample> ours = samples.stream().filter(of(OwnServer.NAME)).toList();
        if (ours.isEmpty()) {
            return Optional.empty();
        }
        if (row.unit() == PeerRow.Unit.BYTES) {
            return Optional.of(new PeerResult(row, MedianInterval.of(values(ours))));
        }
        return row.unit().yardsticks().stream()
                .map(name -> samples.stream().filter(of(name)).toList())
                .filter(theirs -> theirs.size() == ours.size())
                .min(Comparator.comparingDouble(PeerResult::median))
                .map(theirs -> new PeerResult(row, MedianInterval.of(ratios(ours, theirs))));
    }

    /** The median of the samples' values; the better setting of the yardstick has the lower one. */
    static double median(List<Sample> samples) {
        return MedianInterval.of(values(samples)).median();
    }

    private static double[] values(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::value).toArray();
    }

    private static Predicate<Sample> of(String server) {
        return sample -> sample.server().equals(server);
    }

    private static double[] ratios(List<Sample> ours, List<Sample> theirs) {
        double[] ratios = values(ours);
        Arrays.setAll(ratios, i -> ratios[i] / theirs.get(i).value());
        return ratios;
    }

    String shown(double value) {
        return rounded(value).toPlainString();
    }

    Optional<String> shown(OptionalDouble goal) {
        return goal.isPresent() ? Optional.of(shown(goal.getAsDouble())) : Optional.empty();
    }

    /** By how many per cent the median, as shown, is above the goal; nothing without a goal. */
    Optional<Long> gap() {
        return row.goal().isPresent()
                ? Optional.of(Math.round(
                        (rounded(interval.median()).doubleValue() / row.goal().getAsDouble() - 1) * 100))
                : Optional.empty();
    }

    private BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(row.unit().places(), RoundingMode.HALF_UP);
    }
}
