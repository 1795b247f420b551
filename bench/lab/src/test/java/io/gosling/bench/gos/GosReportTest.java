package io.gosling.bench.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.cluster.ClusterCase;
import io.gosling.bench.cluster.ClusterCaseResult;
import io.gosling.bench.cluster.ResponseSourceCounts;
import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GosReportTest {
    private static final long MIB = 1 << 20;

    /** Each object is requested once. */
    private static final Trace TRACE = trace(128);

    private static Trace trace(int objects) {
        long[] sizes = new long[objects];
        Arrays.fill(sizes, MIB);
        return new Trace("once", "made", IntStream.range(0, objects).toArray(), sizes, 0);
    }

    private static ClusterCaseResult measured(int round, int nodes, boolean cooperation, long requests) {
        ResponseSourceCounts answers =
                cooperation ? new ResponseSourceCounts(50, 10, 20, 20, 0) : new ResponseSourceCounts(50, 0, 0, 50, 0);
        ClusterCase what = new ClusterCase(nodes, "", 2 * MIB, cooperation);
        return new ClusterCaseResult(round, what, 0, requests, 0, 0, requests * MIB, 2, answers, requests / 2);
    }

    private final GosReport report = new GosReport(
            Map.of("machine", "2 CPUs"),
            TRACE,
            ExperimentResults.of(List.of(
                    measured(1, 8, true, 800),
                    measured(1, 8, false, 200),
                    measured(1, 2, true, 160),
                    measured(1, 2, false, 100),
                    measured(2, 8, true, 1000),
                    measured(2, 2, true, 200),
                    measured(2, 2, false, 100),
                    measured(2, 8, false, 200))));

    @Test
    void thePapersFiguresStandBesideOurs() {
        String table = report.figures().markdown();
        assertTrue(table.startsWith("- machine: 2 CPUs\n"), table);
        assertTrue(
                table.contains(
                        "| 1 | with cooperation over without, 8 nodes, 2 MiB a node | 3.7 at 16 | 4.50 (bytes 4.50) |"),
                table);
        assertTrue(
                table.contains("| 1 | speed-up from 2 to 8 nodes with cooperation, without, 2 MiB a node |"
                        + " 4.77, 2.02 from 2 to 16 | 5.00, 2.00 |"),
                table);
        assertTrue(
                table.contains("| 3 | answers from a memory, all memories 13 % of the objects' bytes |"
                        + " about 90 % at 13 % | 80.0 % |"),
                table);
        assertTrue(
                table.contains("| - | requests for the hottest tenth of the objects | 80 to 95 % | 10.2 % |"), table);
        assertTrue(
                table.contains("| - | disk reads of 8 nodes over those of one memory as large as all, 2 MiB a node |"
                        + " not said | 0.50 |"),
                table);
    }

    @Test
    void linesGoFromLeftToRightWhateverTheOrderOfTheCases() {
        String table = report.figures().markdown();
        assertTrue(table.contains("| requests/s \\ nodes | 2 | 8 |"), table);
        assertTrue(table.contains("| cooperation on, 2 MiB | 90 | 450 |"), table);
        assertTrue(table.contains("| cooperation off, 2 MiB | 50 | 100 |"), table);
        assertTrue(table.contains("| own memory | 50.0 | 50.0 |"), table);
        assertTrue(table.contains("| home's memory | 10.0 | 10.0 |"), table);
    }

    @Test
    void theShareFromOtherNodesMemoryStandsBesideEachCase() {
        String table = report.figures().markdown();
        assertTrue(
                table.contains(
                        "| nodes | MiB a node | cooperation | requests/s | from other nodes' memory | failed |\n"),
                table);
        assertTrue(table.contains("| 8 | 2 | on | 450 | 30.0 % | 0 |\n| 8 | 2 | off | 100 | 0.0 % | 0 |\n"), table);
    }

    @Test
    void everyRoundIsALineUnderNamedColumns() {
        List<String> lines = report.figures().csv().lines().toList();
        assertEquals(9, lines.size());
        assertEquals(
                "round,nodes,memory_mib,cooperation,requests,seconds,throughput_rps,throughput_mib_s,"
                        + "own_ratio,home_ratio,peer_ratio,store_ratio,failed",
                lines.getFirst());
        assertEquals("1,8,2,on,800,2.000,400.0,400.000,0.5000,0.1000,0.2000,0.2000,0", lines.get(1));
    }

    @Test
    void aRunWithoutOneOfTheTwoComparesWhatThereIs() {
        GosReport alone = new GosReport(Map.of(), TRACE, ExperimentResults.of(List.of(measured(1, 4, true, 100))));
        String table = alone.figures().markdown();
        assertFalse(table.contains("over without"), table);
        assertFalse(table.contains("speed-up"), table);
        assertTrue(table.contains("answers from own memory, 4 nodes, 2 MiB a node"), table);
    }

    @Test
    void whoHadTheBytesIsReadFromTheMetricsOfANode() {
        ResponseSourceCounts answers = ResponseSourceCounts.read("""
            # TYPE gosling_requests_total counter
            gosling_requests_total{from="local-memory"} 40
            gosling_requests_total{from="home-memory"} 3
            gosling_requests_total{from="peer-memory"} 7.0
            gosling_requests_total{from="local-disk"} 1
            gosling_requests_total{from="home-disk"} 2
            gosling_requests_total{from="origin"} 1.2E1
            gosling_requests_total{from="error"} 5
            gosling_responses_total{status="2xx"} 99
            """);
        assertEquals(new ResponseSourceCounts(40, 3, 7, 15, 5), answers);
        assertEquals(70, answers.all());
        assertEquals(50.0 / 70, answers.fromMemory());
        assertEquals(
                new ResponseSourceCounts(30, 3, 7, 15, 5), answers.minus(new ResponseSourceCounts(10, 0, 0, 0, 0)));
    }

    @Test
    void aNodesPartOfTheLoadStandsBesideItsPartOfTheCapacity() {
        HeterogeneousNode fast = HeterogeneousNode.ALL.getFirst();
        HeterogeneousNode slow = HeterogeneousNode.ALL.getLast();
        HeterogeneousReport.Found found = new HeterogeneousReport.Found(
                List.of(
                        new HeterogeneousReport.Row(1, fast, 300, new ResponseSourceCounts(70, 0, 0, 0, 0)),
                        new HeterogeneousReport.Row(2, slow, 100, new ResponseSourceCounts(20, 0, 5, 5, 0))),
                1000,
                1,
                380);
        HeterogeneousReport mixed = new HeterogeneousReport(Map.of(), found);
        String table = mixed.figures().markdown();
        assertTrue(table.contains("| 1 of 1000 answers wrong |"), table);
        assertTrue(table.contains("| 5.0 points |"), table);
        assertTrue(
                table.contains(
                        "| n1 | auto | 192m | 40 | en-US | UTF-8 | compiled | 300.0 | 0.7500 | 0.7000 | 1.0000 |"),
                table);
        List<String> lines = mixed.figures().csv().lines().toList();
        assertEquals(
                "n2,nio,160m,40,ja-JP,windows-31j,interpreted,100.0,0.2500,0.3000,0.6667,0.0000,0.1667,0.1667",
                lines.get(2));
    }
}
