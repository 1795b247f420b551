package io.gosling.bench.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
        Path json = folder.resolve("out.json");
        Path html = folder.resolve("out.html");
        Path markdown = folder.resolve("out.md");
        String call = "--preset ibm --requests 5000 --nodes 2 --policies wrr,lard-r --cpu 1,2:1.5 --fail 2@1 --csv "
                + csv + " --json " + json + " --html " + html + " --markdown " + markdown;
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
        assertEquals(5, page.select("svg.plot").size());
        assertEquals(0, page.select("[src], [href], script").size());
        try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
            int delays = 0;
            while (parser.nextToken() != null) {
                delays += parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
                                && "delay_p99_ms".equals(parser.currentName())
                        ? 1
                        : 0;
            }
            assertEquals(4, delays);
        }
    }

    @ParameterizedTest
    @CsvSource({
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
