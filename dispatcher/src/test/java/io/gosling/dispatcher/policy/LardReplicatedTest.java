package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The life of one hot target under LARD/R, by hand. */
class LardReplicatedTest {
    private static final long HOT = RoutingKeyHash.hash("/hot.png");
    private static final long SECOND = 1_000_000_000L;

    private final LiveBackends cluster = new LiveBackends();
    private final PolicyBackend first = cluster.join("n1", 1);
    private final PolicyBackend second = cluster.join("n2", 1);
    private final PolicyBackend third = cluster.join("n3", 1);
    private final DistributionPolicy policy = PolicyName.LARD_R.over(
            cluster,
            PolicySettings.defaults()
                    .with(PolicySettings.LOW, 2)
                    .with(PolicySettings.HIGH, 4)
                    .with(PolicySettings.TARGETS, 100));

    @Test
    void aTargetThatOverloadsItsNodeSoonAfterItsAssignmentGetsASecondOne() {
        serve(5, first, 0);
        assertSame(second, choose(1), "n1 is above T_high and others are idle");
        finishAll();
        assertEquals(Set.of(first, second), whoServes(6, 2));
    }

    @Test
    void aTargetLeftAloneForKMovesInsteadOfSpreading() {
        serve(5, first, 0);
        assertSame(second, choose(30 * SECOND));
        finishAll();
        assertEquals(Set.of(second), whoServes(5, 31 * SECOND));
    }

    @Test
    void aSetThatDidNotChangeForKLosesItsMostLoadedNode() {
        serve(5, first, 0);
        serve(2, second, 1);
        finishAll();
        cluster.begin(first);
        assertSame(second, choose(1 + 20 * SECOND), "exactly K is not yet longer than K");
        assertSame(second, choose(2 + 20 * SECOND), "n1, the busier one, leaves the set");
        finishAll();
        assertEquals(Set.of(second), whoServes(5, 3 + 20 * SECOND));
    }

    @Test
    void whatAFailedNodeServedIsAssignedAsIfNeverAssigned() {
        serve(1, first, 0);
        cluster.leave(first);
        assertSame(second, choose(1));
        PolicyBackend again = cluster.join("n1", 1);
        assertSame(second, choose(2), "coming back brings nothing back");
        assertSame(third, policy.choose(RoutingKeyHash.hash("/other"), 3));
        assertSame(again, policy.choose(RoutingKeyHash.hash("/another"), 3));
    }

    @Test
    void aFailedReplicaOnlyLeavesTheSet() {
        serve(5, first, 0);
        serve(1, second, 1);
        cluster.leave(second);
        finishAll();
        assertEquals(Set.of(first), whoServes(4, 2));
    }

    @Test
    void whenEverybodyIsOverTwiceTheUpperThresholdTheSetServesOn() {
        serve(5, first, 0);
        for (PolicyBackend server : cluster.servers()) {
            while (server.active() < 8) {
                cluster.begin(server);
            }
        }
        assertNotNull(choose(1));
        assertNotNull(choose(2));
        assertNotNull(choose(3));
        assertEquals(3, whoServes(9, 4).size());
    }

    private PolicyBackend choose(long nanos) {
        PolicyBackend chosen = policy.choose(HOT, nanos);
        assertNotNull(chosen);
        return chosen;
    }

    private void serve(int requests, PolicyBackend expected, long nanos) {
        for (int count = 0; count < requests; count++) {
            PolicyBackend chosen = choose(nanos);
            assertSame(expected, chosen);
            cluster.begin(chosen);
        }
    }

    private Set<PolicyBackend> whoServes(int requests, long nanos) {
        Set<PolicyBackend> servers = new HashSet<>();
        for (int count = 0; count < requests; count++) {
            PolicyBackend chosen = choose(nanos);
            cluster.begin(chosen);
            servers.add(chosen);
        }
        return servers;
    }

    private void finishAll() {
        for (PolicyBackend server : cluster.servers()) {
            while (server.active() > 0) {
                cluster.end(server);
            }
        }
    }
}
