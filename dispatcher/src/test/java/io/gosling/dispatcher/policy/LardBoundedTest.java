package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LardBoundedTest {
    private final LiveBackends cluster = new LiveBackends();
    private final DistributionPolicy policy = PolicyName.LARD_B.over(
            cluster,
            PolicySettings.defaults()
                    .with(PolicySettings.LOW, 10)
                    .with(PolicySettings.HIGH, 30)
                    .with(PolicySettings.TARGETS, 100)
                    .with(PolicySettings.MISS_COST, 5)
                    .with(PolicySettings.NODE_MEMORY, 1L << 20));

    private PolicyBackend choose(long target) {
        PolicyBackend chosen = policy.choose(target, 0);
        assertNotNull(chosen);
        return chosen;
    }

    private PolicyBackend begin(long target) {
        PolicyBackend chosen = choose(target);
        cluster.begin(chosen);
        return chosen;
    }

    @Test
    void aCopyThatWasDroppedBindsNobody() {
        cluster.join("a", 1);
        cluster.join("b", 1);
        PolicyBackend holder = begin(1);
        policy.answered(1, holder, ReportedCacheResult.MISS, 100, 1, 0);
        assertSame(holder, choose(1), "the first miss brought it");
        policy.answered(1, holder, ReportedCacheResult.HIT, 100, 1, 0);
        policy.answered(1, holder, ReportedCacheResult.MISS, 100, 20, 10);
        assertSame(holder, choose(1), "that one was asked before it was there");
        policy.answered(1, holder, ReportedCacheResult.MISS, 100, 1, 10);
        PolicyBackend other = choose(1);
        assertNotSame(holder, other, "it was dropped, and the other one has less to do");
        assertSame(other, choose(1));
    }

    @Test
    void aColdNodeIsTakenForASmallOneUntilItHits() {
        PolicyBackend warm = cluster.join("warm", 1);
        for (int answer = 0; answer < 2000; answer++) {
            policy.answered(1, warm, ReportedCacheResult.HIT, 100, 1, 0);
        }
        PolicyBackend cold = cluster.join("cold", 1);
        cluster.begin(cold);
        assertEquals(10, cold.load());
        for (int answer = 0; answer < 2000; answer++) {
            policy.answered(2, cold, ReportedCacheResult.HIT, 100, 1, 0);
        }
        assertEquals(1, cold.load(), 0.05);
    }

    @Test
    void aMissOfOneThatWasAddedIsNoDropOfAnother() {
        PolicyBackend first = cluster.join("a", 1);
        cluster.join("b", 1);
        while (choose(1).equals(first)) {
            begin(1);
        }
        PolicyBackend added = choose(1);
        policy.answered(1, first, ReportedCacheResult.HIT, 100, 1, 0);
        policy.answered(1, added, ReportedCacheResult.MISS, 100, 1, 10);
        cluster.join("c", 1);
        assertTrue(choose(1).name().matches("[ab]"));
    }

    @Test
    void whoSaysNothingOfItsMemoryIsNotTakenForColdForEver() {
        PolicyBackend warm = cluster.join("warm", 1);
        policy.answered(1, warm, ReportedCacheResult.HIT, 100, 1, 0);
        PolicyBackend silent = cluster.join("silent", 1);
        cluster.begin(silent);
        assertEquals(10, silent.load());
        for (int answer = 0; answer < 100; answer++) {
            policy.answered(2, silent, ReportedCacheResult.UNKNOWN, -1, 1, 0);
        }
        assertEquals(1, silent.load(), 0.05);
    }

    @Test
    void aColdNodeWithRoomTakesWhatAWarmOneHasNoRoomFor() {
        PolicyBackend warm = cluster.join("warm", 1);
        for (int answer = 0; answer < 2000; answer++) {
            policy.answered(1, warm, ReportedCacheResult.HIT, 100, 1, 0);
        }
        for (int request = 0; request < 100; request++) {
            cluster.begin(warm);
        }
        PolicyBackend cold = cluster.join("cold", 1);
        for (int request = 0; request < 11; request++) {
            cluster.begin(cold);
        }
        assertSame(cold, choose(7), "its load counts as 110, but it has 11 requests, and the bound is 70");
    }

    @Test
    void oneTargetOfAllRequestsIsSpreadByTheBound() {
        for (int at = 0; at < 4; at++) {
            cluster.join("n" + at, 1);
        }
        for (int request = 0; request < 200; request++) {
            begin(1);
        }
        cluster.servers().forEach(server -> assertTrue(server.active() <= 63, server::toString));
    }
}
