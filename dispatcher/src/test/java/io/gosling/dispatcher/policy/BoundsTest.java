package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No choice takes a back-end above (1 + e) times the average by weight; where a policy looks at T_low, not above that.
 */
class BoundsTest {
    private static final double BOUND = 0.25;

    @ParameterizedTest
    @CsvSource({"chbl,0", "lard-b,3"})
    void noChoiceTakesABackEndAboveItsShare(String name, int low) {
        LiveBackends cluster = new LiveBackends();
        PolicySettings lard = PolicySettings.defaults()
                .with(PolicySettings.LOW, 3)
                .with(PolicySettings.HIGH, 7)
                .with(PolicySettings.REPLICA_AGE, Duration.ofMillis(400))
                .with(PolicySettings.TARGETS, 500);
        DistributionPolicy policy = PolicyName.named(name)
                .over(
                        cluster,
                        lard.with(PolicySettings.BOUND, (int) (100 * BOUND))
                                .with(PolicySettings.MISS_COST, 5)
                                .with(PolicySettings.NODE_MEMORY, 1L << 20));
        for (double weight : new double[] {1, 1, 2, 0.5, 3, 1}) {
            cluster.join("n" + cluster.size(), weight);
        }
        double weights =
                cluster.servers().stream().mapToDouble(PolicyBackend::weight).sum();
        Random random = new Random(3);
        List<PolicyBackend> running = new ArrayList<>();
        for (long now = 0; now < 50_000_000_000L; now += 1_000_000) {
            // Up to 200 at a time, half of them for one target.
            if (random.nextInt(200) < running.size()) {
                cluster.end(running.remove(random.nextInt(running.size())));
                continue;
            }
            long target = random.nextBoolean() ? 1 : random.nextInt(400);
            PolicyBackend chosen = policy.choose(target, now);
            assertNotNull(chosen);
            cluster.begin(chosen);
            running.add(chosen);
            double most = Math.ceil((1 + BOUND) * running.size() * chosen.weight() / weights);
            assertTrue(
                    chosen.active() <= Math.max(most, Math.ceil(low * chosen.weight())),
                    () -> chosen + " of " + running.size());
        }
    }
}
