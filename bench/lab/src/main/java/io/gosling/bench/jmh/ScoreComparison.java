package io.gosling.bench.jmh;

import io.gosling.tools.report.Bars;
import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Page;
import io.gosling.tools.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A comparison of scores with those of an earlier run.
 *
 * @param before empty if there is nothing to compare with
 */
record ScoreComparison(Scores now, Optional<Scores> before) implements Report.WithPage {
    /** The columns of the CSV. */
    static final Columns<Pair> COLUMNS = new Columns<Pair>()
            .and("benchmark", pair -> '"' + pair.now.benchmark().replace("\"", "\"\"") + '"')
            .and("unit", pair -> pair.now.unit())
            .and("value", "%.6g", pair -> pair.now.value())
            .and("error", "%.6g", pair -> pair.now.knownError())
            .and("before", "%.6g", pair -> pair.before.map(BenchmarkScore::value))
            .and("before_error", "%.6g", pair -> pair.before.flatMap(BenchmarkScore::knownError))
            .and("verdict", pair -> pair.before.map(old -> verdict(pair.now, old)));

    private static final Columns<Pair> NOW = new Columns<Pair>()
            .and("benchmark", pair -> pair.now.benchmark())
            .and("unit", pair -> pair.now.unit())
            .and("now", "%.3f", pair -> pair.now.value())
            .and("error", "%.3f", pair -> pair.now.knownError());

    private static final Columns<Pair> BOTH = NOW.and("before", "%.3f", pair -> pair.before.map(BenchmarkScore::value))
            .and("error", "%.3f", pair -> pair.before.flatMap(BenchmarkScore::knownError))
            .and("now over before", "%.2f", pair -> pair.before.map(old -> pair.now.value() / old.value()))
            .and(
                    "verdict",
                    pair -> pair.before.map(old -> verdict(pair.now, old)).orElse("new"));

    /** A score and that of the same benchmark before. */
    record Pair(BenchmarkScore now, Optional<BenchmarkScore> before) {}

    private List<Pair> pairs() {
        return now.scores().stream()
                .map(score -> new Pair(score, earlier(score)))
                .toList();
    }

    private List<List<String>> table() {
        return (before.isPresent() ? BOTH : NOW).table(pairs());
    }

    @Override
    public String markdown() {
        return Markdown.facts(facts())
                + "\n"
                + Markdown.table(
                        Markdown.codeFirst(table()),
                        "|---|---|--:|--:|" + (before.isPresent() ? "--:|--:|--:|---|" : ""));
    }

    /** The same as a page, with a bar for each score; it needs nothing from elsewhere. */
    @Override
    public String html() {
        Map<String, List<Bars.Bar>> drawn = new LinkedHashMap<>();
        for (Pair pair : pairs()) {
            int dot = pair.now.benchmark().indexOf('.');
            drawn.computeIfAbsent(
                            pair.now.benchmark().substring(0, Math.max(0, dot)) + ", " + pair.now.unit(),
                            name -> new ArrayList<>())
                    .add(bar(pair.now.benchmark().substring(dot + 1), pair));
        }
        return new Page("Micro-benchmarks")
                .facts(facts())
                .plots(drawn.entrySet().stream()
                        .map(group -> new Bars(group.getKey(), "before", group.getValue()))
                        .toList())
                .table(table())
                .html();
    }

    private static Bars.Bar bar(String name, Pair pair) {
        double error = pair.now.knownError().orElse(Bars.NONE);
        return new Bars.Bar(
                name,
                pair.now.value(),
                pair.now.value() - error,
                pair.now.value() + error,
                pair.before.map(BenchmarkScore::value).orElse(Bars.NONE));
    }

    /** Every score, one a line, with a line of names; what is not known is empty. */
    @Override
    public String csv() {
        return COLUMNS.csv(pairs());
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>(now.facts());
        before.ifPresent(scores -> scores.facts().forEach((name, value) -> facts.put("before, " + name, value)));
        return facts;
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
}
