package io.gosling.tools.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gosling.tools.report.Axis;
import io.gosling.tools.report.Page;
import io.gosling.tools.report.Plot;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The report on simulated clusters for one trace: tables with policies down, and across the first parameter in which
 * the clusters differ.
 *
 * @param head machine, versions, date, command
 * @param trace what was asked for
 * @param outcomes of every cluster
 */
record SimulationReport(Map<String, String> head, Trace trace, List<Outcome> outcomes) {
    /** A figure that is worth a table and a plot. */
    private record Shown(String title, String unit, String form, ToDoubleFunction<Outcome> figure) {}

    private static final Shown MISSES = new Shown("Misses", "misses, %", "%.1f", outcome -> 100 * outcome.missRatio());

    private static final List<Shown> ALL = List.of(
            new Shown("Throughput", "requests/s", "%,.0f", Outcome::throughput),
            MISSES,
            new Shown("Idle time", "idle, %", "%.1f", outcome -> 100 * outcome.idleFraction()),
            new Shown("Delay", "delay, ms", "%.2f", Outcome::delayMillis),
            new Shown(
                    "Delay of 99 %",
                    "delay of 99 %, ms", "%.2f", outcome -> outcome.delay().p99()));

    /** Plots of their own, and columns of the table of all figures. */
    private static final List<Shown> DELAYS = List.of(
            new Shown(
                    "Delay of 50 %",
                    "median, ms", "%.2f", outcome -> outcome.delay().median()),
            new Shown(
                    "Delay of 95 %",
                    "95 %, ms", "%.2f", outcome -> outcome.delay().p95()));

    String csv() {
        StringBuilder text = new StringBuilder(outcomes.getFirst().csvHead());
        outcomes.forEach(outcome -> text.append(outcome.csv()));
        return text.toString();
    }

    /** The head, and under {@code outcomes} an object with the names and values of each line of the CSV. */
    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            for (Map.Entry<String, String> entry : head.entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue().replace("`", ""));
            }
            json.writeStringField("trace", trace.name() + ", " + trace.whence());
            json.writeArrayFieldStart("outcomes");
            for (Outcome outcome : outcomes) {
                json.writeStartObject();
                for (Map.Entry<String, Object> column : outcome.columns().entrySet()) {
                    json.writeFieldName(column.getKey());
                    if (column.getValue() instanceof Double number) {
                        json.writeNumber(number);
                    } else if (column.getValue() instanceof Number number) {
                        json.writeNumber(number.longValue());
                    } else {
                        json.writeString(String.valueOf(column.getValue()));
                    }
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string was not written", e);
        }
        return text + "\n";
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\nTrace: ")
                .append(trace.name())
                .append(", ")
                .append(trace.whence())
                .append(".\n");
        unreached().forEach(line -> text.append('\n').append(line).append('\n'));
        ALL.forEach(shown -> table(text, shown));
        return text.toString();
    }

    String html() {
        Page page = new Page("What a cluster would do with " + trace.name())
                .facts(head)
                .text("Trace: " + trace.whence() + ". Each line is a policy; all have as many requests under way as the"
                        + " admission limit allows.");
        unreached().forEach(page::text);
        page.plots(plots());
        page.section("Figures");
        page.table(rows());
        return page.html();
    }

    /** Every line, from left to right. */
    private Map<String, List<Outcome>> lines(Dimension across) {
        Map<String, List<Outcome>> lines = new LinkedHashMap<>();
        outcomes.forEach(
                outcome -> lines.computeIfAbsent(Dimension.line(outcome, across, outcomes), name -> new ArrayList<>())
                        .add(outcome));
        return lines;
    }

    private List<Double> values(Dimension across) {
        return outcomes.stream()
                .map(outcome -> across.of(outcome.setup()))
                .distinct()
                .sorted()
                .toList();
    }

    private List<Plot> plots() {
        Dimension across = Dimension.across(outcomes);
        List<Plot> plots = new ArrayList<>();
        Stream.concat(ALL.stream(), DELAYS.stream()).forEach(shown -> plots.add(plot(shown, across)));
        if (across != Dimension.CACHE && !Dimension.CACHE.follows(across, outcomes)) {
            plots.add(plot(MISSES, Dimension.CACHE));
        }
        return plots;
    }

    /** Failures and joins that came too late to be any. */
    List<String> unreached() {
        return outcomes.stream()
                .filter(outcome -> !outcome.unreached().isEmpty())
                .map(outcome -> String.format(
                        Locale.ROOT,
                        "With %s and %d nodes all was answered after %.3f s, so that nothing came of: %s.",
                        outcome.setup().strategy().label(),
                        outcome.setup().nodes(),
                        outcome.seconds(),
                        String.join(
                                ", ",
                                outcome.unreached().stream().map(Change::told).toList())))
                .toList();
    }

    private Plot plot(Shown shown, Dimension across) {
        List<Plot.Series> series = lines(across).entrySet().stream()
                .map(line -> new Plot.Series(
                        line.getKey(),
                        line.getValue().stream()
                                .map(outcome ->
                                        new Plot.Point(across.of(outcome.setup()), shown.figure.applyAsDouble(outcome)))
                                .toList()))
                .toList();
        return new Plot(shown.title, across.axis(values(across)), Axis.linear(shown.unit), series);
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        List<String> names = new ArrayList<>(List.of("policy", "nodes"));
        ALL.forEach(shown -> names.add(shown.unit));
        DELAYS.forEach(shown -> names.add(shown.unit));
        names.addAll(List.of("between nodes, ms", "from other nodes, %"));
        rows.add(names);
        Dimension across = Dimension.across(outcomes);
        for (Outcome outcome : outcomes) {
            List<String> row = new ArrayList<>();
            String also = across == Dimension.NODES ? "" : ", " + across.label(across.of(outcome.setup()));
            row.add(Dimension.line(outcome, across, outcomes) + also);
            row.add(Integer.toString(outcome.setup().nodes()));
            Stream.concat(ALL.stream(), DELAYS.stream())
                    .forEach(shown ->
                            row.add(String.format(Locale.ROOT, shown.form, shown.figure.applyAsDouble(outcome))));
            row.add(String.format(Locale.ROOT, "%.2f", outcome.delay().difference()));
            row.add(String.format(Locale.ROOT, "%.1f", 100.0 * outcome.remote() / outcome.requests()));
            rows.add(row);
        }
        return rows;
    }

    private void table(StringBuilder text, Shown shown) {
        Dimension across = Dimension.across(outcomes);
        List<Double> values = values(across);
        text.append("\n| ").append(shown.unit).append(" |");
        values.forEach(value -> text.append(' ').append(across.label(value)).append(" |"));
        text.append("\n|---|").append("--:|".repeat(values.size())).append('\n');
        lines(across).forEach((name, line) -> {
            text.append("| ").append(name).append(" |");
            for (double value : values) {
                String cell = line.stream()
                        .filter(outcome -> across.of(outcome.setup()) == value)
                        .map(outcome -> String.format(Locale.ROOT, shown.form, shown.figure.applyAsDouble(outcome)))
                        .findFirst()
                        .orElse("-");
                text.append(' ').append(cell).append(" |");
            }
            text.append('\n');
        });
    }
}
