package io.gosling.tools.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.process.CalledVerb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code gosling simulate} as people call it. */
class SimulateVerbTest {
    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new SimulateVerb())
                .setErr(new PrintWriter(said, true))
                .execute(arguments);
    }

    @Test
    void aLogIsAnsweredByEachPolicyWithEachNumberOfNodes() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            log.append("192.0.2.1 - - [22/Nov/2026:12:00:00 +0000] \"GET /")
                    .append(i * i % 97)
                    .append(" HTTP/1.1\" 200 4096\n");
        }
        Path trace = Files.writeString(folder.resolve("access.log"), log);
        Path csv = folder.resolve("out.csv");
        Path markdown = folder.resolve("out.md");
        assertEquals(
                0,
                run(
                        "--trace",
                        trace.toString(),
                        "--nodes",
                        "1-2",
                        "--policies",
                        "wrr,lard-r",
                        "--csv",
                        csv.toString(),
                        "--markdown",
                        markdown.toString()),
                said.toString());
        List<String> lines = Files.readAllLines(csv);
        CalledVerb.saysItsColumns(new SimulateVerb(), lines.getFirst());
        assertTrue(
                lines.getFirst().startsWith("policy,nodes,throughput_rps,miss_ratio,idle_fraction,delay_mean_ms,"),
                lines.getFirst());
        assertEquals(
                List.of("wrr,1", "wrr,2", "lard-r,1", "lard-r,2"),
                lines.subList(1, lines.size()).stream()
                        .map(line -> line.replaceFirst("^([^,]*,[^,]*),.*$", "$1"))
                        .toList());
        String page = Files.readString(markdown);
        assertTrue(page.contains("| requests/s | 1 node | 2 nodes |"), page);
        assertTrue(page.contains("Trace: access.log, SHA-256 "), page);
    }

    @Test
    void aSweepIsATableByWhatDiffersAndAPageThatNeedsNoNetwork() throws Exception {
        Path csv = folder.resolve("out.csv");
        Path html = folder.resolve("out.html");
        Path markdown = folder.resolve("out.md");
        String call = "--preset ibm --requests 5000 --nodes 2 --policies wrr,lard-r --cpu 1,2:1.5 --fail 2@1 --csv "
                + csv + " --html " + html + " --markdown " + markdown;
        assertEquals(0, run(call.split(" ")), said.toString());
        List<String> lines = Files.readAllLines(csv);
        assertEquals(5, lines.size());
        int memory = List.of(lines.getFirst().split(",")).indexOf("memory_bytes");
        int cpu = List.of(lines.getFirst().split(",")).indexOf("cpu");
        assertEquals("33554432", lines.get(1).split(",")[memory]);
        assertEquals("50331648", lines.get(2).split(",")[memory]);
        assertEquals("2", lines.get(2).split(",")[cpu]);
        assertTrue(Files.readString(markdown).contains("| requests/s | 1 | 2 |"), Files.readString(markdown));
        Document page = Jsoup.parse(Files.readString(html));
        assertEquals(7, page.select("svg.plot").size());
        assertEquals(0, page.select("[src], [href], script").size());
    }

    @Test
    void whatComesTooLateToHappenIsSaid() throws Exception {
        Path markdown = folder.resolve("out.md");
        Path html = folder.resolve("out.html");
        String call = "--preset ibm --requests 2000 --nodes 2 --policies wrr --costs nvme --fail 2@30 --html " + html
                + " --markdown " + markdown;
        assertEquals(0, run(call.split(" ")), said.toString());
        String line = "so that nothing came of: node 2 fails at 30.0 s.";
        assertTrue(said.toString().contains(line), said.toString());
        assertTrue(Files.readString(markdown).contains("With wrr and 2 nodes all was answered after 0."));
        assertTrue(Files.readString(html).contains(line));
    }

    @Test
    void marksThatDoNotGoTogetherAreLeftOutAndTheOthersTried() throws Exception {
        Path csv = folder.resolve("out.csv");
        String call =
                "--preset ibm --requests 2000 --nodes 2 --policies lard --t-low 25,100 --t-high 65,200 --csv " + csv;
        assertEquals(0, run(call.split(" ")), said.toString());
        assertTrue(said.toString().contains("left out: T_low 100 with T_high 65, which is less"), said.toString());
        assertEquals(4, Files.readAllLines(csv).size());
    }

    @Test
    void missesAreDrawnOverMemoryAlsoWhereNodesAreTried() throws Exception {
        Path html = folder.resolve("out.html");
        String call = "--preset specweb --requests 2000 --nodes 1,2 --policies wrr --cache 64k,128k --html " + html;
        assertEquals(0, run(call.split(" ")), said.toString());
        assertEquals(8, Jsoup.parse(Files.readString(html)).select("svg.plot").size());
    }

    @Test
    void aTraceIsMadeAsItIsWantedAndOfASampleOfItsObjects() throws Exception {
        Path markdown = folder.resolve("out.md");
        String call = "--preset zipf --alpha 0.7 --objects 5000 --requests 20000"
                + " --sizes 8k:1.5:128k:1.1 --sample 0.5 --nodes 1 --policies wrr"
                + " --markdown "
                + markdown;
        assertEquals(0, run(call.split(" ")), said.toString());
        String text = Files.readString(markdown);
        assertTrue(
                text.contains("Trace: zipf-0.7 (0.5 of the objects), generated: Zipf 0.7, 5000 objects,"
                        + " log-normal sizes with a median of 8192 bytes,"
                        + " seed 1, but sizes by 8k:1.5:128k:1.1."),
                text);
    }

    @Test
    void replacementsThatDifferAreLinesOfTheirOwn() throws Exception {
        Path markdown = folder.resolve("out.md");
        String call = "--preset zipf --objects 2000 --requests 20000 --nodes 1,8 --policies wrr-gms --cache 256k"
                + " --replacement lfu-aging,lru --markdown " + markdown;
        assertEquals(0, run(call.split(" ")), said.toString());
        String text = Files.readString(markdown);
        assertTrue(text.contains("| wrr-gms, lfu-aging |") && text.contains("| wrr-gms, lru |"), text);
    }

    @ParameterizedTest
    @CsvSource({
        "--preset rice --costs origin-20ms --disks 1-4, no --disks",
        "--preset rice --t-low 70 --t-high 65, no less than a T_low",
        "--preset rice --alpha 0.9, with --preset zipf alone",
        "--preset zipf --alpha 6, 0 to 5",
        "--preset zipf --objects 0, 1 to 10000000",
        "--preset zipf --sizes 0, MEDIAN:SIGMA",
        "--preset zipf --sample 0, above 0",
        "--trace some.log --alpha 0.5, without --preset",
        "--preset nowhere, rice",
        "--preset rice --nodes 0, 1 to 1000",
        "--preset rice --nodes 1-2-3, such as 1",
        "--preset rice --disks 65, 1 to 64",
        "--preset rice --cpu 2:3:4, M times the memory",
        "--preset rice --hot 100, 0 to 99",
        "--preset rice --nodes 2 --fail 3@5, it is not there",
        "--preset rice --nodes 1 --fail 1@5, nobody would be left",
        "--preset rice --nodes 2 --join 2, NODE@SECONDS",
        "--preset rice --costs nvme --profile x.yaml, one of them",
        "--preset rice --policies best, lard-r",
        "--preset rice --replacement lfu-aging, gds",
        "--preset rice --costs free, nvme",
        "--preset rice --cpu 0, 0.01 to 1000",
        "--nodes 1, one of them",
    })
    void whatIsWrongIsNamedWithWhatWasExpected(String arguments, String expected) {
        assertEquals(2, run(arguments.split(" ")));
        assertTrue(said.toString().contains(expected), said.toString());
    }
}
