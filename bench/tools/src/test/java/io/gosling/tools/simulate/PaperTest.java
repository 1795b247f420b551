package io.gosling.tools.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.trace.InjectedHotObjects;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.PublishedTraceProfile;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The findings of Pai et al. 1998 (section 4) by simulation hold by ratio here too, on traces made after theirs. */
// In a plain build: SimulationTest.
@Tag("lab")
class PaperTest {
    private static final long MEMORY = 32L << 20;
    private static final Trace RICE = PublishedTraceProfile.RICE.requests(200_000, 1);
    private static final Trace IBM = PublishedTraceProfile.IBM.requests(200_000, 1);

    private static SimulationResult run(
            Trace trace, String strategy, int nodes, CostModel costs, double cpu, double memory) {
        return run(trace, strategy, nodes, costs, cpu, (long) (memory * MEMORY), PolicySettings.defaults());
    }

    /** Several of these look at the same clusters, which are simulated once. */
    private record Asked(
            Trace trace, String strategy, int nodes, CostModel costs, double cpu, long memory, PolicySettings lard) {}

    private static final Map<Asked, SimulationResult> ANSWERS = new ConcurrentHashMap<>();
    private static final Map<Trace, SimulatedFiles> FILES = new IdentityHashMap<>();

    private static SimulationResult run(
            Trace trace, String strategy, int nodes, CostModel costs, double cpu, long memory, PolicySettings lard) {
        return ANSWERS.computeIfAbsent(
                new Asked(trace, strategy, nodes, costs, cpu, memory, lard), PaperTest::simulated);
    }

    private static SimulationResult simulated(Asked what) {
        PolicySettings tuning = what.lard().with(PolicySettings.NODE_MEMORY, what.memory());
        DistributionStrategy who = DistributionStrategy.named(what.strategy());
        SimulatedCluster setup = new SimulatedCluster(
                what.nodes(),
                who,
                tuning,
                who.cooperates() ? "lfu-aging" : "gds",
                what.memory(),
                what.costs(),
                what.cpu(),
                InjectedHotObjects.NONE,
                SimulatedCluster.Unlike.NONE,
                List.of());
        return new Simulation(setup, FILES.computeIfAbsent(what.trace(), SimulatedFiles::of), answered -> {}).run();
    }

    private static SimulationResult rice(String strategy, int nodes) {
        return run(RICE, strategy, nodes, CostModel.DISK_1998, 1, 1);
    }

    @Test
    void oneMemoryOfTheIdealFrontEndMissesNoMoreThanAHashDoes() {
        for (int nodes : new int[] {4, 8}) {
            SimulationResult hashed = rice("lb", nodes);
            SimulationResult ideal = rice("lb-gc-ideal", nodes);
            SimulationResult kept = rice("lb-gc", nodes);
            assertTrue(ideal.missRatio() <= 1.05 * hashed.missRatio(), ideal + " beside " + hashed);
            assertTrue(ideal.missRatio() <= kept.missRatio(), ideal + " beside " + kept);
        }
    }

    @Test
    void memoryOfOtherNodesHelpsRoundRobinAndDoesNotReachLard() {
        SimulationResult apart = rice("wrr", 8);
        SimulationResult shared = rice("wrr-gms", 8);
        SimulationResult lard = rice("lard-r", 8);
        assertTrue(shared.throughput() > 1.2 * apart.throughput(), shared + " beside " + apart);
        assertTrue(lard.throughput() > shared.throughput(), lard + " beside " + shared);
        assertTrue(rice("lard-r", 16).throughput() > 1.3 * rice("wrr-gms", 16).throughput());
        assertTrue(shared.remote() > 0 && lard.remote() == 0, shared + " beside " + lard);
    }

    @Test
    void ofTheIbmTraceLardHasAboutTwiceTheRequestsFromFourNodesOn() {
        for (int nodes : new int[] {4, 8}) {
            SimulationResult wrr = run(IBM, "wrr", nodes, CostModel.DISK_1998, 1, 1);
            SimulationResult lard = run(IBM, "lard-r", nodes, CostModel.DISK_1998, 1, 1);
            assertTrue(lard.throughput() > 1.7 * wrr.throughput(), lard + " beside " + wrr);
        }
    }

    @Test
    void aRequestIsAnsweredInAFractionOfTheTime() {
        SimulationResult wrr = rice("wrr", 16);
        SimulationResult lard = rice("lard-r", 16);
        assertTrue(lard.delayMillis() < 0.4 * wrr.delayMillis(), lard + " beside " + wrr);
    }

    @Test
    void lardsLeadGrowsWithTheProcessor() {
        double before = 0;
        double[][] grades = {{1, 1}, {2, 1.5}, {4, 3}};
        for (double[] grade : grades) {
            SimulationResult wrr = run(RICE, "wrr", 16, CostModel.DISK_1998, grade[0], 1);
            SimulationResult lard = run(RICE, "lard-r", 16, CostModel.DISK_1998, grade[0], grade[1]);
            double lead = lard.throughput() / wrr.throughput();
            assertTrue(lead > before, lead + " after " + before);
            before = lead;
        }
    }

    @Test
    void moreDisksHelpRoundRobinMoreThanLard() {
        CostModel four = CostModel.DISK_1998.withDisks(4);
        double wrr =
                run(RICE, "wrr", 16, four, 1, 1).throughput() / rice("wrr", 16).throughput();
        double lard = run(RICE, "lard-r", 16, four, 1, 1).throughput()
                / rice("lard-r", 16).throughput();
        assertTrue(wrr > 2, "round robin " + wrr);
        assertTrue(wrr > 1.3 * lard, "round robin " + wrr + ", LARD/R " + lard);
    }

    @Test
    void nodesDifferMoreWhereTheMarksAreFurtherApart() {
        PolicySettings near = PolicySettings.defaults().with(PolicySettings.HIGH, 40);
        PolicySettings far = PolicySettings.defaults().with(PolicySettings.HIGH, 200);
        SimulationResult little = run(RICE, "lard", 8, CostModel.DISK_1998, 1, MEMORY, near);
        SimulationResult much = run(RICE, "lard", 8, CostModel.DISK_1998, 1, MEMORY, far);
        assertTrue(
                much.delay().difference() > 2 * little.delay().difference(),
                much.delay() + " beside " + little.delay());
    }

    @Test
    void hotTargetsAreReplicatedWithoutHarm() {
        Trace hot = new InjectedHotObjects(30, 5, 40 << 10).in(RICE, 1);
        double lard = run(hot, "lard", 16, CostModel.DISK_1998, 1, 1).throughput();
        double replicated = run(hot, "lard-r", 16, CostModel.DISK_1998, 1, 1).throughput();
        assertTrue(replicated > 0.97 * lard, "replicated " + replicated + ", not " + lard);
        long asked = 0;
        for (int file : hot.requests()) {
            asked += file >= RICE.objects() ? 1 : 0;
        }
        assertEquals(0.30, (double) asked / hot.requests().length, 0.01);
    }
}
