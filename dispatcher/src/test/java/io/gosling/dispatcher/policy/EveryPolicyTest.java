package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests every policy under random joins, leaves, answers and requests. */
class EveryPolicyTest {
    private static final PolicySettings LARD = PolicySettings.defaults()
            .with(PolicySettings.LOW, 3)
            .with(PolicySettings.HIGH, 7)
            .with(PolicySettings.REPLICA_AGE, Duration.ofMillis(400))
            .with(PolicySettings.TARGETS, 500);
    private static final PolicySettings SETTINGS =
            LARD.with(PolicySettings.MISS_COST, 5).with(PolicySettings.NODE_MEMORY, 1L << 20);
    private static final double[] WEIGHTS = {1, 1, 2, 0.5};

    private final LiveBackends cluster = new LiveBackends();

    @ParameterizedTest
    @EnumSource
    void nobodyIsChosenWhereNobodyIsAndOnlyWhoIsThereElsewhere(PolicyName kind) {
        DistributionPolicy policy = kind.over(cluster, SETTINGS);
        assertNull(policy.choose(1, 0));
        Random random = new Random(7);
        List<PolicyBackend> running = new ArrayList<>();
        int joined = 0;
        for (long now = 0; now < 30_000_000_000L; now += 1_000_000) {
            int dice = random.nextInt(1000);
            List<PolicyBackend> live = cluster.servers();
            if (dice < 4 && live.size() < 12) {
                cluster.join("n" + joined++, WEIGHTS[random.nextInt(WEIGHTS.length)]);
            } else if (dice < 7 && !live.isEmpty()) {
                cluster.leave(live.get(random.nextInt(live.size())));
            } else if (dice < 10 && !live.isEmpty()) {
                cluster.reweigh(live.get(random.nextInt(live.size())), WEIGHTS[random.nextInt(WEIGHTS.length)]);
            } else if (dice < 500 && !running.isEmpty()) {
                PolicyBackend server = running.remove(random.nextInt(running.size()));
                cluster.end(server);
            } else {
                long target = (long) (1000 * Math.pow(random.nextDouble(), 3));
                PolicyBackend chosen = policy.choose(target, now);
                assertEquals(live.isEmpty(), chosen == null);
                if (chosen != null) {
                    assertTrue(chosen.live(), chosen::toString);
                    cluster.begin(chosen);
                    running.add(chosen);
                    policy.answered(target, chosen, random.nextInt(50_000));
                }
            }
        }
        cluster.servers().forEach(cluster::leave);
        assertNull(policy.choose(1, 0));
    }

    /** Sixteen at a time, of many targets, each of which is as large as the next. */
    @ParameterizedTest
    @EnumSource
    void whoHasTwiceTheWeightGetsAboutTwiceTheRequests(PolicyName kind) {
        PolicyBackend small = cluster.join("small", 1);
        PolicyBackend large = cluster.join("large", 2);
        theLargerGetsTwiceAsMany(kind.over(cluster, SETTINGS), small, large);
    }

    @ParameterizedTest
    @EnumSource
    void soDoesWhoGetsTwiceTheWeightLater(PolicyName kind) {
        PolicyBackend small = cluster.join("small", 3);
        PolicyBackend large = cluster.join("large", 1);
        DistributionPolicy policy = kind.over(cluster, SETTINGS);
        assertNotNull(policy.choose(1, 0));
        cluster.reweigh(large, 6);
        assertEquals(65 * 3 + 25 * 6 - 1, cluster.admissionLimit(PolicySettings.defaults()));
        theLargerGetsTwiceAsMany(policy, small, large);
    }

    private void theLargerGetsTwiceAsMany(DistributionPolicy policy, PolicyBackend small, PolicyBackend large) {
        Deque<PolicyBackend> running = new ArrayDeque<>();
        int ofLarge = 0;
        for (int request = 0; request < 30_000; request++) {
            PolicyBackend chosen = policy.choose(RoutingKeyHash.mix(request), request);
            assertNotNull(chosen);
            cluster.begin(chosen);
            running.add(chosen);
            policy.answered(RoutingKeyHash.mix(request), chosen, 8192);
            ofLarge += chosen.equals(large) ? 1 : 0;
            if (running.size() > 16) {
                cluster.end(running.remove());
            }
        }
        assertEquals(20_000, ofLarge, 1200, () -> small + " " + large);
    }

    @ParameterizedTest
    @EnumSource
    void twoOfAKindChooseAlike(PolicyName kind) {
        List<List<String>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            LiveBackends own = new LiveBackends();
            DistributionPolicy policy = kind.over(own, SETTINGS);
            for (int at = 0; at < 5; at++) {
                own.join("n" + at, 1);
            }
            List<String> choices = new ArrayList<>();
            for (int request = 0; request < 500; request++) {
                PolicyBackend chosen = policy.choose(request % 70, request);
                assertNotNull(chosen);
                own.begin(chosen);
                choices.add(chosen.name());
            }
            runs.add(choices);
        }
        assertEquals(runs.get(0), runs.get(1));
    }
}
