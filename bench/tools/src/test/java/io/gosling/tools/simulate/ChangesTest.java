package io.gosling.tools.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.trace.InjectedHotObjects;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.PublishedTraceProfile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes that fail, join, and are unlike; what links and messages cost. */
class ChangesTest {
    private static final long MEMORY = 8L << 20;
    private static final Trace TRACE = PublishedTraceProfile.IBM.requests(40_000, 1);
    private static final PolicySettings TUNING = PolicySettings.defaults().with(PolicySettings.NODE_MEMORY, MEMORY);

    private static SimulationResult run(
            Trace trace, String strategy, int nodes, SimulatedCluster.Unlike unlike, NodeMembershipChange... changes) {
        return run(trace, strategy, nodes, CostModel.DISK_1998, unlike, changes);
    }

    private static SimulationResult run(
            Trace trace,
            String strategy,
            int nodes,
            CostModel costs,
            SimulatedCluster.Unlike unlike,
            NodeMembershipChange... changes) {
        DistributionStrategy who = DistributionStrategy.named(strategy);
        SimulatedCluster setup = new SimulatedCluster(
                nodes,
                who,
                TUNING,
                who.cooperates() ? "lfu-aging" : "gds",
                MEMORY,
                costs,
                1,
                InjectedHotObjects.NONE,
                unlike,
                List.of(changes));
        return new Simulation(setup, SimulatedFiles.of(trace), answered -> {}).run();
    }

    static List<String> strategies() {
        return DistributionStrategy.names();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void whatANodeWasDoingWhenItFailedIsDoneByOthers(String strategy) {
        SimulationResult well = run(TRACE, strategy, 4, SimulatedCluster.Unlike.NONE);
        double half = well.seconds() / 2;
        SimulationResult failed = run(
                TRACE,
                strategy,
                4,
                SimulatedCluster.Unlike.NONE,
                new NodeMembershipChange(2, half, false),
                new NodeMembershipChange(2, 1.2 * half, true));
        assertEquals(TRACE.requests().length, failed.requests());
        assertTrue(failed.repeated() > 0 && well.repeated() == 0, failed.toString());
        assertTrue(failed.seconds() > well.seconds(), failed + " beside " + well);
        assertEquals(
                failed,
                run(
                        TRACE,
                        strategy,
                        4,
                        SimulatedCluster.Unlike.NONE,
                        new NodeMembershipChange(2, half, false),
                        new NodeMembershipChange(2, 1.2 * half, true)));
    }

    /** Every file is another one, so that all requests miss, and those that a failed node had read miss once. */
    @Test
    void aRequestThatIsRepeatedCountsOnce() {
        Trace trace = new Trace(
                "made",
                "made",
                IntStream.range(0, 4000).toArray(),
                LongStream.generate(() -> 100_000).limit(4000).toArray(),
                0);
        for (String strategy : List.of("wrr", "wrr-gms", "lard-r")) {
            SimulationResult well = run(trace, strategy, 4, SimulatedCluster.Unlike.NONE);
            SimulationResult failed = run(
                    trace,
                    strategy,
                    4,
                    SimulatedCluster.Unlike.NONE,
                    new NodeMembershipChange(2, well.seconds() / 2, false));
            assertTrue(failed.repeated() > 10, failed.toString());
            assertEquals(4000, failed.misses(), failed.toString());
        }
    }

    @Test
    void aRequestIsAMissOrFromAnotherNodeAndNotBothHoweverNodesFail() {
        int[] requests = IntStream.range(0, 40_000).map(i -> i * 7 % 901).toArray();
        long[] sizes = new long[901];
        Arrays.fill(sizes, 40_000);
        Trace trace = new Trace("made", "made", requests, sizes, 0);
        SimulationResult well = run(trace, "wrr-gms", 4, SimulatedCluster.Unlike.NONE);
        double part = well.seconds() / 10;
        SimulationResult failed = run(
                trace,
                "wrr-gms",
                4,
                SimulatedCluster.Unlike.NONE,
                new NodeMembershipChange(2, 2 * part, false),
                new NodeMembershipChange(2, 3 * part, true),
                new NodeMembershipChange(3, 4 * part, false),
                new NodeMembershipChange(4, 5 * part, false));
        assertTrue(failed.repeated() > 0 && failed.remote() > 0, failed.toString());
        assertTrue(failed.misses() + failed.remote() <= requests.length, failed.toString());
    }

    @Test
    void aNodeThatJoinsTakesItsPart() {
        SimulationResult two = run(TRACE, "lard-r", 2, SimulatedCluster.Unlike.NONE);
        SimulationResult three = run(
                TRACE,
                "lard-r",
                2,
                SimulatedCluster.Unlike.NONE,
                new NodeMembershipChange(3, two.seconds() / 10, true));
        assertTrue(three.throughput() > 1.1 * two.throughput(), three + " beside " + two);
    }

    @Test
    void changesThatCannotHappenAreRefused() {
        assertEquals(
                List.of(1, 3),
                NodeMembershipChange.first(
                        3,
                        List.of(NodeMembershipChange.parse("2@5", true), NodeMembershipChange.parse("2@9.5s", false))));
        for (List<NodeMembershipChange> wrong : List.of(
                List.of(new NodeMembershipChange(5, 1, false)),
                List.of(new NodeMembershipChange(1, 1, false), new NodeMembershipChange(2, 2, false)),
                List.of(new NodeMembershipChange(1, 1, false), new NodeMembershipChange(1, 2, false)),
                List.of(new NodeMembershipChange(1, 0, true), new NodeMembershipChange(2, 0, true)))) {
            assertThrows(IllegalArgumentException.class, () -> NodeMembershipChange.check(2, wrong), wrong.toString());
        }
    }

    @Test
    void weightsThatFitTheProcessorsMakeUseOfThem() {
        Trace small = new Trace("made", "made", new int[40_000], new long[] {8192}, 0);
        List<Double> unlike = List.of(1.0, 3.0);
        SimulationResult alike = run(small, "wrr", 2, new SimulatedCluster.Unlike(unlike, List.of(1.0)));
        SimulationResult fitting = run(small, "wrr", 2, new SimulatedCluster.Unlike(unlike, unlike));
        assertEquals(4 * 1075, fitting.throughput(), 0.05 * 4 * 1075);
        assertTrue(fitting.throughput() >= 0.99 * alike.throughput(), fitting + " beside " + alike);
        assertTrue(fitting.delay().difference() < alike.delay().difference() / 2, fitting + " beside " + alike);
    }

    @Test
    void aLinkCarriesNoMoreThanItsBits() {
        Trace large = new Trace("made", "made", new int[2000], new long[] {1 << 20}, 0);
        CostModel linked = CostModel.named("nvme-10g");
        double gigabits =
                run(large, "wrr", 1, linked, SimulatedCluster.Unlike.NONE).throughput() * 8 * (1 << 20) / 1e9;
        assertTrue(gigabits <= 10 && gigabits > 9, gigabits + " Gb/s");
        assertTrue(run(large, "wrr", 1, CostModel.NVME, SimulatedCluster.Unlike.NONE)
                                .throughput()
                        * 8
                        * (1 << 20)
                        / 1e9
                > 20);
    }

    @Test
    void questionsBetweenNodesCostProcessorTime() {
        int[] requests = IntStream.range(0, 40_000).map(i -> i % 500).toArray();
        long[] sizes = new long[500];
        Arrays.fill(sizes, 16 << 10);
        Trace trace = new Trace("made", "made", requests, sizes, 0);
        CostModel free = new CostModel("free", 145_000, 145_000, 40_000, 0, 28_000_000, 410_000, 14_000_000, 1, 0);
        CostModel dear =
                new CostModel("dear", 145_000, 145_000, 40_000, 1_000_000, 28_000_000, 410_000, 14_000_000, 1, 0);
        SimulationResult cheap = run(trace, "wrr-gms", 4, free, SimulatedCluster.Unlike.NONE);
        SimulationResult costly = run(trace, "wrr-gms", 4, dear, SimulatedCluster.Unlike.NONE);
        assertTrue(cheap.remote() > 0, cheap.toString());
        assertTrue(costly.throughput() < cheap.throughput(), costly + " beside " + cheap);
    }
}
