package io.gosling.tools.plan;

import io.gosling.tools.report.ChartAxis;
import io.gosling.tools.report.HtmlReportPage;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Formats a plan in plain words, as text for a terminal and as a page with plots. */
record PlanReport(Map<String, String> head, String trace, CapacityPlan plan) {
    String text() {
        StringBuilder text = new StringBuilder(Markdown.facts(head)).append('\n');
        sentences().forEach(sentence -> text.append(sentence).append("\n\n"));
        List.of(memories(), clusters(), policies())
                .forEach(table -> text.append(Markdown.table(table)).append('\n'));
        return text.toString();
    }

    String html() {
        HtmlReportPage page = new HtmlReportPage("The cluster that " + trace + " wants").facts(head);
        sentences().forEach(page::text);
        page.plots(List.of(curve(), throughput()));
        page.section("Memory").table(memories());
        page.section("Nodes").table(clusters());
        page.section("What leaves memory first").table(policies());
        page.section("The log").facts(plan.facts().rows());
        return page.html();
    }

    private List<String> sentences() {
        TraceStatistics facts = plan.facts();
        MissCurve curve = plan.curve();
        List<String> said = new ArrayList<>();
        said.add(ReportTextFormat.format(
                "%s has %,d requests for %,d objects of %s%s. Each object has to come once, so that no memory answers"
                        + " more than %.1f %% of the requests.",
                trace,
                facts.requests(),
                facts.objects(),
                ChartAxis.size(facts.footprint()),
                plan.share() < 1 ? ", a sample whose memory is said as that of all" : "",
                100 * curve.most()));
        if (curve.most() == 0) {
            said.add("Nothing is asked for twice: no memory of whatever size answers any of it.");
            return said;
        }
        said.add(ReportTextFormat.format(
                "Memory is counted as a node counts it, with %,d bytes beside each object's own: all of them take %s.",
                Trace.BESIDE_BODY,
                ChartAxis.size((facts.footprint() + (double) Trace.BESIDE_BODY * facts.objects()) / plan.share())));
        said.add(ReportTextFormat.format(
                "Up to %s of memory a doubling is worth two points of hits or more; behind it, less. There %.1f %% of"
                        + " the requests are hits, and %.1f %% of the bytes; half of it has %.1f %% of the requests,"
                        + " twice of it %.1f %%.",
                ChartAxis.size(plan.knee()),
                100 * curve.hitRatio(plan.knee()),
                100 * curve.byteHitRatio(plan.knee()),
                100 * curve.hitRatio(plan.knee() / 2),
                100 * curve.hitRatio(2 * plan.knee())));
        said.add(ReportTextFormat.format(
                "With %s a node that is %,d %s. One more would bring %.2f points of hits, where the front-end sends"
                        + " each object to one node (lb, lard-r) or nodes cooperate; one gibibyte more %.2f.",
                ChartAxis.size(plan.memory()),
                plan.wanted(),
                plan.wanted() == 1 ? "node" : "nodes",
                100 * plan.oneMoreNode(plan.wanted()),
                100 * plan.oneMoreGibibyte(plan.memory() * plan.wanted())));
        said.add(ReportTextFormat.format(
                "Most requests a second with %d %s%s, which drop by gdsf: %s.",
                plan.judged(),
                plan.judged() == 1 ? "node" : "nodes",
                plan.judged() < plan.wanted() ? ", more than which were not simulated" : "",
                String.join(", ", plan.bestPolicies())));
        said.add(bound());
        plan.replacement().entrySet().stream()
                .findFirst()
                .ifPresent(first -> said.add(ReportTextFormat.format(
                        "In one cache of the knee's size %s has the most hits, %.1f %%.",
                        first.getKey(), 100 * first.getValue())));
        if (plan.sampled() < 1) {
            said.add(sample());
        }
        return said;
    }

    private String bound() {
        String carried = ReportTextFormat.format(
                "From memory alone a node's processor would answer %,.0f a second, by the costs %s.",
                plan.carried(), costs().name());
        return costs().disks() > 0 || plan.busiest() >= 0.5
                ? carried
                : ReportTextFormat.format(
                                "These requests a second are not what nodes can do: their processors work for at most"
                                        + " %.1f %% of the time. They are what comes of so many requests under way as a"
                                        + " front-end lets in with the load thresholds 25 and 65, and %.0f ms for each"
                                        + " miss. ",
                                100 * plan.busiest(), costs().first() / 1e6)
                        + carried;
    }

    private CostModel costs() {
        return plan.outcomes().getFirst().setup().costs();
    }

    private String sample() {
        double inSample = plan.replacement().getOrDefault("lru", 0.0);
        return ReportTextFormat.format(
                "Clusters and policies were simulated with %.1f %% of the objects, drawn by a hash, and as much of the"
                        + " memory; the curve is of all that were read. At the knee lru has %.1f %% of hits in the"
                        + " sample, and %.1f %% by the curve: so far these figures may be off. What is larger than %s"
                        + " no node of the sample keeps.",
                100 * plan.sampled(),
                100 * inSample,
                100 * plan.curve().hitRatio(plan.knee()),
                ChartAxis.size(plan.memory() * plan.sampled()));
    }

    private List<List<String>> memories() {
        MissCurve curve = plan.curve();
        return new ResultColumns<Long>()
                .and("memory", ChartAxis::size)
                .and("hits, %", "%.1f", size -> 100 * curve.hitRatio(size))
                .and("bytes, %", "%.1f", size -> 100 * curve.byteHitRatio(size))
                .and("twice as much, points", "%.1f", size -> 100 * (curve.hitRatio(2 * size) - curve.hitRatio(size)))
                .table(curve.sizes().stream()
                        .filter(size -> Long.bitCount(size) == 1)
                        .toList());
    }

    private List<List<String>> clusters() {
        return new ResultColumns<SimulationResult>()
                .and("nodes", outcome -> outcome.setup().nodes())
                .and("policy", outcome -> outcome.setup().strategy().label())
                .and("under way", outcome -> outcome.setup().underWay())
                .and("requests/s", "%,.0f", SimulationResult::throughput)
                .and("processor, % busy", "%.1f", outcome -> 100 * outcome.busyFraction())
                .and("misses, %", "%.1f", outcome -> 100 * outcome.missRatio())
                .and("delay, ms", "%.2f", SimulationResult::delayMillis)
                .and("one more node, points", outcome -> points(plan.oneMoreNode(outcome.setup())))
                .table(plan.outcomes());
    }

    private List<List<String>> policies() {
        return new ResultColumns<Map.Entry<String, Double>>()
                .and("replacement", Map.Entry::getKey)
                .and("hits, %", "%.1f", policy -> 100 * policy.getValue())
                .table(plan.replacement().entrySet());
    }

    private LineChart curve() {
        MissCurve curve = plan.curve();
        return new LineChart(
                "Hits over memory",
                ChartAxis.bytes("memory of all nodes"),
                ChartAxis.linear("%"),
                List.of(
                        LineChart.line(
                                "requests", curve.sizes(), Long::doubleValue, size -> 100 * curve.hitRatio(size)),
                        LineChart.line(
                                "bytes", curve.sizes(), Long::doubleValue, size -> 100 * curve.byteHitRatio(size))));
    }

    private LineChart throughput() {
        List<LineChart.Series> series = LineChart.lines(
                plan.outcomes(),
                outcome -> outcome.setup().strategy().label(),
                outcome -> outcome.setup().nodes(),
                SimulationResult::throughput);
        return new LineChart(
                "Requests a second over nodes", ChartAxis.linear("nodes"), ChartAxis.linear("requests/s"), series);
    }

    private static String points(OptionalDouble share) {
        return share.isPresent() ? ReportTextFormat.format("%.2f", 100 * share.getAsDouble()) : "-";
    }
}
