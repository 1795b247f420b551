package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyCostTest {
    private static final int CHOICES = 200_000;

    @ParameterizedTest
    @MethodSource("io.gosling.dispatcher.policy.PolicyName#names")
    void choosingForAKnownTargetAllocatesNothing(String name) {
        LiveBackends cluster = new LiveBackends();
        for (int at = 0; at < 16; at++) {
            cluster.join("n" + at, 1);
        }
        DistributionPolicy policy = PolicyName.named(name).over(cluster, PolicySettings.defaults());
        chooseMany(policy, cluster);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        chooseMany(policy, cluster);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < CHOICES, () -> bytes + " bytes for " + CHOICES + " choices");
    }

    private static void chooseMany(DistributionPolicy policy, LiveBackends cluster) {
        for (int request = 0; request < CHOICES; request++) {
            PolicyBackend server = policy.choose(RoutingKeyHash.mix(request % 1000), request);
            if (server == null) {
                throw new IllegalStateException("no server");
            }
            cluster.begin(server);
            cluster.end(server);
        }
    }
}
