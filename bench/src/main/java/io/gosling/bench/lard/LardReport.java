package io.gosling.bench.lard;

import io.gosling.bench.process.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a run has found.
 *
 * @param head machine, date, command, versions, and what is emulated, in this order
 * @param measured every case of every round
 */
record LardReport(Map<String, String> head, List<Measured> measured) {
    private static final String YARDSTICK = "wrr";

    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append(
                "\n| policy | cooperation | requests/s | of wrr | interval | from the node's memory | disk reads a request | failed |"
                        + "\n|---|---|---:|---:|---:|---:|---:|---:|\n");
        measured.stream().map(Measured::what).distinct().forEach(what -> text.append(line(what)));
        return text.toString();
    }

    private String line(Case what) {
        Optional<Spread> ratio = ofYardstick(what);
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %.0f | %s | %s | %.1f %% | %.3f | %d |%n",
                what.policy(),
                what.onOrOff(),
                median(what, Measured::throughput),
                ratio.map(spread -> String.format(Locale.ROOT, "%.2f", spread.median()))
                        .orElse("-"),
                ratio.map(spread -> String.format(Locale.ROOT, "%.2f to %.2f", spread.low(), spread.high()))
                        .orElse("-"),
                100 * median(what, Measured::hitRatio),
                median(what, Measured::diskRatio),
                of(what).stream().mapToLong(one -> one.tally().failed()).sum());
    }

    /** Each round's throughput over that of weighted round robin in the same round, with the same cooperation. */
    private Optional<Spread> ofYardstick(Case what) {
        Case yardstick = new Case(YARDSTICK, what.cooperation());
        double[] ratios = of(what).stream()
                .flatMap(one -> of(yardstick).stream()
                        .filter(other -> other.round() == one.round() && other.throughput() > 0)
                        .map(other -> one.throughput() / other.throughput()))
                .mapToDouble(Double::doubleValue)
                .toArray();
        return ratios.length == 0 ? Optional.empty() : Optional.of(Spread.of(ratios));
    }

    private double median(Case what, ToDoubleFunction<Measured> figure) {
        return Spread.of(of(what).stream().mapToDouble(figure).toArray()).median();
    }

    private List<Measured> of(Case what) {
        return measured.stream().filter(one -> one.what().equals(what)).toList();
    }

    /** Every case of every round, one a line, with a line of names. */
    String csv() {
        return Measured.CSV_HEADER + "\n"
                + measured.stream().map(one -> one.csv() + "\n").collect(Collectors.joining());
    }
}
