package io.gosling.bench.compare;

import io.gosling.bench.process.MedianInterval;
import io.gosling.tools.report.Bars;
import io.gosling.tools.report.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The report of a run of {@code gosling bench compare}.
 *
 * @param head machine, date, command, versions, what was asked for, and what was left out
 * @param goals whether a client asks one node for one body, of which goals tell
 */
record CompareReport(Map<String, String> head, List<WayResult> measured, boolean goals) {
    private static final double FRONT_END_OVER_PROXY = 0.2;
    private static final double HANDOFF_MICROS = 250;
    private static final double HANDOFFS_A_SECOND = 3000;

    /** A column of the table, and a plot. */
    private record Shown(String title, String form, boolean highest, Function<WayResult, OptionalDouble> figure) {}

    private static final List<Shown> SHOWN = List.of(
            new Shown("requests/s", "%,.0f", true, one -> OptionalDouble.of(one.perSecond())),
            new Shown("MB/s", "%.1f", true, one -> OptionalDouble.of(one.bytesPerSecond() / 1e6)),
            new Shown(
                    "mean delay, ms",
                    "%.2f",
                    false,
                    one -> OptionalDouble.of(one.tally().meanMillis())),
            new Shown(
                    "50 %, ms",
                    "%.2f", false, one -> OptionalDouble.of(one.tally().delayMillis(50))),
            new Shown(
                    "99 %, ms",
                    "%.2f", false, one -> OptionalDouble.of(one.tally().delayMillis(99))),
            new Shown("front-end's CPU, µs a request", "%.1f", false, WayResult::frontEndMicros),
            new Shown("nodes' CPU, µs a request", "%.1f", false, WayResult::nodeMicros));

    /** A goal of the project. */
    private record Goal(String what, String wanted, MedianInterval found, boolean reached) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%.2f (%.2f to %.2f): %s",
                    found.median(),
                    found.low(),
                    found.high(),
                    reached ? "reached" : "not reached");
        }
    }

    String csv() {
        return WayResult.CSV_HEAD + measured.stream().map(WayResult::csv).collect(Collectors.joining());
    }

    /** The results of every forwarding mode, the best one in each column, and the goals. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\nMedians of the rounds; what there is none of has a dash.\n\n")
                .append(table(rows()));
        text.append('\n').append(table(best()));
        if (!targets().isEmpty()) {
            text.append('\n').append(table(targetRows()));
        }
        return text.toString();
    }

    /** The same with plots; it needs nothing from elsewhere. */
    String html() {
        Page page = new Page("One load by every way").facts(head);
        page.plots(SHOWN.stream().map(this::bars).toList());
        page.section("Medians of the rounds").table(rows());
        page.section("Where each is best").table(best());
        if (!targets().isEmpty()) {
            page.section("Goals").table(targetRows());
        }
        return page.html();
    }

    private Bars bars(Shown shown) {
        List<Bars.Bar> bars = new ArrayList<>();
        for (Way way : ways()) {
            spread(way, shown.figure())
                    .ifPresent(found -> bars.add(new Bars.Bar(way.label(), found.median(), found.low(), found.high())));
        }
        return new Bars(shown.title(), "", bars);
    }

    private List<Way> ways() {
        return measured.stream().map(WayResult::way).distinct().sorted().toList();
    }

    private List<WayResult> rounds(Way way) {
        return measured.stream().filter(one -> one.way() == way).toList();
    }

    private Optional<MedianInterval> spread(Way way, Function<WayResult, OptionalDouble> figure) {
        double[] there = rounds(way).stream()
                .map(figure)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        return there.length == 0 ? Optional.empty() : Optional.of(MedianInterval.of(there));
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        List<String> names = new ArrayList<>(List.of("way"));
        SHOWN.forEach(shown -> names.add(shown.title()));
        names.addAll(List.of("handoffs/s", "errors"));
        rows.add(names);
        for (Way way : ways()) {
            List<String> row = new ArrayList<>(List.of(way.label()));
            SHOWN.forEach(shown -> row.add(text(shown.form(), spread(way, shown.figure()))));
            row.add(text("%,.1f", spread(way, WayResult::handoffsPerSecond)));
            row.add(Long.toString(
                    rounds(way).stream().mapToLong(one -> one.tally().failed()).sum()));
            rows.add(row);
        }
        return rows;
    }

    private static String text(String form, Optional<MedianInterval> found) {
        return found.map(spread -> String.format(Locale.ROOT, form, spread.median()))
                .orElse("-");
    }

    /** For each column the forwarding mode whose median is best, and how far the next one is behind. */
    private List<List<String>> best() {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("figure", "best", "", "next", "")));
        for (Shown shown : SHOWN) {
            Map<Way, Double> medians = new LinkedHashMap<>();
            ways().forEach(way -> spread(way, shown.figure()).ifPresent(found -> medians.put(way, found.median())));
            List<Map.Entry<Way, Double>> order = medians.entrySet().stream()
                    .sorted(
                            shown.highest()
                                    ? Map.Entry.<Way, Double>comparingByValue().reversed()
                                    : Map.Entry.comparingByValue())
                    .toList();
            if (order.size() > 1) {
                rows.add(List.of(
                        shown.title(),
                        order.getFirst().getKey().label(),
                        String.format(
                                Locale.ROOT, shown.form(), order.getFirst().getValue()),
                        order.get(1).getKey().label(),
                        String.format(Locale.ROOT, shown.form(), order.get(1).getValue())));
            }
        }
        return rows;
    }

    private List<Goal> targets() {
        List<Goal> targets = new ArrayList<>();
        for (Way way : goals ? ways() : List.<Way>of()) {
            if (way.hasFrontEnd() && way != Way.PROXY) {
                overProxy(way)
                        .ifPresent(found -> targets.add(new Goal(
                                "front-end's CPU a request, " + way.label() + " over proxy",
                                String.format(Locale.ROOT, "%.2f or less", FRONT_END_OVER_PROXY),
                                found,
                                found.median() <= FRONT_END_OVER_PROXY)));
            }
            spread(way, WayResult::handoffMicros)
                    .ifPresent(found -> targets.add(new Goal(
                            "a handoff's time, half of them, µs or less, " + way.label(),
                            String.format(Locale.ROOT, "%.0f or less", HANDOFF_MICROS),
                            found,
                            found.median() <= HANDOFF_MICROS)));
            spread(way, CompareReport::handoffsOfRequests)
                    .ifPresent(found -> targets.add(new Goal(
                            "handoffs/s, " + way.label(),
                            String.format(Locale.ROOT, "%.0f or more", HANDOFFS_A_SECOND),
                            found,
                            found.median() >= HANDOFFS_A_SECOND)));
        }
        return targets;
    }

    /**
     * The rate of handoffs, if nearly every request has one: on kept connections there are as many as clients, however
     * fast they are.
     */
    private static OptionalDouble handoffsOfRequests(WayResult one) {
        return 10 * one.cost().handoffs().taken() >= 9 * one.tally().requests()
                ? one.handoffsPerSecond()
                : OptionalDouble.empty();
    }

    private Optional<MedianInterval> overProxy(Way way) {
        double[] ratios = rounds(way).stream()
                .filter(one -> one.frontEndMicros().isPresent())
                .flatMap(one -> rounds(Way.PROXY).stream()
                        .filter(other -> other.round() == one.round()
                                && other.frontEndMicros().orElse(0) > 0)
                        .map(other -> one.frontEndMicros().orElse(0)
                                / other.frontEndMicros().orElse(1)))
                .mapToDouble(Double::doubleValue)
                .toArray();
        return ratios.length == 0 ? Optional.empty() : Optional.of(MedianInterval.of(ratios));
    }

    private List<List<String>> targetRows() {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("goal", "wanted", "here")));
        targets().forEach(goal -> rows.add(List.of(goal.what(), goal.wanted(), goal.line())));
        return rows;
    }

    private static String table(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            text.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                text.append("|---|")
                        .append("---:|".repeat(rows.getFirst().size() - 1))
                        .append('\n');
            }
        }
        return text.toString();
    }
}
