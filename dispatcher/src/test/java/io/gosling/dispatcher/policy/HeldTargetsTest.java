package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the announcement of held routing keys. */
class HeldTargetsTest {
    private static final long PAGE = RoutingKeyHash.hash("/page");
    private static final long OTHER = RoutingKeyHash.hash("/other");

    private final LiveBackends cluster = new LiveBackends();
    private final PolicyBackend first = cluster.join("n1", 1);
    private final PolicyBackend second = cluster.join("n2", 1);
    private final PolicyBackend third = cluster.join("n3", 1);

    private DistributionPolicy policy(PolicyName named, int targets) {
        return named.over(
                cluster,
                PolicySettings.defaults()
                        .with(PolicySettings.LOW, 2)
                        .with(PolicySettings.HIGH, 4)
                        .with(PolicySettings.TARGETS, targets));
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R"})
    void aTargetGoesToWhoeverHoldsItThoughOthersAreIdler(PolicyName named) {
        DistributionPolicy policy = policy(named, 100);
        policy.holds(PAGE, third, 0);
        cluster.begin(third);
        for (int i = 0; i < 5; i++) {
            assertSame(third, policy.choose(PAGE, 1));
        }
        assertEquals(1, policy.routingKeys());
    }

    @Test
    void ofSeveralHoldersLardHasTheFirstAndLardRAll() {
        DistributionPolicy one = policy(PolicyName.LARD, 100);
        DistributionPolicy several = policy(PolicyName.LARD_R, 100);
        for (PolicyBackend holder : Set.of(first, second)) {
            several.holds(PAGE, holder, 0);
        }
        one.holds(PAGE, second, 0);
        one.holds(PAGE, first, 0);
        cluster.begin(second);
        assertSame(second, one.choose(PAGE, 1));
        assertSame(first, several.choose(PAGE, 1));
        cluster.begin(first);
        cluster.begin(first);
        assertSame(second, several.choose(PAGE, 2), "the least loaded of the two, though n3 is idle");
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R"})
    void theOldestAreForgottenWhereMoreAreHeldThanCanBeRemembered(PolicyName named) {
        DistributionPolicy policy = policy(named, 1);
        policy.holds(PAGE, third, 0);
        policy.holds(OTHER, second, 0);
        assertEquals(1, policy.routingKeys());
        assertSame(second, policy.choose(OTHER, 1));
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R"})
    void whatOneThatHasLeftHeldIsAssignedAsIfNeverHeld(PolicyName named) {
        DistributionPolicy policy = policy(named, 100);
        policy.holds(PAGE, first, 0);
        cluster.leave(first);
        cluster.begin(second);
        assertSame(third, policy.choose(PAGE, 1));
    }

    @Test
    void whoRemembersNothingIsToldNothing() {
        TreeSet<String> remembering = new TreeSet<>();
        for (PolicyName named : PolicyName.values()) {
            DistributionPolicy policy = policy(named, 100);
            policy.holds(PAGE, first, 0);
            assertEquals(named.holders() > 0, policy.routingKeys() > 0, named.label());
            if (named.holders() > 0) {
                remembering.add(named.label());
            }
        }
        assertEquals(new TreeSet<>(Set.of("lard", "lard-r")), remembering);
    }
}
