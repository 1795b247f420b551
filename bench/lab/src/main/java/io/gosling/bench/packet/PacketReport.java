package io.gosling.bench.packet;

import io.gosling.bench.figures.Claim;
import io.gosling.bench.figures.Figure;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.packet.Arrangement.Course;
import io.gosling.bench.process.MedianInterval;
import io.gosling.tools.report.Plot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The report of a run of {@code gosling bench packet}.
 *
 * @param head machine, date, command, versions, shares of CPUs, and what was left out
 */
record PacketReport(Map<String, String> head, List<PacketResult> measured) {
    /** The goals, the paper's statements, its figures drawn again, and every case. */
    String markdown() {
        StringBuilder text = new StringBuilder(figures().markdown());
        text.append("\nMedians of the rounds. CPU is that of one processor; what is not known has a dash.\n\n"
                + "| course | mechanism | servers | asked for | answers/s | MB/s | mean ms | 50 % ms | 99 % ms |"
                + " dispatcher CPU % | µs a connection | µs a frame | back-end CPU % | µs a connection |"
                + " all, µs a connection | failed | dropped |\n"
                + "|---|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n");
        cases().forEach((name, rounds) -> text.append(line(rounds)));
        return text.toString();
    }

    String csv() {
        return PacketResult.CSV_HEAD + measured.stream().map(PacketResult::csv).collect(Collectors.joining());
    }

    FigureReport figures() {
        List<Figure> figures = new ArrayList<>();
        for (Asked asked : measured.stream()
                .filter(one -> one.what().course() == Course.SCALE)
                .map(PacketResult::asked)
                .distinct()
                .toList()) {
            figure(
                    figures,
                    asked,
                    PaperFigures.rates(asked.set()),
                    "answers/s",
                    "%,.0f",
                    one -> one.load().rate());
            if (asked.set() == FileSet.LOG || asked.set() == FileSet.MADE) {
                boolean log = asked.set() == FileSet.LOG;
                figure(
                        figures,
                        asked,
                        log ? "11" : "12",
                        "MB/s",
                        "%.1f",
                        one -> one.load().bytesPerSecond() / 1e6);
                figure(
                        figures,
                        asked,
                        log ? "13" : "14",
                        "ms, mean",
                        "%.1f",
                        one -> one.load().meanMillis());
            }
        }
        List<Claim> claims = new PaperFigures(this).claims();
        return new FigureReport("LSMAC and LSNAT beside rules in the kernel", head, figures, claims);
    }

    private void figure(
            List<Figure> figures,
            Asked asked,
            String number,
            String up,
            String form,
            ToDoubleFunction<PacketResult> value) {
        Map<String, Map<Double, List<PacketResult>>> lines = new LinkedHashMap<>();
        measured.stream()
                .filter(one ->
                        one.what().course() == Course.SCALE && one.asked().equals(asked))
                .forEach(one -> lines.computeIfAbsent(one.what().line(), line -> new LinkedHashMap<>())
                        .computeIfAbsent(at(one.what()), at -> new ArrayList<>())
                        .add(one));
        List<Plot.Series> series = lines.entrySet().stream()
                .map(line -> new Plot.Series(
                        line.getKey(),
                        line.getValue().entrySet().stream()
                                .map(point -> new Plot.Point(point.getKey(), median(point.getValue(), value)))
                                .sorted(Comparator.comparingDouble(Plot.Point::across))
                                .toList()))
                .toList();
        figures.add(new Figure(number, asked.line(), "servers", up, form, series));
    }

    /** The paper counts the one on the dispatcher's host as a half. */
    private static double at(Arrangement what) {
        return what.servers() + (what.beside() ? 0.5 : 0);
    }

    /** The rounds of one case; none where it was not run. */
    List<PacketResult> rounds(Arrangement what, Asked asked) {
        return measured.stream()
                .filter(one -> one.what().equals(what) && one.asked().equals(asked))
                .toList();
    }

    /** The kinds of requests in an experiment, in their order. */
    List<Asked> asked(Course course) {
        return measured.stream()
                .filter(one -> one.what().course() == course)
                .map(PacketResult::asked)
                .distinct()
                .toList();
    }

    /** The largest cluster of a course whose servers have hosts of their own. */
    int servers(Course course) {
        return measured.stream()
                .filter(one -> one.what().course() == course)
                .mapToInt(one -> one.what().servers())
                .max()
                .orElse(0);
    }

    /** A figure of one case over that of another in the same round, of rounds in which nothing failed. */
    Optional<MedianInterval> ratio(Arrangement one, Arrangement other, Asked asked, Function<PacketResult, OptionalDouble> figure) {
        double[] ratios = rounds(one, asked).stream()
                .filter(ours -> ours.load().isSound() && figure.apply(ours).isPresent())
                .flatMap(ours -> rounds(other, asked).stream()
                        .filter(theirs ->
                                theirs.round() == ours.round() && theirs.load().isSound())
                        .filter(theirs -> figure.apply(theirs).orElse(0) > 0)
                        .map(theirs -> figure.apply(ours).orElse(0)
                                / figure.apply(theirs).orElse(1)))
                .mapToDouble(Double::doubleValue)
                .toArray();
        return ratios.length == 0 ? Optional.empty() : Optional.of(MedianInterval.of(ratios));
    }

    static double median(List<PacketResult> rounds, ToDoubleFunction<PacketResult> figure) {
        return MedianInterval.of(rounds.stream().mapToDouble(figure).toArray()).median();
    }

    /** Nothing where no round has it. */
    static OptionalDouble medianOf(List<PacketResult> rounds, Function<PacketResult, OptionalDouble> figure) {
        double[] there = rounds.stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        return there.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(MedianInterval.of(there).median());
    }

    private Map<String, List<PacketResult>> cases() {
        return measured.stream()
                .collect(Collectors.groupingBy(
                        one -> one.what() + ", " + one.asked().line(), LinkedHashMap::new, Collectors.toList()));
    }

    private static String line(List<PacketResult> rounds) {
        PacketResult any = rounds.getFirst();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %s | %.0f | %.2f | %.2f | %.2f | %.2f | %s | %s | %s | %s | %s | %s | %d | %s |%n",
                any.what().course().label(),
                any.what().line(),
                any.what().servers(),
                any.asked().line(),
                median(rounds, one -> one.load().rate()),
                median(rounds, one -> one.load().bytesPerSecond() / 1e6),
                median(rounds, one -> one.load().meanMillis()),
                median(rounds, one -> one.load().p50Millis()),
                median(rounds, one -> one.load().p99Millis()),
                text(rounds, PacketResult::dispatcherPercent),
                text(rounds, PacketResult::dispatcherMicrosPerConnection),
                text(rounds, PacketResult::dispatcherMicrosPerFrame),
                text(rounds, PacketResult::backendPercent),
                text(rounds, PacketResult::backendMicrosPerConnection),
                text(rounds, PacketResult::machineMicrosPerConnection),
                rounds.stream().mapToLong(one -> one.load().failures()).sum(),
                rounds.stream()
                        .map(PacketResult::drops)
                        .filter(drops -> !drops.isEmpty())
                        .collect(Collectors.joining("; ")));
    }

    private static String text(List<PacketResult> rounds, Function<PacketResult, OptionalDouble> figure) {
        OptionalDouble median = medianOf(rounds, figure);
        return median.isPresent() ? String.format(Locale.ROOT, "%.1f", median.getAsDouble()) : "-";
    }
}
