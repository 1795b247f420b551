package io.gosling.bench.simulate;

import io.gosling.bench.report.Axis;
import io.gosling.bench.report.Page;
import io.gosling.bench.report.Plot;
import io.gosling.bench.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What simulated clusters have done with a trace: tables with policies down and numbers of nodes across.
 *
 * @param head machine, versions, date, command
 * @param trace what was asked for
 * @param outcomes of every policy with every number of nodes
 */
record SimulationReport(Map<String, String> head, Trace trace, List<Outcome> outcomes) {
    String csv() {
        StringBuilder text = new StringBuilder(Outcome.CSV_HEAD);
        outcomes.forEach(outcome -> text.append(outcome.csv()));
        return text.toString();
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\nTrace: ")
                .append(trace.name())
                .append(", ")
                .append(trace.origin())
                .append(".\n");
        table(text, "requests/s", "%,.0f", Outcome::throughput);
        table(text, "misses, %", "%.1f", outcome -> 100 * outcome.missRatio());
        table(text, "idle, %", "%.1f", outcome -> 100 * outcome.idleFraction());
        table(text, "delay, ms", "%.2f", Outcome::delayMillis);
        return text.toString();
    }

    /** The same as a page with plots. */
    String html() {
        Page page = new Page("What a cluster would do with " + trace.name())
                .facts(head)
                .text("Trace: " + trace.origin() + ". Each line is a policy; all have as many requests under way as the"
                        + " admission limit allows.");
        page.plots(List.of(
                plot("Throughput", "requests/s", Outcome::throughput),
                plot("Misses", "% of requests", outcome -> 100 * outcome.missRatio()),
                plot("Idle time", "% of the time, mean of the nodes", outcome -> 100 * outcome.idleFraction()),
                plot("Delay", "ms, mean", Outcome::delayMillis)));
        page.section("Figures");
        page.table(rows());
        return page.html();
    }

    private Plot plot(String title, String unit, ToDoubleFunction<Outcome> figure) {
        int most = outcomes.stream()
                .mapToInt(outcome -> outcome.setup().nodes())
                .max()
                .orElse(1);
        List<Plot.Series> series = outcomes.stream()
                .map(outcome -> outcome.setup().policy())
                .distinct()
                .map(policy -> new Plot.Series(
                        policy.label(),
                        outcomes.stream()
                                .filter(outcome -> outcome.setup().policy() == policy)
                                .map(outcome -> new Plot.Point(outcome.setup().nodes(), figure.applyAsDouble(outcome)))
                                .toList()))
                .toList();
        Axis nodes = most > 32 ? Axis.logarithmic("nodes") : Axis.linear("nodes");
        return new Plot(title, nodes, Axis.linear(unit), series);
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("policy", "nodes", "requests/s", "misses, %", "idle, %", "delay, ms"));
        for (Outcome outcome : outcomes) {
            rows.add(List.of(
                    outcome.setup().policy().label(),
                    Integer.toString(outcome.setup().nodes()),
                    String.format(Locale.ROOT, "%,.0f", outcome.throughput()),
                    String.format(Locale.ROOT, "%.1f", 100 * outcome.missRatio()),
                    String.format(Locale.ROOT, "%.1f", 100 * outcome.idleFraction()),
                    String.format(Locale.ROOT, "%.2f", outcome.delayMillis())));
        }
        return rows;
    }

    private void table(StringBuilder text, String what, String form, ToDoubleFunction<Outcome> figure) {
        List<Integer> counts = outcomes.stream()
                .map(outcome -> outcome.setup().nodes())
                .distinct()
                .toList();
        text.append("\n| ").append(what).append(" |");
        counts.forEach(count -> text.append(' ')
                .append(count)
                .append(count == 1 ? " node" : " nodes")
                .append(" |"));
        text.append("\n|---|").append("--:|".repeat(counts.size())).append('\n');
        outcomes.stream().map(outcome -> outcome.setup().policy()).distinct().forEach(policy -> {
            text.append("| ").append(policy.label()).append(" |");
            for (int count : counts) {
                Optional<Outcome> cell = outcomes.stream()
                        .filter(outcome -> outcome.setup().policy() == policy
                                && outcome.setup().nodes() == count)
                        .findFirst();
                text.append(' ')
                        .append(cell.map(outcome -> String.format(Locale.ROOT, form, figure.applyAsDouble(outcome)))
                                .orElse("-"))
                        .append(" |");
            }
            text.append('\n');
        });
    }
}
