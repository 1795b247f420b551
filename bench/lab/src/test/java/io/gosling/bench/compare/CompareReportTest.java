package io.gosling.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.cluster.LinkFollowingClients;
import io.gosling.bench.experiment.ExperimentResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CompareReportTest {
    /** So many requests of 1000 bytes in a second, each of them in a millisecond. */
    private static ForwardingModeResult found(
            int round, ForwardingModeCase way, int requests, int frontEndTicks, int nodeTicks) {
        Histogram delays = new Histogram(3);
        delays.recordValueWithCount(1000, requests);
        LinkFollowingClients.Tally loadCounts = new LinkFollowingClients.Tally(
                requests, 1000L * requests, 1_000_000L * requests, 0, 0, Map.of(), delays);
        FrontEndHandoffMetrics handoffs = way.handsOver()
                ? new FrontEndHandoffMetrics(40, Map.of(0.00025, 30L, 0.0005, 40L))
                : FrontEndHandoffMetrics.NONE;
        return new ForwardingModeResult(
                round,
                way,
                8,
                1,
                loadCounts,
                new ForwardingModeResult.Cost(1_000_000_000L, frontEndTicks, nodeTicks, handoffs));
    }

    private static CompareReport report(boolean goals) {
        List<ForwardingModeResult> measured = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            measured.add(found(round, ForwardingModeCase.PROXY, 1000, 20, 10));
            measured.add(found(round, ForwardingModeCase.HANDOFF_LOCAL, 2000, 6, 22));
            measured.add(found(round, ForwardingModeCase.LSNAT, 4000, 40, 38));
            measured.add(found(round, ForwardingModeCase.COOPERATING, 3000, 0, 33));
        }
        return new CompareReport(Map.of("machine", "one"), ExperimentResults.of(measured), goals);
    }

    @Test
    void everyLineHasAFieldForEachNameAndNoFigureOfWhatThereIsNot() {
        List<String> lines = report(true).csv().lines().toList();
        assertEquals(13, lines.size());
        int names = lines.getFirst().split(",", -1).length;
        lines.forEach(line -> assertEquals(names, line.split(",", -1).length, line));
        assertEquals("1,proxy,8,1,1000.0,1000000,1.000,1.000,1.000,200.00,100.00,0,1000,0,,", lines.get(1));
        assertTrue(lines.get(2).endsWith(",30.00,110.00,0,2000,0,40,250"), lines.get(2));
        assertTrue(lines.get(4).endsWith(",,110.00,0,3000,0,,"), lines.get(4));
    }

    @Test
    void theTableHasALineForEachWay() {
        String table = report(false).markdown();
        assertTrue(table.contains("| lsnat | 4,000 | 4.0 | 1.00 | 1.00 | 1.00 | 100.0 | 95.0 | - | 0 |"), table);
        assertTrue(table.contains("| cooperating | 3,000 | 3.0 | 1.00 | 1.00 | 1.00 | - | 110.0 | - | 0 |"), table);
    }

    @Test
    void goalsAreOfOneBodyAndComparedRoundByRound() {
        String table = report(true).markdown();
        assertTrue(
                table.contains(
                        "| front-end's CPU a request, handoff-local over proxy | 0.20 or less | 0.15 (0.15 to 0.15):"
                                + " reached |"),
                table);
        assertTrue(
                table.contains("| front-end's CPU a request, lsnat over proxy | 0.20 or less | 0.50 (0.50 to 0.50):"
                        + " not reached |"),
                table);
        assertTrue(table.contains("handoff-local | 250 or less | 250.00 (250.00 to 250.00): reached |"), table);
        assertFalse(table.contains("| handoffs/s, handoff-local |"), table);
        assertFalse(table.contains("cooperating over proxy"), table);
        assertFalse(report(false).markdown().contains("over proxy"));
    }

    @Test
    void whereEachRequestHasAHandoffTheyAreCounted() {
        String table = new CompareReport(
                        Map.of(), ExperimentResults.of(List.of(found(1, ForwardingModeCase.HANDOFF, 42, 1, 1))), true)
                .markdown();
        assertTrue(
                table.contains("| handoffs/s, handoff | 3000 or more | 40.00 (40.00 to 40.00): not reached |"), table);
    }

    @Test
    void thePageHasPlotsAndNeedsNothing() {
        String page = report(true).html();
        assertTrue(page.contains("<svg"), page);
        assertFalse(page.contains("<script"), page);
    }
}
