package io.gosling.bench.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.figures.PaperFigure;
import io.gosling.tools.process.CalledVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GosVerbTest {
    @TempDir
    private Path folder = Path.of(".");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes|2,17|--nodes is 17; it must be 1 to 16",
                "--memory|0|--memory is 0; it must be 1 to 1024",
                "--cooperation|maybe|--cooperation is maybe; it must be on, off, or on,off",
                "--store|tape|--store is tape; it must be disks or files",
                "--objects|99|--objects is 99; it must be 100 to 1000000",
                "--alpha|4|--alpha is 4.0; it must be 0 to 3",
                "--latency|1001|--latency is 1001; it must be 0 to 1000",
                "--at-once|0|--at-once is 0; it must be 1 to 1000",
                "--clients|0|--clients is 0; it must be 1 to 1000",
                "--node-cpu|0|--node-cpu is 0; it must be 1 to 1000",
                "--warm-up|0|--warm-up is 0; it must be 1 to 600",
                "--seconds|601|--seconds is 601; it must be 1 to 600",
                "--rounds|0|--rounds is 0; it must be 1 to 99",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String option, String value, String message) {
        assertRefused(message, option, value);
    }

    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new GosVerb(), GosReport.COLUMNS.names());
        CalledVerb.saysItsColumns(
                new GosVerb(),
                new HeterogeneousReport.Found(List.of(), 0, 0, 0).columns().names());
        CalledVerb.saysItsColumns(new GosVerb(), PaperFigure.COLUMNS.names());
    }

    /** Else what it carries alone would be what the others have in their memories. */
    @Test
    void aNodeIsAloneWithoutCooperation() {
        for (HeterogeneousNode node : HeterogeneousNode.ALL) {
            List<String> words = node.shape(1 << 20, "off").more();
            assertEquals("off", words.get(words.indexOf("--cooperation") + 1));
        }
        assertEquals(
                HeterogeneousNode.FEW.size(),
                HeterogeneousNode.FEW.stream()
                        .map(HeterogeneousNode::charset)
                        .distinct()
                        .count());
    }

    @Test
    void whatCannotGoTogetherIsRefused() {
        assertRefused("--store is files; it must be disks with --heterogeneous", "--heterogeneous", "--store", "files");
        assertRefused("--heterogeneous is there with --simulated", "--heterogeneous", "--simulated");
    }

    private static void assertRefused(String message, String... arguments) {
        CalledVerb.isRefused(new GosVerb(), message, arguments);
    }

    @Test
    void theSimulatedExperimentsAreDrawnBesideWhatThePaperClaims() throws Exception {
        Path text = folder.resolve("gos.md");
        Path csv = folder.resolve("gos.csv");
        Path page = folder.resolve("gos.html");
        CalledVerb.endsWell(
                new GosVerb(),
                "--simulated",
                "--quick",
                "--markdown",
                text.toString(),
                "--csv",
                csv.toString(),
                "--html",
                page.toString());
        String words = Files.readString(text);
        assertTrue(words.contains("| 1 | with cooperation over without, 16 nodes | 3.7 |"), words);
        List<String> lines = Files.readAllLines(csv);
        assertEquals("figure,line,across,at,shown,value", lines.getFirst());
        // Of four shares of memory two lines of all figures that go by them.
        assertEquals(8, lines.stream().filter(line -> line.startsWith("3,")).count());
        assertEquals(
                1,
                together(lines, "5,own memory") + together(lines, "5,other memory") + together(lines, "5,disk"),
                1e-6);
        Document parsed = Jsoup.parse(Files.readString(page));
        assertEquals(6, parsed.select("svg.plot").size());
        assertEquals(0, parsed.select("[src], [href], script").size());
    }

    /** The part of the answers of the largest cluster. */
    private static double together(List<String> lines, String line) {
        String last = lines.stream().filter(one -> one.startsWith(line + ",")).reduce("", (one, next) -> next);
        return Double.parseDouble(last.substring(last.lastIndexOf(',') + 1)) / 100;
    }
}
