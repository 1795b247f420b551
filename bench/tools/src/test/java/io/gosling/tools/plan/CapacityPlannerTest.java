package io.gosling.tools.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The statements of a plan, which say no more than its model carries. */
class CapacityPlannerTest {
    private static final int MEBIBYTE = 1 << 20;

    private static String text(CapacityPlan plan) {
        return new PlanReport(Map.of(), "some.log", plan).text();
    }

    /** So many objects of as many bytes, twice each, all between the two requests. */
    private static Trace round(int objects, long bytes) {
        long[] sizes = new long[objects];
        Arrays.fill(sizes, bytes);
        return new Trace(
                "t",
                "test",
                IntStream.range(0, 2 * objects).map(i -> i % objects).toArray(),
                sizes,
                0);
    }

    @Test
    void moreMemoryThanBodiesIsWanted() {
        CapacityPlan plan = CapacityPlanner.of(round(4000, 1024), 1, MEBIBYTE, CostModel.ORIGIN);
        double needed = 4000.0 * (1024 + Trace.BESIDE_BODY);
        assertTrue(plan.knee() >= needed && plan.knee() < 1.42 * needed, "knee " + plan.knee());
        assertEquals((plan.knee() + MEBIBYTE - 1) / MEBIBYTE, plan.wanted());
        assertEquals(0.5, plan.curve().hitRatio(plan.knee()), 1e-9);
        assertTrue(text(plan).contains("1,200 bytes beside each"), text(plan));
    }

    @Test
    void moreNodesThanWereSimulatedAreSaid() {
        CapacityPlan plan = CapacityPlanner.of(round(4000, 100_000), 1, 4L * MEBIBYTE, CostModel.NVME);
        assertTrue(plan.wanted() >= 97 && plan.wanted() <= 128, "wanted " + plan.wanted());
        assertEquals(64, plan.judged());
        assertEquals(
                64,
                plan.outcomes().stream()
                        .mapToInt(one -> one.setup().nodes())
                        .max()
                        .orElse(0));
        assertTrue(text(plan).contains("a node that is " + plan.wanted() + " nodes."), text(plan));
        assertTrue(text(plan).contains("with 64 nodes, more than which were not simulated"), text(plan));
    }

    @Test
    void theVeryNumberThatIsAdvisedIsSimulatedAndOneMore() {
        assertEquals(List.of(1, 2, 4, 5, 6, 8), CapacityPlanner.counts(5));
        assertEquals(List.of(1, 2, 4), CapacityPlanner.counts(1));
        assertEquals(List.of(1, 2, 4, 8, 16, 32, 64), CapacityPlanner.counts(300));
    }

    @Test
    void aNodeMoreIsNoMemoryMoreWhereEachHoldsEverything() {
        CapacityPlan plan = CapacityPlanner.of(
                SyntheticTraceFactory.zipf(0.7, 1000, 10_000, 1), 1, 2L * MEBIBYTE, CostModel.ORIGIN);
        for (SimulationResult outcome : plan.outcomes()) {
            boolean alone = outcome.setup().strategy().label().equals("wrr");
            assertEquals(!alone, plan.oneMoreNode(outcome.setup()).isPresent(), outcome.toString());
        }
        List<String> rows = text(plan)
                .lines()
                .filter(line -> line.matches("\\| \\d+ \\| (wrr|lb) \\|.*"))
                .toList();
        assertFalse(rows.isEmpty());
        assertTrue(rows.stream().allMatch(row -> row.contains("| wrr |") == row.endsWith("| - |")), text(plan));
    }

    @Test
    void requestsThatWaitForAnOriginAreNoMeasureOfNodes() {
        Trace trace = SyntheticTraceFactory.zipf(0.7, 5000, 20_000, 1);
        CapacityPlan waits = CapacityPlanner.of(trace, 1, 2L * MEBIBYTE, CostModel.ORIGIN);
        assertTrue(waits.busiest() < 0.5, "busy " + waits.busiest());
        assertTrue(text(waits).contains("are not what nodes can do"), text(waits));
        assertTrue(
                text(waits).contains("| nodes | policy | under way | requests/s | processor, % busy |"), text(waits));
        assertTrue(text(waits).contains("| 1 | wrr | 24 |"), text(waits));
        CapacityPlan reads = CapacityPlanner.of(trace, 1, 2L * MEBIBYTE, CostModel.NVME);
        assertFalse(text(reads).contains("are not what nodes can do"), text(reads));
        assertTrue(text(reads).contains("From memory alone a node's processor would answer "), text(reads));
    }

    @Test
    void aProcessorCarriesWhatItsTimeForAnAnswerAllows() {
        CapacityPlan plan = CapacityPlanner.of(round(10, 8192), 1, MEBIBYTE, CostModel.DISK_1998);
        assertEquals(1075, plan.carried(), 1);
    }

    @Test
    void ofALogWithoutSecondRequestsNoMemoryIsAdvised() {
        Trace once = new Trace(
                "t", "test", IntStream.range(0, 1000).toArray(), round(1000, 10).sizes(), 0);
        String text = text(CapacityPlanner.of(once, 1, MEBIBYTE, CostModel.ORIGIN));
        assertTrue(text.contains("Nothing is asked for twice"), text);
        assertFalse(text.contains("a doubling is worth"), text);
    }

    @Test
    void ofOneObjectThatNoSampleHasAllRequestsAreSimulated() {
        Trace one = new Trace("t", "test", new int[1000], new long[] {5000}, 0);
        CapacityPlan plan = CapacityPlanner.of(one, 1, MEBIBYTE, CostModel.ORIGIN, 1);
        assertEquals(1, plan.sampled());
        assertEquals(1000, plan.outcomes().getFirst().requests());
    }

    @Test
    void aSampleIsPlannedForAsTheWholeAndSaysHowFarItMayBeOff() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 4000, 40_000, 1);
        CapacityPlan whole = CapacityPlanner.of(trace, 1, 16L * MEBIBYTE, CostModel.ORIGIN, 30_000);
        assertEquals(0.75, whole.sampled(), 1e-9);
        assertTrue(text(whole).contains("At the knee lru has "), text(whole));
        CapacityPlan part = CapacityPlanner.of(trace.sample(0.5), 0.5, 16L * MEBIBYTE, CostModel.ORIGIN, 30_000);
        assertEquals(0.5, part.sampled(), 1e-9);
        double beside = (double) part.knee() / whole.knee();
        assertTrue(beside > 0.7 && beside < 1.42, "beside " + beside);
    }
}
