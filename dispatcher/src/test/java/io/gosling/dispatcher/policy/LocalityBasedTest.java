package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalityBasedTest {
    private static final int TARGETS = 20_000;

    private final LiveBackends cluster = new LiveBackends();
    private final DistributionPolicy policy = PolicyName.LB.over(cluster, PolicySettings.defaults());

    @Test
    void withoutBackEndsThereIsNoChoice() {
        assertNull(policy.choose(1, 0));
    }

    @Test
    void aTargetKeepsItsBackEndWhateverTheLoad() {
        join(1, 1, 1);
        PolicyBackend served = choose("/page.html");
        for (int request = 0; request < 1000; request++) {
            cluster.begin(served);
            assertSame(served, choose("/page.html"));
        }
    }

    @Test
    void everybodyTakesAShareByWeight() {
        join(1, 1, 2);
        Map<String, Integer> shares = new HashMap<>();
        for (int target = 0; target < TARGETS; target++) {
            shares.merge(choose("/" + target).name(), 1, Integer::sum);
        }
        assertEquals(TARGETS / 4.0, shares.getOrDefault("n0", 0), TARGETS * 0.02);
        assertEquals(TARGETS / 4.0, shares.getOrDefault("n1", 0), TARGETS * 0.02);
        assertEquals(TARGETS / 2.0, shares.getOrDefault("n2", 0), TARGETS * 0.02);
    }

    @Test
    void oneThatLeavesMovesOnlyItsOwnTargetsAndTakesThemBackOnReturn() {
        join(1, 1, 1, 1);
        Map<String, PolicyBackend> before = new HashMap<>();
        for (int target = 0; target < 2000; target++) {
            before.put("/" + target, choose("/" + target));
        }
        PolicyBackend gone = cluster.servers().get(2);
        cluster.leave(gone);
        before.forEach((target, server) -> {
            if (server.equals(gone)) {
                assertNotSame(gone, choose(target));
            } else {
                assertSame(server, choose(target));
            }
        });
        cluster.join(gone.name(), 1);
        before.forEach(
                (target, server) -> assertEquals(server.name(), choose(target).name()));
    }

    private void join(double... weights) {
        for (double weight : weights) {
            cluster.join("n" + cluster.size(), weight);
        }
    }

    private PolicyBackend choose(String target) {
        PolicyBackend chosen = policy.choose(RoutingKeyHash.hash(target), 0);
        assertNotNull(chosen);
        return chosen;
    }
}
