package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExtendedLardTest {
    private static final PolicySettings LARD = PolicySettings.defaults()
            .with(PolicySettings.LOW, 3)
            .with(PolicySettings.HIGH, 9)
            .with(PolicySettings.TARGETS, 1000);

    private final LiveBackends cluster = new LiveBackends();

    /** Against the price of every server, as the paper has it. */
    @Test
    void theCheapestOfAllIsChosen() {
        for (int at = 0; at < 7; at++) {
            cluster.join("n" + at, at % 3 + 1);
        }
        ExtendedLard policy = new ExtendedLard(cluster, LARD.with(PolicySettings.MISS_COST, 5));
        Map<Long, Set<PolicyBackend>> mapped = new HashMap<>();
        List<PolicyBackend> running = new ArrayList<>();
        Random random = new Random(11);
        for (int request = 0; request < 20_000; request++) {
            if (!running.isEmpty() && random.nextInt(120) < running.size()) {
                cluster.end(running.remove(random.nextInt(running.size())));
                continue;
            }
            long target = (long) (100 * Math.pow(random.nextDouble(), 3));
            Set<PolicyBackend> has = mapped.computeIfAbsent(target, first -> new HashSet<>());
            double least = cluster.servers().stream()
                    .mapToDouble(server -> policy.price(server, has.contains(server)))
                    .min()
                    .orElseThrow();
            PolicyBackend chosen = policy.choose(target, 0);
            assertNotNull(chosen);
            assertEquals(least, policy.price(chosen, has.contains(chosen)));
            has.add(chosen);
            cluster.begin(chosen);
            running.add(chosen);
        }
        assertTrue(mapped.values().stream().anyMatch(servers -> servers.size() > 1));
    }
}
