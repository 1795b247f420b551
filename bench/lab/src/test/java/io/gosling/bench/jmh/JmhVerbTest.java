package io.gosling.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.process.CalledVerb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JmhVerbTest {
    private static final BenchmarkScore COST = new BenchmarkScore("Policy.choose (nodes=8)", "ns/op", 100, 5);
    private static final BenchmarkScore RATE = new BenchmarkScore("Lane.answer", "ops/us", 2, 0.1);

    @TempDir
    private Path folder = Path.of(".");

    @Test
    void whatIsKeptIsReadAgain() throws IOException {
        Scores scores = new Scores(Map.of("machine", "2 \"CPUs\""), List.of(COST, RATE));
        Path file = Files.writeString(folder.resolve("scores.json"), scores.json());
        assertEquals(scores, Scores.read(file));
    }

    @Test
    void anotherFileIsRefusedBeforeAnythingRuns() throws IOException {
        for (String text :
                List.of("", "[]", "{}", "{\"scores\": []}", "{\"scores\": [{\"unit\": \"ns/op\"}]}", "a,b")) {
            Path file = Files.writeString(folder.resolve("other.json"), text);
            JmhVerb verb = new JmhVerb();
            new CommandLine(verb).parseArgs("--against", file.toString());
            CommandLine.ParameterException refused =
                    assertThrows(CommandLine.ParameterException.class, verb::call, text);
            assertTrue(String.valueOf(refused.getMessage()).startsWith("other.json has no scores;"), refused::toString);
        }
    }

    @Test
    void onlyWhatTheErrorsCannotExplainIsADifference() {
        assertEquals("within the errors", ScoreComparison.verdict(new BenchmarkScore("a", "ns/op", 109, 5), COST));
        assertEquals("slower", ScoreComparison.verdict(new BenchmarkScore("a", "ns/op", 111, 5), COST));
        assertEquals("faster", ScoreComparison.verdict(new BenchmarkScore("a", "ns/op", 89, 5), COST));
        assertEquals("faster", ScoreComparison.verdict(new BenchmarkScore("b", "ops/us", 3, 0.1), RATE));
        assertEquals("slower", ScoreComparison.verdict(new BenchmarkScore("b", "ops/us", 1, 0.1), RATE));
        assertEquals("error not known", ScoreComparison.verdict(new BenchmarkScore("b", "ops/us", 1, -1), RATE));
    }

    @Test
    void theTableHasBothRuns() {
        Scores before = new Scores(Map.of("date", "2026-01-01"), List.of(COST));
        Scores now = new Scores(
                Map.of("date", "2026-01-02"),
                List.of(new BenchmarkScore("Policy.choose (nodes=8)", "ns/op", 50, 5), RATE));
        String table = new ScoreComparison(now, Optional.of(before)).markdown();
        assertTrue(table.startsWith("- date: 2026-01-02\n- before, date: 2026-01-01\n"), table);
        assertTrue(
                table.contains(
                        "| `Policy.choose (nodes=8)` | ns/op | 50.000 | 5.000 | 100.000 | 5.000 | 0.50 | faster |\n"),
                table);
        assertTrue(table.contains("| `Lane.answer` | ops/us | 2.000 | 0.100 | - | - | - | new |\n"), table);
        String alone = new ScoreComparison(now, Optional.empty()).markdown();
        assertTrue(alone.contains("| `Lane.answer` | ops/us | 2.000 | 0.100 |\n"), alone);
    }

    @Test
    void everyScoreIsALineUnderNamedColumnsAndABar() {
        Scores before = new Scores(Map.of("date", "2026-01-01"), List.of(COST));
        Scores now = new Scores(
                Map.of("date", "2026-01-02"),
                List.of(
                        new BenchmarkScore("Policy.choose (nodes=8)", "ns/op", 50, 5),
                        new BenchmarkScore("Policy.choose (nodes=8, policy=lard)", "ns/op", 60, -1),
                        RATE));
        ScoreComparison comparison = new ScoreComparison(now, Optional.of(before));
        assertEquals(
                List.of(
                        "benchmark,unit,value,error,before,before_error,verdict",
                        "\"Policy.choose (nodes=8)\",ns/op,50.0000,5.00000,100.000,5.00000,faster",
                        "\"Policy.choose (nodes=8, policy=lard)\",ns/op,60.0000,,,,",
                        "\"Lane.answer\",ops/us,2.00000,0.100000,,,"),
                comparison.csv().lines().toList());
        Document page = Jsoup.parse(comparison.html());
        assertEquals(
                List.of("Policy, ns/op", "Lane, ops/us"),
                page.select("svg .title").eachText());
        assertEquals(3, page.select("svg rect").size());
        assertEquals(2, page.select("svg line.range").size());
        assertEquals(1, page.select("svg line.beside").size());
    }

    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new JmhVerb(), ScoreComparison.COLUMNS.names());
    }
}
