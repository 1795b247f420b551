package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PowerOfTwoChoicesTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final LiveBackends cluster = new LiveBackends();
    private final DistributionPolicy policy = PolicyName.P2C.over(cluster, PolicySettings.defaults());

    private int chosen(PolicyBackend server, long nanos) {
        int times = 0;
        for (int request = 0; request < 1000; request++) {
            PolicyBackend one = policy.choose(request, nanos);
            assertNotNull(one);
            times += one.equals(server) ? 1 : 0;
        }
        return times;
    }

    @Test
    void oneThatWasSlowOnceIsAvoidedForAWhileAndTriedAgain() {
        PolicyBackend slow = cluster.join("slow", 1);
        PolicyBackend fast = cluster.join("fast", 1);
        policy.answered(1, fast, ReportedCacheResult.UNKNOWN, -1, MILLI, 0);
        policy.answered(1, slow, ReportedCacheResult.UNKNOWN, -1, 60_000 * MILLI, 0);
        assertTrue(chosen(slow, 0) < 300, "only where both draws are it");
        cluster.begin(fast);
        long later = TimeUnit.SECONDS.toNanos(100);
        assertTrue(chosen(slow, later) > 600, "it counts as about as fast by now, and has less to do");
    }
}
