package io.gosling.gos.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.memory.FillWorld.Fault;
import io.gosling.gos.memory.FillWorld.Weather;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** One fetch for the whole cluster, in two thousand worlds; and worlds in which a missing rule shows. */
class FillModelTest {
    private static final int WORLDS = 700;

    private static FillWorld world(long seed, Weather weather, Fault fault) {
        FillWorld world = new FillWorld(seed, weather, fault);
        world.run();
        return world;
    }

    @Test
    void whereNothingFailsTheSourceIsAskedOnce() {
        for (int seed = 0; seed < WORLDS; seed++) {
            FillWorld world = world(seed, Weather.FINE, Fault.NONE);
            assertEquals(1, world.fetches, "world " + seed);
            assertEquals(world.reads, world.ended, "world " + seed);
        }
    }

    @Test
    void norWhereWhoLeadsHearsOfItLaterThanTheOthers() {
        for (int seed = 0; seed < WORLDS; seed++) {
            FillWorld world = world(seed, Weather.LATE, Fault.NONE);
            assertEquals(1, world.fetches, "world " + seed);
            assertEquals(world.reads, world.ended, "world " + seed);
        }
    }

    @Test
    void eachNodeThatDiesCostsOneMoreAtMost() {
        for (int seed = 0; seed < WORLDS; seed++) {
            FillWorld world = world(seed, Weather.DEADLY, Fault.NONE);
            assertTrue(world.fetches <= 1 + world.deaths(), world.fetches + " fetches in world " + seed);
            assertEquals(1, world.mostFetching, "world " + seed);
            assertEquals(world.reads, world.ended, "world " + seed);
        }
    }

    @Test
    void inAnyWeatherEveryReadEnds() {
        for (int seed = 0; seed < WORLDS; seed++) {
            for (Weather weather : List.of(Weather.ROUGH, Weather.TORN)) {
                FillWorld world = world(seed, weather, Fault.NONE);
                assertEquals(world.reads, world.ended, "world " + seed);
                assertEquals(0, world.fetching, "world " + seed);
            }
        }
    }

    @Test
    void aJoinThatOvertakesTheGrantHasToBeHeld() {
        shows(Weather.FINE, Fault.REFUSES_BEFORE_ITS_GRANT, world -> world.fetches > 1);
    }

    @Test
    void whoHasNotHeardThatItLeadsSaysSoInTime() {
        shows(Weather.LATE, Fault.SAYS_NOTHING_BEFORE_ITS_GRANT, world -> world.fetches > 1);
    }

    @Test
    void whoDoesNotHearOfItInTimeLeadsAllTheSame() {
        shows(Weather.LATE, Fault.GOES_ALONE_UNHEARD, world -> world.fetches > 1);
    }

    @Test
    void oneOfThoseWhomALeaderFailedTakesOver() {
        shows(Weather.DEADLY, Fault.TAKES_OVER_UNASKED, world -> world.mostFetching > 1);
    }

    @Test
    void whoFollowsAdmitsNobody() {
        shows(Weather.TORN, Fault.ADMITS_WHILE_IT_FOLLOWS, world -> false);
    }

    private static void shows(Weather weather, Fault fault, Predicate<FillWorld> broken) {
        for (int seed = 0; seed < 100 * WORLDS; seed++) {
            try {
                if (broken.test(world(seed, weather, fault))) {
                    return;
                }
            } catch (AssertionError endless) {
                return;
            }
        }
        throw new AssertionError("nobody notices: " + fault);
    }
}
