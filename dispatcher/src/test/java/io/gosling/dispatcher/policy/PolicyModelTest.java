package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policies against {@link ObviousPolicies}, request by request, while back-ends join and leave. */
class PolicyModelTest {
    private static final PolicySettings SMALL = PolicySettings.defaults()
            .with(PolicySettings.LOW, 3)
            .with(PolicySettings.HIGH, 7)
            .with(PolicySettings.REPLICA_AGE, Duration.ofMillis(400))
            .with(PolicySettings.TARGETS, 60);
    private static final double[] WEIGHTS = {1, 1, 1, 2, 0.5, 3};

    private final Map<PolicyBackend, Integer> numbers = new HashMap<>();
    private final List<PolicyBackend> live = new ArrayList<>();
    private final List<PolicyBackend> running = new ArrayList<>();
    private final LiveBackends cluster = new LiveBackends();
    private int joined;

    @ParameterizedTest
    @CsvSource({"wrr,1", "wrr,2", "lard,1", "lard,2", "lard,3", "lard-r,1", "lard-r,2", "lard-r,3", "lard-r,4"})
    void choosesWhatTheFiguresSayWhileBackEndsComeAndGo(String name, long seed) {
        Random random = new Random(seed);
        DistributionPolicy policy = PolicyName.named(name).over(cluster, SMALL);
        ObviousPolicies model = new ObviousPolicies(name, SMALL);
        for (long now = 0; now < 60_000_000_000L; now += 1_000_000) {
            int dice = random.nextInt(1000);
            if (dice < 4) {
                join(model, random);
            } else if (dice < 7) {
                leave(model, random);
            } else if (dice < 500) {
                complete(model, random);
            } else {
                long target = (long) (100 * Math.pow(random.nextDouble(), 3));
                request(policy, model, target, now);
            }
            assertEquals(model.routingKeys(), policy.routingKeys());
        }
    }

    private void join(ObviousPolicies model, Random random) {
        if (live.size() < 8) {
            double weight = WEIGHTS[random.nextInt(WEIGHTS.length)];
            PolicyBackend server = cluster.join("n" + joined, weight);
            model.join(joined, weight);
            numbers.put(server, joined++);
            live.add(server);
        }
    }

    private void leave(ObviousPolicies model, Random random) {
        if (!live.isEmpty()) {
            PolicyBackend gone = live.remove(random.nextInt(live.size()));
            cluster.leave(gone);
            model.leave(number(gone));
        }
    }

    private void complete(ObviousPolicies model, Random random) {
        if (!running.isEmpty()) {
            PolicyBackend server = running.remove(random.nextInt(running.size()));
            cluster.end(server);
            if (server.live()) {
                model.node(number(server)).active--;
            }
        }
    }

    private void request(DistributionPolicy policy, ObviousPolicies model, long target, long now) {
        int expected = model.choose(target, now);
        PolicyBackend chosen = policy.choose(target, now);
        if (expected < 0) {
            assertNull(chosen);
            return;
        }
        assertNotNull(chosen);
        assertEquals(expected, number(chosen), () -> "target " + target + " at " + now);
        cluster.begin(chosen);
        model.node(expected).active++;
        running.add(chosen);
    }

    private int number(PolicyBackend server) {
        Integer number = numbers.get(server);
        assertNotNull(number);
        return number;
    }
}
