package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several front-ends that send the same traffic to the same back-ends, and exchange assignments each second. */
class SeveralFrontEndsTest {
    private static final int BACKENDS = 6;
    private static final int TARGETS = 3000;
    private static final PolicySettings LARD = PolicySettings.defaults()
            .with(PolicySettings.REPLICA_AGE, Duration.ofMillis(20_000))
            .with(PolicySettings.TARGETS, 10_000);
    private static final PolicySettings SETTINGS = LARD.with(PolicySettings.NODE_MEMORY, 4L << 20);

    private static final class FrontEnd {
        final LiveBackends cluster = new LiveBackends();
        final DistributionPolicy policy;
        final Deque<PolicyBackend> running = new ArrayDeque<>();

        FrontEnd(PolicyName kind, int number) {
            for (int at = 0; at < BACKENDS; at++) {
                cluster.join("n" + at, 1);
            }
            cluster.setFrontEnds(number);
            policy = kind.over(cluster, SETTINGS);
        }

        /** Tells the others the changes since the last time. */
        void tell(List<FrontEnd> all, long nanos) {
            for (RoutingKeyAssignment change = policy.takeChange(); change != null; change = policy.takeChange()) {
                for (FrontEnd other : all) {
                    if (!other.equals(this)) {
                        other.policy.adopt(change, nanos);
                    }
                }
            }
        }
    }

    /**
     * The result of some traffic.
     *
     * @param extra copies of a target on average, beyond the first
     * @param most the most requests of all front-ends that any back-end had
     */
    private record Course(double extra, int most) {}

    /** All places of all front-ends are taken, all of the time; whose turn it is, and what is asked for, is drawn. */
    private static Course run(PolicyName kind, int number, int told) {
        return run(kind, number, told, 2, true);
    }

    /** @param skew 1 for targets that are asked for equally often; the greater, the hotter the hottest */
    private static Course run(PolicyName kind, int number, int told, double skew, boolean exchanging) {
        List<FrontEnd> frontEnds = new ArrayList<>();
        for (int at = 0; at < number; at++) {
            frontEnds.add(new FrontEnd(kind, told));
        }
        Random random = new Random(17);
        List<Set<String>> copies = new ArrayList<>();
        for (int at = 0; at < TARGETS; at++) {
            copies.add(new HashSet<>());
        }
        int[] loads = new int[BACKENDS];
        int most = 0;
        for (long now = 0; now < 100_000_000_000L; now += 1_000_000) {
            if (exchanging && now % 1_000_000_000 == 0) {
                long second = now;
                frontEnds.forEach(each -> each.tell(frontEnds, second));
            }
            FrontEnd frontEnd = frontEnds.get(random.nextInt(number));
            if (frontEnd.running.size() >= frontEnd.cluster.admissionLimit(LARD)) {
                PolicyBackend over = frontEnd.running.remove();
                frontEnd.cluster.end(over);
                loads[over.index]--;
            }
            int target = (int) (TARGETS * Math.pow(random.nextDouble(), skew));
            PolicyBackend chosen = frontEnd.policy.choose(RoutingKeyHash.mix(target), now);
            assertNotNull(chosen);
            frontEnd.cluster.begin(chosen);
            frontEnd.running.add(chosen);
            frontEnd.policy.answered(RoutingKeyHash.mix(target), chosen, 1000);
            copies.get(target).add(chosen.name());
            most = Math.max(most, ++loads[chosen.index]);
        }
        double extra = copies.stream()
                .filter(those -> !those.isEmpty())
                .mapToInt(those -> those.size() - 1)
                .average()
                .orElseThrow();
        return new Course(extra, most);
    }

    @ParameterizedTest
    @EnumSource
    void togetherTheyLetInWhatOneWould(PolicyName kind) {
        for (int number : new int[] {1, 2, 4}) {
            FrontEnd frontEnd = new FrontEnd(kind, number);
            assertEquals(349 / number, frontEnd.cluster.admissionLimit(LARD));
            Course course = run(kind, number, number);
            assertTrue(course.most() <= 349, course::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void underLardNoBackEndGetsMoreThanFromOneByMoreThanAQuarter(int number) {
        for (PolicyName kind : List.of(PolicyName.LARD, PolicyName.LARD_R)) {
            int most = run(kind, number, number).most();
            assertTrue(most <= 1.25 * 2 * LARD.get(PolicySettings.HIGH), () -> kind + ": " + most);
            int untold = run(kind, number, 1).most();
            assertTrue(
                    untold > most, () -> kind + ": " + untold + " where each takes itself for the only one, " + most);
        }
    }

    @Test
    void theyAgreeOnTheBackEndOfATarget() {
        assertEquals(0, run(PolicyName.LB, 4, 4).extra());
        for (PolicyName kind : List.of(PolicyName.LARD, PolicyName.LARD_R, PolicyName.EXT_LARD)) {
            assertEquals(0, run(kind, 1, 1).extra(), kind::toString);
            assertEquals(0, run(kind, 2, 2).extra(), 0.01, kind::toString);
            assertEquals(0, run(kind, 4, 4).extra(), 0.15, kind::toString);
        }
        assertEquals(0.52, run(PolicyName.CHBL, 2, 2).extra(), 0.1);
        assertEquals(0.80, run(PolicyName.CHBL, 4, 4).extra(), 0.1);
        assertTrue(run(PolicyName.WRR, 2, 2).extra() > 4, "everybody has everything");
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD_R", "EXT_LARD"})
    void ofHotTargetsTheyKeepFewerCopiesWhereTheyTellEachOther(PolicyName kind) {
        double silent = run(kind, 4, 4, 6, false).extra();
        double telling = run(kind, 4, 4, 6, true).extra();
        assertTrue(telling < 0.6 * silent, () -> telling + " instead of " + silent);
    }

    @Test
    void thereIsOneAtLeast() {
        assertThrows(IllegalArgumentException.class, () -> new LiveBackends().setFrontEnds(0));
    }
}
