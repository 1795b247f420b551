package io.gosling.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real classes in worlds that lose, double, delay and reorder messages, cut nodes off, freeze, kill and restart
 * them, with and without their disks: nothing older than a complete purge is ever served, and when the weather is calm
 * again every node has its lease and purges complete.
 *
 * <p>{@code mvn -B -pl gos -am verify -Dtest=FreshnessModelTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfreshness.schedules=100000 -Dfreshness.seed=1} runs as many schedules of each weather from that seed on.
 */
class FreshnessModelTest {
    private static final int SCHEDULES = Integer.getInteger("freshness.schedules", 150);
    private static final long SEED = Long.getLong("freshness.seed", 1);

    static List<Weather> weathers() {
        return List.of(
                Weather.ORDINARY,
                Weather.ROUGH,
                Weather.AMBUSH,
                Weather.AMBUSH_OF_FIVE,
                Weather.BETRAYAL,
                Weather.BETRAYAL_OF_FIVE);
    }

    @ParameterizedTest
    @MethodSource("weathers")
    void nothingOlderThanACompletePurgeIsServed(Weather weather) {
        long complete = 0;
        long served = 0;
        for (long seed = SEED; seed < SEED + SCHEDULES; seed++) {
            World world = new World(seed, weather, World.Parts.SOUND);
            world.storm(25 * World.SECOND);
            if (seed % 4 == 0) {
                itRecovers(seed, world);
            }
            complete += world.complete;
            served += world.served;
        }
        assertTrue(complete > SCHEDULES && served > SCHEDULES, complete + " purges complete, " + served + " served");
    }

    private static void itRecovers(long seed, World world) {
        world.calm(30 * World.SECOND);
        for (SimulatedNode node : world.nodes) {
            assertTrue(node.holdsLease(), () -> "seed " + seed + ": no lease in calm weather: " + world.nodes);
            assertEquals(0, node.openPurges(), () -> "seed " + seed + ": " + world.nodes);
        }
        int before = world.complete;
        world.purgeSomewhere();
        world.run(7 * World.SECOND);
        assertTrue(world.complete > before, () -> "seed " + seed + ": no purge in calm weather: " + world.nodes);
    }
}
