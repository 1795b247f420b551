package io.gosling.tools.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.CalledVerb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PoliciesVerbTest {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aRunWritesATableForEachArrangementAndALineForEachFigure() throws IOException {
        Path markdown = folder.resolve("policies.md");
        Path csv = folder.resolve("policies.csv");
        PoliciesVerb verb = new PoliciesVerb();
        new CommandLine(verb)
                .setErr(new PrintWriter(new StringWriter()))
                .parseArgs(
                        "--zipf",
                        "0.8",
                        "--objects",
                        "300",
                        "--requests",
                        "3000",
                        "--shares",
                        "0.1,0.5",
                        "--policies",
                        "lru,lfu-aging/margin=1",
                        "--markdown",
                        markdown.toString(),
                        "--csv",
                        csv.toString());
        assertEquals(ExitCode.OK, verb.call());

        String tables = Files.readString(markdown);
        assertTrue(tables.contains("| one cache | 10 % | 50 % |"), tables);
        assertTrue(tables.contains("| 8 nodes | 10 % | 50 % |"), tables);
        assertEquals(2, tables.split("### zipf-0.8", -1).length - 1, tables);
        // Two traces, two shares, two policies and Caffeine for each arrangement, MIN for one cache.
        List<String> lines = Files.readAllLines(csv);
        assertEquals(1 + 2 * 2 * (3 + 1 + 3), lines.size());
        assertTrue(lines.stream().allMatch(line -> line.split(",", -1).length == 14), lines.getFirst());
    }

    @Test
    void wrongValuesAreRefusedWithWhatWasExpected() {
        assertRefused("--nodes is 9; it must be 1 to 8", "--zipf", "1", "--nodes", "9");
        assertRefused("--shares is 2.0; it must be above 0, up to 1", "--zipf", "1", "--shares", "2");
        assertRefused("--sample is 0.0; it must be above 0", "--zipf", "1", "--sample", "0");
        assertRefused("TRACE is missing; it must be a file, --zipf or --popularity");
        assertRefused("replacement policy 'fifo' is not known", "--zipf", "1", "--policies", "fifo");
        assertRefused("expected NAME=VALUE", "--zipf", "1", "--policies", "lfu-aging/speed=1");
        assertRefused("only lfu-aging has settings", "--zipf", "1", "--policies", "lru/margin=1");
        assertRefused(
                "margin: value \"much\"; expected a number from 0.01 to 100",
                "--zipf",
                "1",
                "--policies",
                "lfu-aging/margin=much");
        assertRefused(
                "size: value \"large\"; expected one of ignored, admitted, ranked",
                "--zipf",
                "1",
                "--policies",
                "lfu-aging/size=large");
    }

    @Test
    void aTraceThatIsNotThereIsNamed() {
        PoliciesVerb verb = new PoliciesVerb();
        new CommandLine(verb).parseArgs(folder.resolve("none.clf").toString());
        CommandFailureException failure = assertThrows(CommandFailureException.class, verb::call);
        assertTrue(String.valueOf(failure.getMessage()).contains("none.clf"), failure::toString);
    }

    private static void assertRefused(String message, String... arguments) {
        CalledVerb.isRefused(new PoliciesVerb(), message, arguments);
    }
}
