package io.gosling.tools.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import io.gosling.settings.SettingValues;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code gosling trace} and {@code gosling plan} as people call them. */
class PlanVerbTest {
    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();

    private int run(Object verb, Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            texts[i] = arguments[i].toString();
        }
        return new CommandLine(verb).setErr(new PrintWriter(said, true)).execute(texts);
    }

    @Test
    void aGeneratedLogIsReadAgainAndPlannedFor() throws Exception {
        Path log = folder.resolve("zipf.log.gz");
        assertEquals(
                0, run(new TraceVerb(), "--preset", "zipf", "--requests", 20_000, "--write", log), said.toString());
        Path text = folder.resolve("plan.md");
        Path page = folder.resolve("plan.html");
        assertEquals(
                0,
                run(new PlanVerb(), log, "--cache", "16m", "--until", "150s", "--markdown", text, "--html", page),
                said.toString());
        String words = Files.readString(text);
        assertTrue(words.contains("zipf.log has 15,000 requests for "), words);
        assertTrue(words.contains("| memory | hits, % | bytes, % | twice as much, points |"), words);
        assertTrue(words.contains("Most requests a second with "), words);
        Document parsed = Jsoup.parse(Files.readString(page));
        assertEquals(2, parsed.select("svg.plot").size());
        assertTrue(parsed.select("circle").size() > 10, "points: " + parsed.select("circle"));
        assertEquals(0, parsed.select("[src], [href], script").size());
    }

    private String told(Verb verb, Object... arguments) {
        StringWriter out = new StringWriter();
        verb.accept(new VerbInvocation(SettingValues.none(), false, new PrintWriter(out)));
        assertEquals(0, run(verb, arguments), said.toString());
        return out.toString();
    }

    @Test
    void aPresetIsDescribedAsAnyTraceIs() {
        String made = told(new TraceVerb(), "--preset", "zipf", "--requests", 1000);
        assertTrue(!made.contains("published") && made.contains("Zipf's alpha"), made);
        String stats = told(new TraceVerb(), "stats", "--preset", "specweb", "--requests", 1000);
        assertTrue(stats.lines().anyMatch(line -> line.matches("requests +1,000")), stats);
    }

    @Test
    void theWordStatsMayStandBeforeFiles() throws Exception {
        Path log = Files.writeString(folder.resolve("a.tr"), "1 a 10\n2 b 20\n3 a 10\n");
        assertEquals(told(new TraceVerb(), log), told(new TraceVerb(), "stats", log));
        assertTrue(told(new TraceVerb(), log).lines().anyMatch(line -> line.matches("requests +3")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cache 1k       | --cache is '1k'; expected a size of 1m or more",
                "--cache 12q      | --cache is '12q'; expected a size of 1m or more",
                "--costs free     | expected one of disk-1998",
                "--format morse   | expected clf, combined, json",
                "--from noon      | expected one such as 2026-11-22T10:00:00Z",
                "--until 1s       | has no request that counts",
            })
    void whatIsWrongIsSaidWithWhatWasExpected(String arguments, String expected) throws Exception {
        Path log = Files.writeString(
                folder.resolve("a.log"),
                "c - - [22/Nov/2026:10:00:00 +0000] \"POST / HTTP/1.1\" 200 1\n"
                        + "c - - [22/Nov/2026:10:00:09 +0000] \"GET / HTTP/1.1\" 200 1\n");
        String[] parts = arguments.split(" ");
        assertNotEquals(0, run(new PlanVerb(), log, parts[0], parts[1]));
        assertTrue(said.toString().contains(expected), said::toString);
    }

    @Test
    void aTraceIsWrittenOnlyWhereItsNameTellsHow() {
        assertNotEquals(
                0, run(new TraceVerb(), "--preset", "zipf", "--requests", 10, "--write", folder.resolve("a.b")));
        assertTrue(said.toString().contains("expected .log, .clf or .tr"), said::toString);
        assertNotEquals(0, run(new TraceVerb()));
        assertTrue(said.toString().contains("TRACE is missing"), said::toString);
        assertNotEquals(0, run(new TraceVerb(), "stats", "a.log", "--alpha", "0.5"));
        assertTrue(said.toString().contains("without --preset"), said::toString);
    }
}
