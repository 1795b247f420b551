package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests learning capacities from response times. */
class BackendWeightLearnerTest {
    private static final PolicySettings SETTINGS = PolicySettings.defaults()
            .with(PolicySettings.LOW, 4)
            .with(PolicySettings.HIGH, 8)
            .with(PolicySettings.REPLICA_AGE, Duration.ofNanos(2_000_000_000))
            .with(PolicySettings.TARGETS, 5000)
            .with(PolicySettings.MISS_COST, 5)
            .with(PolicySettings.NODE_MEMORY, 600L << 10);

    /** A machine that shares its processor evenly among the requests that it has. */
    private static final class Machine {
        final double speed;
        final BackendWeightLearner learnt = new BackendWeightLearner();
        final PolicyBackend server;
        final List<double[]> work = new ArrayList<>();

        Machine(PolicyBackend server, double speed) {
            this.server = server;
            this.speed = speed;
        }
    }

    private final Random random = new Random(5);
    private final LiveBackends cluster = new LiveBackends();
    private final List<Machine> machines = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void aMachineThatIsThreeTimesAsFastIsFoundToCarryMore(PolicyName kind) {
        machines.add(new Machine(cluster.join("slow", 1), 1));
        machines.add(new Machine(cluster.join("fast", 1), 3));
        List<Double> ratios = run(kind.over(cluster, SETTINGS), 24, 60);
        double ratio = machines.get(1).learnt.factor() / machines.get(0).learnt.factor();
        assertTrue(ratio > 1.8 && ratio < 5, () -> ratios.toString());
        assertEquals(2, cluster.weight(), 0.5);
    }

    @ParameterizedTest
    @EnumSource(names = {"WRR", "RR", "LB", "MAGLEV", "CHBL"})
    void machinesThatAreAlikeStayAlike(PolicyName kind) {
        for (int at = 0; at < 4; at++) {
            machines.add(new Machine(cluster.join("n" + at, 1), 1));
        }
        run(kind.over(cluster, SETTINGS), 32, 60);
        machines.forEach(machine -> assertEquals(1, machine.learnt.factor(), 0.45, machine.server.name()));
    }

    @Test
    void aWeightThatWasWrongIsPutRight() {
        machines.add(new Machine(cluster.join("one", 4), 1));
        machines.add(new Machine(cluster.join("other", 1), 1));
        List<Double> ratios = run(PolicyName.WRR.over(cluster, SETTINGS), 20, 60);
        assertEquals(0.25, ratios.getLast(), 0.1, ratios::toString);
    }

    @Test
    void whoIsIdleTeachesNothingAndBoundsHold() {
        BackendWeightLearner idle = new BackendWeightLearner();
        BackendWeightLearner slow = new BackendWeightLearner();
        for (int step = 0; step < 100; step++) {
            hear(idle, 100, 1_000, 1);
            hear(slow, 100, 1_000_000, 1);
            step(given(idle, slow));
        }
        assertEquals(1, idle.factor());
        for (int step = 0; step < 100; step++) {
            hear(idle, 100, 1_000, 4);
            hear(slow, 100, 1_000_000, 4);
            step(given(idle, slow));
            assertTrue(idle.factor() <= 4 && slow.factor() >= BackendWeightLearner.LEAST);
        }
        assertEquals(BackendWeightLearner.LEAST, slow.factor(), 0.001);
        assertEquals(2, idle.factor() + slow.factor(), 1e-9);
    }

    @Test
    void weightsHaveTheSumOfWhatWasGivenWhoeverComesAndGoes() {
        List<BackendWeightLearner.Given> all = new ArrayList<>();
        for (int at = 1; at <= 4; at++) {
            all.add(new BackendWeightLearner.Given(new BackendWeightLearner(), at));
        }
        for (int step = 0; step < 100; step++) {
            for (int at = 0; at < 4; at++) {
                hear(all.get(at).learnt(), 100, 1000L << (2 * at), 4);
            }
            step(all);
            assertEquals(10, weight(all), 1e-9);
        }
        double slowest = all.getLast().learnt().factor();
        double before = all.getFirst().learnt().factor() / slowest;
        assertEquals(BackendWeightLearner.LEAST, slowest, 0.001, "it is at the bound");
        List<BackendWeightLearner.Given> three = all.subList(1, 4);
        BackendWeightLearner.balance(three);
        assertEquals(9, weight(three), 1e-9);
        BackendWeightLearner.step(three, all.subList(0, 1));
        BackendWeightLearner.balance(three);
        BackendWeightLearner.balance(all);
        assertEquals(10, weight(all), 1e-9);
        assertEquals(
                before,
                all.getFirst().learnt().factor() / all.getLast().learnt().factor(),
                0.01 * before);
    }

    private static double weight(List<BackendWeightLearner.Given> all) {
        return all.stream()
                .mapToDouble(given -> given.weight() * given.learnt().factor())
                .sum();
    }

    private static void step(List<BackendWeightLearner.Given> all) {
        BackendWeightLearner.step(all, List.of());
        BackendWeightLearner.balance(all);
    }

    @Test
    void smallDifferencesMoveNothing() {
        BackendWeightLearner one = new BackendWeightLearner();
        BackendWeightLearner other = new BackendWeightLearner();
        for (int step = 0; step < 100; step++) {
            hear(one, 100, 1000 + random.nextInt(300), 4);
            hear(other, 100, 1000 + random.nextInt(300), 4);
            step(given(one, other));
        }
        assertEquals(1, one.factor());
        hear(one, 19, 100_000, 4);
        hear(other, 100, 1000, 4);
        step(given(one, other));
        assertEquals(1, one.factor(), "nineteen answers are too few");
    }

    private static List<BackendWeightLearner.Given> given(BackendWeightLearner one, BackendWeightLearner other) {
        return List.of(new BackendWeightLearner.Given(one, 1), new BackendWeightLearner.Given(other, 1));
    }

    private static void hear(BackendWeightLearner learnt, int times, long nanos, int active) {
        for (int at = 0; at < times; at++) {
            learnt.heard(nanos, active);
        }
    }

    /**
     * So many requests at a time, of many targets; returns the ratio of the last factor to the first after each step.
     */
    private List<Double> run(DistributionPolicy policy, int requests, int steps) {
        List<Double> ratios = new ArrayList<>();
        long now = 0;
        for (int at = 0; at < requests; at++) {
            begin(policy, now);
        }
        for (int step = 0; step < steps; step++) {
            for (int tick = 0; tick < 1000; tick++) {
                now += 1_000_000;
                int over = 0;
                for (Machine machine : machines) {
                    over += work(policy, machine, now);
                }
                for (; over > 0; over--) {
                    begin(policy, now);
                }
            }
            step(machines.stream()
                    .map(machine ->
                            new BackendWeightLearner.Given(machine.learnt, given.get(machines.indexOf(machine))))
                    .toList());
            for (Machine machine : machines) {
                cluster.reweigh(machine.server, given.get(machines.indexOf(machine)) * machine.learnt.factor());
            }
            ratios.add(machines.getFirst().learnt.factor()
                    / machines.getLast().learnt.factor());
        }
        return ratios;
    }

    private final List<Double> given = new ArrayList<>();

    private void begin(DistributionPolicy policy, long now) {
        if (given.isEmpty()) {
            machines.forEach(machine -> given.add(machine.server.weight()));
        }
        long target = random.nextInt(2000);
        PolicyBackend chosen = policy.choose(RoutingKeyHash.mix(target), now);
        assertNotNull(chosen);
        cluster.begin(chosen);
        for (Machine machine : machines) {
            if (machine.server.equals(chosen)) {
                machine.work.add(new double[] {10 * -Math.log(1 - random.nextDouble()), now, target});
            }
        }
    }

    /** A millisecond of a processor. Returns how many requests are over. */
    private int work(DistributionPolicy policy, Machine machine, long now) {
        double each = machine.speed / machine.work.size();
        int before = machine.work.size();
        machine.work.removeIf(request -> {
            request[0] -= each;
            if (request[0] > 0) {
                return false;
            }
            long took = now - (long) request[1];
            machine.learnt.heard(took, machine.server.active());
            policy.answered(
                    RoutingKeyHash.mix((long) request[2]), machine.server, ReportedCacheResult.HIT, 1000, took, now);
            cluster.end(machine.server);
            return true;
        });
        return before - machine.work.size();
    }
}
