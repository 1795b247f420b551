package io.gosling.bench.checker;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Real processes under load while they are killed, frozen, cut off and started again: after a purge was complete,
 * nobody reads what was there before. docs/internal/purge-protocol.md says how to run it for long.
 */
// In a plain build: PurgeCheckTest.
@Tag("lab")
@Tag("alone")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs the signals STOP and CONT")
class PurgeCheckerIT {
    private static final int NODES = 5;
    private static final long OPERATIONS = Long.getLong("purges.operations", 10_000);
    private static final long RATE = Long.getLong("purges.rate", 500);
    private static final long SEED = Long.getLong("purges.seed", new Random().nextInt(1_000_000));

    private static final boolean HURRY = OPERATIONS <= 20_000;
    /** Between two ends of processes: where there is time, starts are not to take all that the machine has. */
    private static final long PAUSE_NANOS = HURRY ? 0 : 10_000_000_000L;

    /** Of this process: a counterexample is none the less one because it was not found when tried again. */
    private static volatile String counterexample;

    @Test
    void whatWasPurgedIsNotServedAgainWhateverBefallsTheNodes() throws Exception {
        failIfFound();
        long began = System.nanoTime();
        try (Cluster cluster = new Cluster(NODES, HURRY)) {
            System.out.println("Purges are checked on " + cluster.network() + ", with -Dpurges.seed=" + SEED
                    + " -Dpurges.operations=" + OPERATIONS);
            cluster.start(NODES - 1);
            Load load = new Load(cluster, SEED, RATE, OPERATIONS);
            Weather weather = new Weather(cluster, load, SEED, PAUSE_NANOS);
            load.start();
            weather.run();
            load.join();
            counterexample = load.counterexample();
            failIfFound();
            System.out.println(load.counts() + "; nodes " + weather.happened() + "; "
                    + (System.nanoTime() - began) / 1_000_000_000 + " s");
            inTheEndAPurgeIsCompleteAgain(cluster);

            // Otherwise it has not been looked at what this is about. A machine that is busy with other things loses
            // leases.
            assertTrue(load.count(Load.Count.COMPLETE) * 5 > load.count(Load.Count.PURGES), load.counts());
            assertTrue(cluster.check().obliged() * 20 > load.count(Load.Count.READS), load.counts());
            assertTrue(load.count(Load.Count.UNANSWERED) * 4 < load.operations(), load.counts());
        }
    }

    private static void failIfFound() {
        String found = counterexample;
        if (found != null) {
            fail("""
                    STALE or wrong bytes: %s
                    This again, though not with the same interleaving:
                      mvn -B -Plab verify -pl bench/lab -am \
                    -Dsurefire.failIfNoSpecifiedTests=false -Dtest=PurgeCheckTest \
                    -Dfailsafe.failIfNoSpecifiedTests=false -Dit.test=PurgeCheckerIT -Dpurges.seed=%d \
                    -Dpurges.operations=%d
                    """.formatted(found, SEED, OPERATIONS));
        }
    }

    private static void inTheEndAPurgeIsCompleteAgain(Cluster cluster) {
        cluster.nodes().forEach(cluster::awaitLease);
        cluster.origin().pages().forEach(cluster.origin()::write);
        assertTrue(
                cluster.purge(cluster.node(2), List.of(Selection.everything()), false),
                () -> cluster.history().about(cluster.origin().pages().getFirst()));
        for (CheckedNode node : cluster.nodes()) {
            try (Client client = new Client(cluster, node)) {
                for (Page page : cluster.origin().pages()) {
                    client.read(page, Client.Way.GET, 0)
                            .forEach(answer -> assertTrue(
                                    answer.wrong().isEmpty(),
                                    () -> answer + "\n" + cluster.history().about(page)));
                }
            }
        }
    }
}
