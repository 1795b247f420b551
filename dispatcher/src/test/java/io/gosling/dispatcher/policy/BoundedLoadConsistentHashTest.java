package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedLoadConsistentHashTest {
    private static final int POINTS = 128;

    /** The ring as a sorted map. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void whereNobodyIsBusyATargetGoesToTheFirstPointBehindIt(int servers) {
        LiveBackends cluster = new LiveBackends();
        TreeMap<Long, PolicyBackend> ring = new TreeMap<>();
        for (int i = 0; i < servers; i++) {
            PolicyBackend server = cluster.join("n" + i, 1);
            for (int point = 0; point < POINTS; point++) {
                ring.put(RoutingKeyHash.mix(server.seed + point), server);
            }
        }
        DistributionPolicy policy = new BoundedLoadConsistentHash(cluster, 0.25);
        Random random = new Random(servers);
        for (int i = 0; i < 10_000; i++) {
            long target = random.nextLong();
            var behind = ring.ceilingEntry(RoutingKeyHash.mix(target));
            PolicyBackend expected = (behind == null ? ring.firstEntry() : behind).getValue();
            assertSame(expected, policy.choose(target, 0));
        }
    }
}
