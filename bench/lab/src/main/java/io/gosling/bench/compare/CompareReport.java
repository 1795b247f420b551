package io.gosling.bench.compare;

import io.gosling.bench.experiment.MedianInterval;
import io.gosling.bench.experiment.Results;
import io.gosling.tools.report.Bars;
import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Page;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The report of a run of {@code gosling bench compare}.
 *
 * @param goals whether a client asks one node for one body, of which goals tell
 */
record CompareReport(Map<String, String> head, Results<Way, WayResult> results, boolean goals)
        implements Report.WithPage {
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
                    one -> OptionalDouble.of(one.loadCounts().meanMillis())),
            new Shown(
                    "50 %, ms",
                    "%.2f", false, one -> OptionalDouble.of(one.loadCounts().delayMillis(50))),
            new Shown(
                    "99 %, ms",
                    "%.2f", false, one -> OptionalDouble.of(one.loadCounts().delayMillis(99))),
            new Shown("front-end's CPU, µs a request", "%.1f", false, WayResult::frontEndMicros),
            new Shown("nodes' CPU, µs a request", "%.1f", false, WayResult::nodeMicros));

    private record Goal(String what, String wanted, MedianInterval found, boolean reached) {
        String line() {
            return found.text() + (reached ? ": reached" : ": not reached");
        }
    }

    @Override
    public String csv() {
        return WayResult.COLUMNS.csv(results.all());
    }

    @Override
    public String markdown() {
        return Markdown.facts(head)
                + "\nMedians of the rounds; what there is none of has a dash.\n\n"
                + table(rows())
                + "\n"
                + table(best())
                + (targets().isEmpty() ? "" : "\n" + table(targetRows()));
    }

    @Override
    public String html() {
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
            results.interval(way, shown.figure())
                    .ifPresent(found -> bars.add(new Bars.Bar(way.label(), found.median(), found.low(), found.high())));
        }
        return new Bars(shown.title(), "", bars);
    }

    private List<Way> ways() {
        return results.cases().stream().sorted().toList();
    }

    private List<List<String>> rows() {
        Columns<Way> columns = new Columns<Way>().and("way", Way::label);
        for (Shown shown : SHOWN) {
            columns = columns.and(shown.title(), shown.form(), way -> results.medianOfAny(way, shown.figure()));
        }
        return columns.and("handoffs/s", "%,.1f", way -> results.medianOfAny(way, WayResult::handoffsPerSecond))
                .and("errors", way -> results.sum(way, one -> one.loadCounts().failed()))
                .table(ways());
    }

    /** For each column the forwarding mode whose median is best, and how far the next one is behind. */
    private List<List<String>> best() {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("figure", "best", "", "next", "")));
        for (Shown shown : SHOWN) {
            Map<Way, Double> medians = new LinkedHashMap<>();
            ways().forEach(way -> results.medianOfAny(way, shown.figure()).ifPresent(found -> medians.put(way, found)));
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
                        Text.format(shown.form(), order.getFirst().getValue()),
                        order.get(1).getKey().label(),
                        Text.format(shown.form(), order.get(1).getValue())));
            }
        }
        return rows;
    }

    private List<Goal> targets() {
        List<Goal> targets = new ArrayList<>();
        for (Way way : goals ? ways() : List.<Way>of()) {
            if (way.hasFrontEnd() && way != Way.PROXY) {
                results.ratio(way, Way.PROXY, WayResult::frontEndMicros)
                        .ifPresent(found -> targets.add(new Goal(
                                "front-end's CPU a request, " + way.label() + " over proxy",
                                Text.format("%.2f or less", FRONT_END_OVER_PROXY),
                                found,
                                found.median() <= FRONT_END_OVER_PROXY)));
            }
            results.interval(way, WayResult::handoffMicros)
                    .ifPresent(found -> targets.add(new Goal(
                            "a handoff's time, half of them, µs or less, " + way.label(),
                            Text.format("%.0f or less", HANDOFF_MICROS),
                            found,
                            found.median() <= HANDOFF_MICROS)));
            results.interval(way, CompareReport::handoffsOfRequests)
                    .ifPresent(found -> targets.add(new Goal(
                            "handoffs/s, " + way.label(),
                            Text.format("%.0f or more", HANDOFFS_A_SECOND),
                            found,
                            found.median() >= HANDOFFS_A_SECOND)));
        }
        return targets;
    }

    /** Empty unless nearly every request has one: kept connections are as many as clients, however fast they are. */
    private static OptionalDouble handoffsOfRequests(WayResult one) {
        return 10 * one.cost().handoffs().taken() >= 9 * one.loadCounts().requests()
                ? one.handoffsPerSecond()
                : OptionalDouble.empty();
    }

    private List<List<String>> targetRows() {
        return new Columns<Goal>()
                .and("goal", Goal::what)
                .and("wanted", Goal::wanted)
                .and("here", Goal::line)
                .table(targets());
    }

    private static String table(List<List<String>> rows) {
        return Markdown.table(rows, "|---|" + "---:|".repeat(rows.getFirst().size() - 1));
    }
}
