package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the promises of the paper's section 2 about LARD under the admission limit. */
class LardInvariantsTest {
    private static final PolicySettings SETTINGS = PolicySettings.defaults()
            .with(PolicySettings.REPLICA_AGE, Duration.ofMillis(20_000))
            .with(PolicySettings.TARGETS, 1000);

    @ParameterizedTest
    @CsvSource({"2,1", "3,2", "8,3", "16,4"})
    void movesOnlyToAMuchLessLoadedNodeAndNeverLetsTheLoadsDriftApart(int nodes, long seed) {
        Run run = new Run("lard", equal(nodes), seed);
        run.requests(40_000);
        assertTrue(run.moves > 0, "nothing was moved: the run proves nothing");
    }

    @ParameterizedTest
    @CsvSource({"2,5", "3,6", "8,7"})
    void unequalMachinesKeepTheSamePromisesInUnitsOfTheirWeight(int nodes, long seed) {
        double[] weights = equal(nodes);
        weights[0] = 4;
        weights[nodes - 1] = 0.5;
        Run run = new Run("lard", weights, seed);
        run.requests(40_000);
        assertTrue(run.moves > 0, "nothing was moved: the run proves nothing");
    }

    @Test
    void theAdmissionLimitLeavesAtMostAllButTwoNodesAtTheUpperThresholdWhenNoneIsIdle() {
        for (int nodes = 1; nodes <= 64; nodes++) {
            LiveBackends cluster = new LiveBackends();
            for (int at = 0; at < nodes; at++) {
                cluster.join("n" + at, 1);
            }
            int limit = cluster.admissionLimit(SETTINGS);
            assertEquals((nodes - 1) * 65 + 25 - 1, limit);
            assertTrue((nodes - 1) * 65 + 25 > limit, "all but one at T_high and the last at T_low would fit");
        }
    }

    @Test
    void theAdmissionLimitOfUnequalMachinesCountsTheLargestAtTheLowerThreshold() {
        LiveBackends cluster = new LiveBackends();
        assertEquals(0, cluster.admissionLimit(SETTINGS));
        cluster.join("small", 0.01);
        assertEquals(1, cluster.admissionLimit(SETTINGS), "somebody must be let in");
        cluster.join("one", 1);
        cluster.join("four", 4);
        assertEquals((int) (65 * 1.01 + 25 * 4 - 1), cluster.admissionLimit(SETTINGS));
    }

    private static double[] equal(int nodes) {
        double[] weights = new double[nodes];
        java.util.Arrays.fill(weights, 1);
        return weights;
    }

    /**
     * Four requests in five for a target that is hot for a while; keeps the cluster at its admission limit and
     * completes requests at random.
     */
    private static final class Run {
        private final LiveBackends cluster = new LiveBackends();
        private final DistributionPolicy policy;
        private final Random random;
        private final List<PolicyBackend> running = new ArrayList<>();
        private final Map<Long, PolicyBackend> servedBy = new HashMap<>();
        private final int limit;
        private int moves;

        Run(String name, double[] weights, long seed) {
            for (double weight : weights) {
                cluster.join("n" + cluster.size(), weight);
            }
            this.policy = PolicyName.named(name).over(cluster, SETTINGS);
            this.random = new Random(seed);
            this.limit = cluster.admissionLimit(SETTINGS);
        }

        void requests(int count) {
            for (int now = 0; now < count; now++) {
                while (running.size() >= limit || (!running.isEmpty() && random.nextInt(10) < 4)) {
                    cluster.end(running.remove(random.nextInt(running.size())));
                }
                request(random.nextInt(10) < 8 ? now / 2000 % 20 : random.nextInt(200), now * 1_000_000L);
            }
        }

        private void request(long target, long now) {
            PolicyBackend before = servedBy.get(target);
            PolicyBackend chosen = policy.choose(target, now);
            assertNotNull(chosen);
            if (before != null && !before.equals(chosen)) {
                moves++;
                double gap = before.load() - chosen.load();
                assertTrue(
                        gap >= SETTINGS.get(PolicySettings.HIGH) - SETTINGS.get(PolicySettings.LOW),
                        () -> "moved over a gap of " + gap);
            }
            servedBy.put(target, chosen);
            cluster.begin(chosen);
            running.add(chosen);
            double imbalance = chosen.load()
                    - cluster.servers().stream()
                            .mapToDouble(PolicyBackend::load)
                            .min()
                            .orElseThrow();
            double step = 1 / chosen.weight(); // the request itself, on a machine of this weight
            double most =
                    2 * SETTINGS.get(PolicySettings.HIGH) - SETTINGS.get(PolicySettings.LOW) + Math.max(0, step - 1);
            assertTrue(imbalance <= most, () -> "imbalance " + imbalance);
        }
    }
}
