package io.gosling.bench.lard;

import io.gosling.bench.figures.Claim;
import io.gosling.bench.figures.Figure;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.process.MedianInterval;
import io.gosling.tools.report.Plot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report of a run of {@code gosling bench lard}.
 *
 * @param head machine, date, command, versions, and what is emulated, in this order
 * @param measured every case of every round
 */
record LardReport(Map<String, String> head, List<LardResult> measured) {
    private static final String YARDSTICK = "wrr";

    /** The paper's statements on its prototype, and the results of every case. */
    String markdown() {
        StringBuilder text = new StringBuilder(figures().markdown());
        text.append("\n| nodes | policy | cooperation | requests/s | of wrr | interval | from the node's memory | disk"
                + " reads a request | failed |\n|---:|---|---|---:|---:|---:|---:|---:|---:|\n");
        cases().forEach(what -> text.append(line(what)));
        return text.toString();
    }

    /** The medians of the rounds as figures, beside the paper's statements. */
    FigureReport figures() {
        Map<String, List<Plot.Point>> lines = new LinkedHashMap<>();
        cases().forEach(what -> lines.computeIfAbsent(what.line(), name -> new ArrayList<>())
                .add(new Plot.Point(what.nodes(), median(what, LardResult::throughput))));
        Figure figure = new Figure(
                "17",
                "requests of real nodes",
                "nodes",
                "requests/s",
                "%,.0f",
                lines.entrySet().stream()
                        .map(line -> new Plot.Series(line.getKey(), line.getValue()))
                        .toList());
        return new FigureReport("The front-end's policies on real nodes", head, List.of(figure), claims());
    }

    private List<Claim> claims() {
        return cases().filter(what -> what.policy().equals("lard-r") && !what.cooperation())
                .flatMap(what -> ofYardstick(what).stream()
                        .map(ratio -> new Claim(
                                "17",
                                "LARD/R over weighted round robin, " + what.nodes() + " nodes",
                                "2.5 at 6",
                                String.format(Locale.ROOT, "%.2f", ratio.median()))))
                .toList();
    }

    private Stream<LardCase> cases() {
        return measured.stream().map(LardResult::what).distinct();
    }

    private String line(LardCase what) {
        Optional<MedianInterval> ratio = ofYardstick(what);
        return String.format(
                Locale.ROOT,
                "| %d | `%s` | %s | %.0f | %s | %s | %.1f %% | %.3f | %d |%n",
                what.nodes(),
                what.policy(),
                what.onOrOff(),
                median(what, LardResult::throughput),
                ratio.map(spread -> String.format(Locale.ROOT, "%.2f", spread.median()))
                        .orElse("-"),
                ratio.map(spread -> String.format(Locale.ROOT, "%.2f to %.2f", spread.low(), spread.high()))
                        .orElse("-"),
                100 * median(what, LardResult::hitRatio),
                median(what, LardResult::diskRatio),
                of(what).stream().mapToLong(one -> one.tally().failed()).sum());
    }

    /**
     * Each round's throughput over that of weighted round robin in the same round, with as many nodes and the same
     * cooperation.
     */
    private Optional<MedianInterval> ofYardstick(LardCase what) {
        LardCase yardstick = new LardCase(what.nodes(), YARDSTICK, what.cooperation());
        double[] ratios = of(what).stream()
                .flatMap(one -> of(yardstick).stream()
                        .filter(other -> other.round() == one.round() && other.throughput() > 0)
                        .map(other -> one.throughput() / other.throughput()))
                .mapToDouble(Double::doubleValue)
                .toArray();
        return ratios.length == 0 ? Optional.empty() : Optional.of(MedianInterval.of(ratios));
    }

    private double median(LardCase what, ToDoubleFunction<LardResult> figure) {
        return MedianInterval.of(of(what).stream().mapToDouble(figure).toArray()).median();
    }

    private List<LardResult> of(LardCase what) {
        return measured.stream().filter(one -> one.what().equals(what)).toList();
    }

    /** Every case of every round, one a line, with a line of names. */
    String csv() {
        return LardResult.CSV_HEADER + "\n"
                + measured.stream().map(one -> one.csv() + "\n").collect(Collectors.joining());
    }
}
