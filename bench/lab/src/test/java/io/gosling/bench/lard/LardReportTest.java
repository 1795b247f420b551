package io.gosling.bench.lard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.cluster.ClusterCase;
import io.gosling.bench.cluster.ClusterCaseResult;
import io.gosling.bench.cluster.ResponseSourceCounts;
import io.gosling.bench.experiment.ExperimentResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LardReportTest {
    private static final ClusterCase WRR = new ClusterCase(6, "wrr", 0, false);
    private static final ClusterCase LARD = new ClusterCase(6, "lard-r", 0, false);
    private static final ClusterCase TOGETHER = new ClusterCase(6, "lard-r", 0, true);

    private static ClusterCaseResult measured(int round, ClusterCase what, long requests) {
        ResponseSourceCounts answers = new ResponseSourceCounts(0, 0, requests / 10, 0, 0);
        return new ClusterCaseResult(round, what, 0, requests, requests / 2, 1, 0, 2, answers, requests / 4);
    }

    private final LardReport report = new LardReport(
            Map.of("machine", "2 CPUs"),
            ExperimentResults.of(List.of(
                    measured(1, WRR, 1000),
                    measured(1, LARD, 3000),
                    measured(2, LARD, 8000),
                    measured(2, WRR, 2000),
                    measured(2, TOGETHER, 100))));

    @Test
    void aPolicyIsComparedWithRoundRobinOfTheSameRoundAndCooperation() {
        String table = report.figures().markdown();
        assertTrue(table.startsWith("- machine: 2 CPUs\n\n| figure | what |"), table);
        assertTrue(table.contains("| 17 | LARD/R over weighted round robin, 6 nodes | 2.5 at 6 | 3.50 |\n"), table);
        assertTrue(
                table.contains("| requests/s \\ nodes | 6 |\n|---|--:|\n| wrr | 750 |\n| lard-r | 2,750 |\n"), table);
        assertTrue(
                table.contains("| 6 | `wrr` | off | 750 | 1.00 | 1.00 to 1.00 | 50.0 % | 10.0 % | 0.250 | 2 |\n"),
                table);
        assertTrue(
                table.contains("| 6 | `lard-r` | off | 2750 | 3.50 | 3.00 to 4.00 | 50.0 % | 10.0 % | 0.250 | 2 |\n"),
                table);
        assertTrue(table.contains("| 6 | `lard-r` | on | 50 | - | - | 50.0 % | 10.0 % | 0.250 | 1 |\n"), table);
    }

    @Test
    void everyRoundIsInTheRawLines() {
        List<String> lines = report.figures().csv().lines().toList();
        assertEquals(6, lines.size());
        assertEquals(
                "round,policy,cooperation,requests,seconds,throughput_rps,hit_ratio,disk_ratio,failed,nodes,"
                        + "others_ratio",
                lines.get(0));
        assertEquals("2,lard-r,off,8000,2.000,4000.0,0.5000,0.2500,1,6,0.1000", lines.get(3));
    }
}
