package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GlobalCachePolicyTest {
    private static final long MEMORY = 64 << 10;
    private static final int SIZE = 8192;

    private final LiveBackends cluster = new LiveBackends();
    private final DistributionPolicy policy =
            PolicyName.LB_GC.over(cluster, PolicySettings.defaults().with(PolicySettings.NODE_MEMORY, MEMORY));

    private String choose(long target) {
        PolicyBackend chosen = policy.choose(target, 0);
        assertNotNull(chosen);
        policy.answered(target, chosen, SIZE);
        return chosen.name();
    }

    @Test
    void whatIsHeldGoesToItsHolderAndNewsMakesTheOldestOfAllGiveWay() {
        cluster.join("a", 1);
        cluster.join("b", 1);
        Map<Long, String> first = new HashMap<>();
        for (long target = 0; target < 16; target++) {
            first.put(target, choose(target));
        }
        assertEquals(8, first.values().stream().filter("a"::equals).count());
        first.forEach((target, server) -> assertEquals(server, choose(target)));
        // Asked in order, 0 is the oldest: its holder takes the new one, and is asked for 0 no more than anybody else.
        assertEquals(first.get(0L), choose(100));
        assertEquals(first.get(1L), choose(0));
        assertEquals(16, policy.routingKeys());
    }

    @Test
    void aLargeAnswerMakesSeveralOfItsHolderGiveWay() {
        cluster.join("a", 1);
        for (long target = 0; target < 8; target++) {
            choose(target);
        }
        PolicyBackend server = policy.choose(100, 0);
        assertNotNull(server);
        policy.answered(100, server, MEMORY / 2);
        assertEquals(5, policy.routingKeys());
    }

    /** Against one list of everything, oldest first, where all sizes are equal. */
    @Test
    void itIsOneLeastRecentlyUsedListOverAllMemories() {
        for (int at = 0; at < 3; at++) {
            cluster.join("n" + at, 1);
        }
        Map<Long, String> model = new LinkedHashMap<>(16, 0.75f, true);
        Random random = new Random(5);
        for (int request = 0; request < 20_000; request++) {
            long target = (long) (100 * Math.pow(random.nextDouble(), 2));
            String held = model.get(target);
            List<Long> oldestFirst = new ArrayList<>(model.keySet());
            String expected = held != null || model.size() < 24 ? held : model.get(oldestFirst.getFirst());
            if (held == null && model.size() == 24) {
                model.remove(oldestFirst.getFirst());
            }
            String chosen = choose(target);
            if (expected != null) {
                assertEquals(expected, chosen, () -> "target " + target);
            }
            model.put(target, chosen);
        }
    }
}
