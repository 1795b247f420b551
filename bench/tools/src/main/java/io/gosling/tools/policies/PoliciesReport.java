package io.gosling.tools.policies;

import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The report of a run: for each trace a table for one cache and one for the nodes, with policies down and shares of
 * memory across.
 */
record PoliciesReport(Map<String, String> head, List<Double> shares, List<PolicyResult> results) implements Report {
    /** The arrangement of the tables for one cache; the others are for a number of nodes. */
    static final String ONE = "one cache";

    @Override
    public String markdown() {
        StringBuilder text = new StringBuilder(Markdown.facts(head));
        Map<Trace, Map<String, List<PolicyResult>>> tables = new LinkedHashMap<>();
        for (PolicyResult result : results) {
            tables.computeIfAbsent(result.trace(), trace -> new LinkedHashMap<>())
                    .computeIfAbsent(result.arrangement(), arrangement -> new ArrayList<>())
                    .add(result);
        }
        tables.forEach((trace, arrangements) -> {
            text.append("\n### " + trace.name() + "\n\n" + about(trace) + "\n");
            arrangements.forEach((arrangement, rows) -> table(text, arrangement, rows));
        });
        return text.toString();
    }

    private static String about(Trace trace) {
        return ReportTextFormat.format(
                "%,d requests for %,d objects of %.1f MB; %s; %d broken lines.%n",
                trace.requests().length, trace.objects(), trace.footprint() / 1e6, trace.origin(), trace.broken());
    }

    private void table(StringBuilder text, String arrangement, List<PolicyResult> rows) {
        ResultColumns<String> columns = new ResultColumns<String>().and(arrangement, contestant -> contestant);
        for (double share : shares) {
            columns = columns.and(
                    percent(share) + " %",
                    contestant -> rows.stream()
                            .filter(row -> row.contestant().equals(contestant) && row.share() == share)
                            .findFirst()
                            .map(this::cell));
        }
        List<String> contestants =
                rows.stream().map(PolicyResult::contestant).distinct().toList();
        text.append('\n').append(Markdown.table(columns.table(contestants)));
    }

    /** Hits and bytes in per cent; of nodes also, in brackets, how many points one cache of the same size is ahead. */
    private String cell(PolicyResult result) {
        String figures = ReportTextFormat.format(
                "%.1f / %.1f",
                100 * result.score().hitRatio(), 100 * result.score().byteRatio());
        return results.stream()
                .filter(other -> !result.arrangement().equals(ONE)
                        && other.arrangement().equals(ONE)
                        && other.trace().equals(result.trace())
                        && other.contestant().equals(result.contestant())
                        && other.share() == result.share())
                .findFirst()
                .map(one -> figures
                        + ReportTextFormat.format(
                                " (%+.1f)",
                                100 * (result.score().hitRatio() - one.score().hitRatio())))
                .orElse(figures);
    }

    private static String percent(double share) {
        double hundredths = Math.round(share * 10_000) / 100.0;
        return hundredths == Math.rint(hundredths) ? Long.toString((long) hundredths) : Double.toString(hundredths);
    }

    @Override
    public String csv() {
        return PolicyResult.COLUMNS.csv(results);
    }
}
