package io.gosling.bench.jmh;

import java.util.Locale;
import java.util.Optional;

/**
 * Scores beside those of an earlier run.
 *
 * @param before none when there is nothing to compare with
 */
record Comparison(Scores now, Optional<Scores> before) {
    String markdown() {
        StringBuilder text = new StringBuilder();
        now.facts().forEach((name, value) -> fact(text, name, value));
        before.ifPresent(scores -> scores.facts().forEach((name, value) -> fact(text, "before, " + name, value)));
        text.append("\n| benchmark | unit | now | error |");
        text.append(before.isPresent() ? " before | error | now over before | |\n" : "\n");
        text.append("|---|---|--:|--:|").append(before.isPresent() ? "--:|--:|--:|---|\n" : "\n");
        now.scores().forEach(score -> text.append(line(score)));
        return text.toString();
    }

    private static void fact(StringBuilder text, String name, String value) {
        text.append("- ").append(name).append(": ").append(value).append('\n');
    }

    private String line(Score score) {
        String alone = String.format(
                Locale.ROOT, "| `%s` | %s | %.3f | %s |", score.benchmark(), score.unit(), score.value(), error(score));
        if (before.isEmpty()) {
            return alone + "\n";
        }
        return alone
                + earlier(score)
                        .map(old -> String.format(
                                Locale.ROOT,
                                " %.3f | %s | %.2f | %s |%n",
                                old.value(),
                                error(old),
                                score.value() / old.value(),
                                verdict(score, old)))
                        .orElse(" - | - | - | new |\n");
    }

    private Optional<Score> earlier(Score score) {
        return before.flatMap(scores -> scores.scores().stream()
                .filter(old ->
                        old.benchmark().equals(score.benchmark()) && old.unit().equals(score.unit()))
                .findFirst());
    }

    /** Only what both errors together cannot explain is a difference. */
    static String verdict(Score now, Score before) {
        if (now.error() < 0 || before.error() < 0) {
            return "error not known";
        }
        if (Math.abs(now.value() - before.value()) <= now.error() + before.error()) {
            return "within the errors";
        }
        return now.value() < before.value() == now.isLessBetter() ? "faster" : "slower";
    }

    private static String error(Score score) {
        return score.error() < 0 ? "-" : String.format(Locale.ROOT, "%.3f", score.error());
    }
}
