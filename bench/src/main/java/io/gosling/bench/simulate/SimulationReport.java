package io.gosling.bench.simulate;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What simulated clusters have done with a trace: tables with policies down and numbers of nodes across.
 *
 * @param head machine, versions, date, command
 * @param outcomes of every policy with every number of nodes
 */
record SimulationReport(Map<String, String> head, List<Outcome> outcomes) {
    String csv() {
        StringBuilder text = new StringBuilder(Outcome.CSV_HEAD);
        outcomes.forEach(outcome -> text.append(outcome.csv()));
        return text.toString();
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        table(text, "requests/s", "%,.0f", Outcome::throughput);
        table(text, "misses, %", "%.1f", outcome -> 100 * outcome.missRatio());
        table(text, "idle, %", "%.1f", outcome -> 100 * outcome.idleFraction());
        table(text, "delay, ms", "%.2f", Outcome::delayMillis);
        return text.toString();
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
