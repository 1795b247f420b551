package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No choice takes a back-end above (1 + e) times the average by weight. */
class BoundsTest {
    private static final double BOUND = 0.25;

    @Test
    void noChoiceTakesABackEndAboveItsShare() {
        LiveBackends cluster = new LiveBackends();
        DistributionPolicy policy = PolicyName.CHBL.over(
                cluster, PolicySettings.defaults().with(PolicySettings.BOUND, (int) (100 * BOUND)));
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
            assertTrue(chosen.active() <= most, () -> chosen + " of " + running.size());
        }
    }
}
