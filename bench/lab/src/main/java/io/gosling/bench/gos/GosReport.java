package io.gosling.bench.gos;

import io.gosling.bench.figures.Claim;
import io.gosling.bench.figures.Figure;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.process.MedianInterval;
import io.gosling.tools.report.Plot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report of a run of {@code gosling bench gos}.
 *
 * @param head machine, date, command, versions, and what is emulated
 * @param footprint bytes of all objects
 * @param hottest the share of requests for the most requested tenth of the objects, 0 to 1
 * @param measured every case of every round
 */
record GosReport(Map<String, String> head, long footprint, double hottest, List<GosResult> measured) {
    /** The parts into which the answers of cooperating nodes are divided. */
    private static final Map<String, ToDoubleFunction<Answers>> PARTS = parts();

    private static Map<String, ToDoubleFunction<Answers>> parts() {
        Map<String, ToDoubleFunction<Answers>> parts = new LinkedHashMap<>();
        parts.put("own memory", answers -> answers.share(answers.own()));
        parts.put("home's memory", answers -> answers.share(answers.home()));
        parts.put("other memory", answers -> answers.share(answers.peer()));
        parts.put("disk", answers -> answers.share(answers.store()));
        return parts;
    }

    /** Every case of every round, one a line, with a line of names. */
    String csv() {
        return GosResult.CSV_HEAD + measured.stream().map(GosResult::csv).collect(Collectors.joining());
    }

    /** The medians of the rounds as figures, beside the paper's statements. */
    FigureReport figures() {
        List<Figure> figures = new ArrayList<>();
        figures.add(overNodes("1", "requests", "requests/s", "%,.0f", GosResult::throughput));
        figures.add(overNodes("2", "bytes", "MiB/s", "%.2f", GosResult::megabytes));
        for (long memory : values(GosCase::memory)) {
            List<GosCase> together = cases().filter(one -> one.cooperation() && one.memory() == memory)
                    .toList();
            if (!together.isEmpty()) {
                figures.add(new Figure(
                        Integer.toString(figures.size() + 1),
                        "who had the bytes, with cooperation and " + (memory >> 20) + " MiB a node",
                        "nodes",
                        "% of the answers",
                        "%.1f",
                        PARTS.entrySet().stream()
                                .map(part -> new Plot.Series(
                                        part.getKey(),
                                        points(
                                                together,
                                                one -> 100 * part.getValue().applyAsDouble(one.answers()))))
                                .toList()));
            }
        }
        return new FigureReport("The Global Object Space on real nodes", head, figures, claims());
    }

    private List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        List<Integer> counts = values(GosCase::nodes);
        int least = counts.getFirst();
        int most = counts.getLast();
        for (long memory : values(GosCase::memory)) {
            String each = ", " + (memory >> 20) + " MiB a node";
            GosCase on = new GosCase(most, memory, true);
            GosCase off = new GosCase(most, memory, false);
            if (isMeasured(on) && isMeasured(off)) {
                claims.add(new Claim(
                        "1",
                        "with cooperation over without, " + most + " nodes" + each,
                        "3.7 at 16",
                        ratio(on, off, GosResult::throughput) + " (bytes " + ratio(on, off, GosResult::megabytes) + ")"));
            }
            if (least < most) {
                claims.add(new Claim(
                        "1",
                        "speed-up from " + least + " to " + most + " nodes with cooperation, without" + each,
                        "4.77, 2.02 from 2 to 16",
                        Stream.of(on, off)
                                .map(one -> isMeasured(one) && isMeasured(new GosCase(least, memory, one.cooperation()))
                                        ? ratio(one, new GosCase(least, memory, one.cooperation()), GosResult::throughput)
                                        : "-")
                                .collect(Collectors.joining(", "))));
            }
            if (isMeasured(on)) {
                claims.add(new Claim(
                        "3",
                        String.format(
                                Locale.ROOT,
                                "answers from a memory, all memories %.0f %% of the objects' bytes",
                                100.0 * most * memory / footprint),
                        "about 90 % at 13 %",
                        percent(median(on, one -> one.answers().fromMemory()))));
                claims.add(new Claim(
                        "3",
                        "answers from own memory, " + most + " nodes" + each,
                        "up to 70 %",
                        percent(median(
                                on, one -> one.answers().share(one.answers().own())))));
            }
        }
        claims.add(new Claim("-", "requests for the hottest tenth of the objects", "80 to 95 %", percent(hottest)));
        return claims;
    }

    private Figure overNodes(String number, String title, String up, String form, ToDoubleFunction<GosResult> figure) {
        List<Plot.Series> lines =
                cases()
                        .collect(Collectors.groupingBy(GosCase::line, LinkedHashMap::new, Collectors.toList()))
                        .entrySet()
                        .stream()
                        .map(line -> new Plot.Series(line.getKey(), points(line.getValue(), figure)))
                        .toList();
        return new Figure(number, title, "nodes", up, form, lines);
    }

    private List<Plot.Point> points(List<GosCase> line, ToDoubleFunction<GosResult> figure) {
        return line.stream()
                .sorted(Comparator.comparingInt(GosCase::nodes))
                .map(one -> new Plot.Point(one.nodes(), median(one, figure)))
                .toList();
    }

    private Stream<GosCase> cases() {
        return measured.stream().map(GosResult::what).distinct();
    }

    private <T> List<T> values(Function<GosCase, T> of) {
        return cases().map(of).distinct().sorted().toList();
    }

    private boolean isMeasured(GosCase what) {
        return measured.stream().anyMatch(one -> one.what().equals(what));
    }

    private double median(GosCase what, ToDoubleFunction<GosResult> figure) {
        return MedianInterval.of(measured.stream()
                        .filter(one -> one.what().equals(what))
                        .mapToDouble(figure)
                        .toArray())
                .median();
    }

    private String ratio(GosCase above, GosCase below, ToDoubleFunction<GosResult> figure) {
        return String.format(Locale.ROOT, "%.2f", median(above, figure) / median(below, figure));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
