package io.gosling.bench.jmh;

import io.gosling.tools.report.Bars;
import io.gosling.tools.report.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A comparison of scores with those of an earlier run.
 *
 * @param before empty if there is nothing to compare with
 */
record ScoreComparison(Scores now, Optional<Scores> before) {
    static final String CSV_HEAD = "benchmark,unit,value,error,before,before_error,verdict\n";

    private static final String NONE = "-";

    String markdown() {
        StringBuilder text = new StringBuilder();
        facts().forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n| ").append(String.join(" | ", head())).append(" |\n|---|---|--:|--:|");
        text.append(before.isPresent() ? "--:|--:|--:|---|\n" : "\n");
        for (BenchmarkScore score : now.scores()) {
            List<String> cells = new ArrayList<>(cells(score));
            cells.set(0, "`" + cells.getFirst() + "`");
            text.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        return text.toString();
    }

    /** The same as a page, with a bar for each score; it needs nothing from elsewhere. */
    String html() {
        List<List<String>> rows = new ArrayList<>(List.of(head()));
        now.scores().forEach(score -> rows.add(cells(score)));
        Map<String, List<Bars.Bar>> drawn = new LinkedHashMap<>();
        for (BenchmarkScore score : now.scores()) {
            int dot = score.benchmark().indexOf('.');
            drawn.computeIfAbsent(
                            score.benchmark().substring(0, Math.max(0, dot)) + ", " + score.unit(),
                            name -> new ArrayList<>())
                    .add(bar(score.benchmark().substring(dot + 1), score));
        }
        return new Page("Micro-benchmarks")
                .facts(facts())
                .plots(drawn.entrySet().stream()
                        .map(group -> new Bars(group.getKey(), "before", group.getValue()))
                        .toList())
                .table(rows)
                .html();
    }

    private Bars.Bar bar(String name, BenchmarkScore score) {
        double error = score.error() < 0 ? Bars.NONE : score.error();
        return new Bars.Bar(
                name,
                score.value(),
                score.value() - error,
                score.value() + error,
                earlier(score).map(BenchmarkScore::value).orElse(Bars.NONE));
    }

    /** Every score, one a line, with a line of names; what is not known is empty. */
    String csv() {
        StringBuilder text = new StringBuilder(CSV_HEAD);
        for (BenchmarkScore score : now.scores()) {
            Optional<BenchmarkScore> old = earlier(score);
            text.append(String.format(
                    Locale.ROOT,
                    "\"%s\",%s,%.6g,%s,%s,%s,%s%n",
                    score.benchmark().replace("\"", "\"\""),
                    score.unit(),
                    score.value(),
                    known(score),
                    old.map(one -> String.format(Locale.ROOT, "%.6g", one.value()))
                            .orElse(""),
                    old.map(ScoreComparison::known).orElse(""),
                    old.map(one -> verdict(score, one)).orElse("")));
        }
        return text.toString();
    }

    private static String known(BenchmarkScore score) {
        return score.error() < 0 ? "" : String.format(Locale.ROOT, "%.6g", score.error());
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(now.facts());
        before.ifPresent(scores -> scores.facts().forEach((name, value) -> facts.put("before, " + name, value)));
        return facts;
    }

    private List<String> head() {
        List<String> head = new ArrayList<>(List.of("benchmark", "unit", "now", "error"));
        if (before.isPresent()) {
            head.addAll(List.of("before", "error", "now over before", "verdict"));
        }
        return head;
    }

    private List<String> cells(BenchmarkScore score) {
        List<String> cells =
                new ArrayList<>(List.of(score.benchmark(), score.unit(), number("%.3f", score.value()), error(score)));
        if (before.isPresent()) {
            cells.addAll(earlier(score)
                    .map(old -> List.of(
                            number("%.3f", old.value()),
                            error(old),
                            number("%.2f", score.value() / old.value()),
                            verdict(score, old)))
                    .orElse(List.of(NONE, NONE, NONE, "new")));
        }
        return cells;
    }

    private Optional<BenchmarkScore> earlier(BenchmarkScore score) {
        return before.flatMap(scores -> scores.scores().stream()
                .filter(old ->
                        old.benchmark().equals(score.benchmark()) && old.unit().equals(score.unit()))
                .findFirst());
    }

    /** The verdict on a score: a change counts as a difference only if both errors together cannot explain it. */
    static String verdict(BenchmarkScore now, BenchmarkScore before) {
        if (now.error() < 0 || before.error() < 0) {
            return "error not known";
        }
        if (Math.abs(now.value() - before.value()) <= now.error() + before.error()) {
            return "within the errors";
        }
        return now.value() < before.value() == now.isLessBetter() ? "faster" : "slower";
    }

    private static String error(BenchmarkScore score) {
        return score.error() < 0 ? NONE : number("%.3f", score.error());
    }

    private static String number(String form, double value) {
        return String.format(Locale.ROOT, form, value);
    }
}
