package io.gosling.tools.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.PublishedTraceProfile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of the model that are known by reckoning, and the paper's findings with it. */
class SimulationTest {
    private static final long MEMORY = 32L << 20;
    private static final PolicySettings TUNING = PolicySettings.defaults().with(PolicySettings.NODE_MEMORY, MEMORY);
    /** Nodes of 1998 that read in no time, as if everything had been read before. */
    static final CostModel WARM = new CostModel("warm", 145_000, 145_000, 40_000, 0, 0, 0, 0, 1, 0);

    private static final Trace RICE = PublishedTraceProfile.RICE.requests(200_000, 1);
    private static final SimulationResult WRR_OF_EIGHT = run(RICE, PolicyName.WRR, 8, CostModel.DISK_1998);
    private static final Trace SHORT_RICE = PublishedTraceProfile.RICE.requests(20_000, 1);
    /** As many files as a hash needs to deal them evenly, asked for evenly. */
    private static final Trace EVEN = trace(
            512, IntStream.range(0, 80_000).map(i -> (i * 31 + i / 7) % 4000).toArray());

    private static final double EVEN_THROUGHPUT =
            run(EVEN, PolicyName.WRR, 4, WARM).throughput();

    private static Trace trace(long bytes, int... requests) {
        int files = Arrays.stream(requests).max().orElse(0) + 1;
        long[] sizes = new long[files];
        Arrays.fill(sizes, bytes);
        return new Trace("made", "made", requests, sizes, 0);
    }

    private static SimulationResult run(Trace trace, PolicyName policy, int nodes, CostModel costs) {
        return run(trace, new SimulatedCluster(nodes, DistributionStrategy.of(policy), TUNING, "gds", MEMORY, costs));
    }

    private static SimulationResult run(Trace trace, SimulatedCluster setup) {
        return new Simulation(setup, SimulatedFiles.of(trace), answered -> {}).run();
    }

    @Test
    void aNodeOf1998SendsAFileOf8KbFromMemory1075TimesASecond() {
        SimulationResult outcome = run(trace(8192, new int[100_000]), PolicyName.WRR, 1, CostModel.DISK_1998);
        assertEquals(1075, outcome.throughput(), 2);
        assertEquals(1, outcome.busyFraction(), 0.001);
        assertEquals(24, outcome.misses(), "all that came before it was there: S of one node");
    }

    @Test
    void oneDiskReadsOneFileAfterTheOtherAndALargeOneInPieces() {
        // 28 ms and 10 410 us, then 14 ms and 8 410 us: 100 KB in three pieces, of which only the sending of the last
        // is seen.
        double piece = 0.028 + 11 * 0.00041;
        double rest = 0.014 + 11 * 0.00041;
        double last = 0.014 + 3 * 0.00041;
        double processor = 0.000145 + 0.000145 + (12 << 10) / 512 * 0.00004;
        SimulationResult outcome = run(trace(100 << 10, 0), PolicyName.WRR, 1, CostModel.DISK_1998);
        assertEquals(piece + rest + last + processor, outcome.seconds(), 1e-9);
        assertEquals(1, outcome.misses());

        SimulationResult two = run(trace(4096, 0, 1), PolicyName.WRR, 1, CostModel.DISK_1998);
        assertEquals(2 * 0.02841 + 0.00029 + 8 * 0.00004 + 0.000145, two.seconds(), 0.0002, "one after the other");
        SimulationResult apart = run(trace(4096, 0, 1), PolicyName.WRR, 1, CostModel.DISK_1998.withDisks(2));
        assertEquals(0.02841, apart.seconds(), 0.002, "each on its disk");
    }

    @Test
    void piecesThatTakeNoTimeDoNotQueueAgain() {
        CostModel disk = new CostModel("disk", 1, 1, 0, 0, 10_000_000, 0, 0, 1, 0);
        long[] sizes = new long[21];
        Arrays.fill(sizes, 4096);
        sizes[0] = 256 << 10;
        Trace trace = new Trace("made", "made", IntStream.range(0, 21).toArray(), sizes, 0);
        SimulationResult outcome = run(trace, PolicyName.WRR, 1, disk);
        assertEquals(0.210, outcome.seconds(), 1e-6);
        assertEquals(0.110, outcome.delayMillis() / 1000, 1e-6, "each has waited for those before it");
    }

    @Test
    void anOriginIsWaitedForByAllAtOnce() {
        Trace trace = trace(4096, IntStream.range(0, 20).toArray());
        SimulationResult outcome = run(trace, PolicyName.WRR, 1, CostModel.ORIGIN);
        assertEquals(0.020, outcome.seconds(), 0.001);
        assertEquals(20, outcome.misses());
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void everyPolicyAnswersTheWholeTraceAndTheSameWayAgain(String strategy) {
        SimulatedCluster setup = new SimulatedCluster(
                4, DistributionStrategy.named(strategy), TUNING, "gds", MEMORY, CostModel.DISK_1998);
        SimulationResult once = run(SHORT_RICE, setup);
        assertEquals(SHORT_RICE.requests().length, once.requests());
        assertEquals(once, run(SHORT_RICE, setup));
    }

    static List<String> strategies() {
        return DistributionStrategy.names();
    }

    @Test
    void moreNodesAreALargerMemoryForLardAndNotForWrr() {
        SimulationResult one = run(RICE, PolicyName.WRR, 1, CostModel.DISK_1998);
        SimulationResult wrr = WRR_OF_EIGHT;
        SimulationResult lard = run(RICE, PolicyName.LARD_R, 8, CostModel.DISK_1998);
        assertTrue(wrr.missRatio() > 0.95 * one.missRatio(), wrr + " beside " + one);
        assertTrue(lard.missRatio() < 0.7 * wrr.missRatio(), lard + " beside " + wrr);
        assertTrue(lard.throughput() > 2 * wrr.throughput(), lard + " beside " + wrr);
        assertTrue(run(RICE, PolicyName.LARD_R, 16, CostModel.DISK_1998).throughput()
                > 3 * run(RICE, PolicyName.WRR, 16, CostModel.DISK_1998).throughput());
    }

    @Test
    void aFasterProcessorIsNoUseToWhoWaitsForDisks() {
        SimulationResult wrr = WRR_OF_EIGHT;
        SimulationResult faster = run(RICE, PolicyName.WRR, 8, CostModel.DISK_1998.faster(4));
        assertEquals(1, faster.throughput() / wrr.throughput(), 0.05);
    }

    /**
     * Nodes read in no time: what is compared is how policies deal what is in memory. Of a real trace that fits one
     * node the cold start would have to be small beside it, and with disks of 1998 that takes millions of requests.
     * Policies of the dispatcher alone: not links, nor the ideal.
     */
    @ParameterizedTest
    @EnumSource
    void whatFitsIntoOneNodeIsServedAlikeByAllPolicies(PolicyName policy) {
        DistributionStrategy who = DistributionStrategy.of(policy);
        String replacement = who.cooperates() ? "lfu-aging" : "gds";
        SimulationResult outcome = run(EVEN, new SimulatedCluster(4, who, TUNING, replacement, MEMORY, WARM));
        assertEquals(1, outcome.throughput() / EVEN_THROUGHPUT, 0.05, outcome.toString());
    }

    @Test
    void memoriesThatAreOneReadAFileOnce() {
        int[] requests = IntStream.range(0, 20_000).map(i -> i % 100).toArray();
        SimulationResult outcome = run(trace(8192, requests), PolicyName.WRR_GMS, 4, CostModel.DISK_1998);
        SimulationResult apart = run(trace(8192, requests), PolicyName.WRR, 4, CostModel.DISK_1998);
        assertTrue(outcome.misses() < apart.misses(), outcome + " beside " + apart);
        assertTrue(outcome.remote() > 0 && apart.remote() == 0, outcome + " beside " + apart);
    }
}
