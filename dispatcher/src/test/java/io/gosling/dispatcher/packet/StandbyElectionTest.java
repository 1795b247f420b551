package io.gosling.dispatcher.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.StandbyElection.Turn;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the election by received and missing advertisements. */
class StandbyElectionTest {
    private static final IpAddress CLUSTER = Packets.address(10, 77, 0, 100);
    private static final long MILLI = 1_000_000;

    private static StandbyElection of(int priority, long mac) {
        return of(priority, mac, 0);
    }

    private static StandbyElection of(int priority, long mac, long nanos) {
        return new StandbyElection(
                new StandbySettings(SettingValues.none()).with(StandbySettings.PRIORITY, priority), mac, nanos);
    }

    private static StandbyAdvertisement says(int priority, long mac) {
        return new StandbyAdvertisement(CLUSTER, mac, priority, false);
    }

    private static boolean says(StandbyElection one, long nanos) {
        boolean due = one.isDue(nanos);
        if (due) {
            one.said(nanos);
        }
        return due;
    }

    @Test
    void oneThatIsAloneIsActiveAndSaysNothing() {
        StandbyElection alone = new StandbyElection(new StandbySettings(SettingValues.none()), 1, 0);
        assertTrue(alone.isActive());
        assertFalse(says(alone, Duration.ofHours(1).toNanos()));
        assertEquals(Turn.NONE, alone.heard(says(255, 9), 0));
        assertTrue(alone.isActive());
    }

    @Test
    void whoHearsNobodyTakesItsTurnTheSoonerTheHigherItsPriority() {
        StandbyElection high = of(255, 1);
        StandbyElection low = of(1, 2);
        assertEquals(Turn.NONE, high.tick(999 * MILLI, true));
        assertEquals(Turn.NONE, high.tick(1000 * MILLI, false), "whoever knows no back-end is no help");
        assertEquals(Turn.TAKEN, high.tick(1000 * MILLI, true));
        assertEquals(Turn.NONE, high.tick(1001 * MILLI, true));
        assertEquals(Turn.NONE, low.tick(1200 * MILLI, true));
        assertEquals(Turn.TAKEN, low.tick(1250 * MILLI, true), "a quarter of the time at most");
    }

    @Test
    void theActiveOneSaysSoFourTimesInThatTime() {
        StandbyElection active = of(255, 1);
        assertFalse(says(active, 500 * MILLI), "it waits");
        active.tick(1000 * MILLI, true);
        assertTrue(says(active, 1000 * MILLI), "at once");
        assertTrue(active.isDue(1250 * MILLI));
        assertTrue(active.isDue(1300 * MILLI), "as long as it could not be sent");
        assertFalse(says(active, 1200 * MILLI));
        assertTrue(says(active, 1250 * MILLI));
    }

    @Test
    void whoComesBackWaitsWhateverItsPriority() {
        StandbyElection back = of(255, 9);
        for (int milli = 0; milli < 5000; milli += 250) {
            assertEquals(Turn.NONE, back.heard(says(1, 2), milli * MILLI));
            assertEquals(Turn.NONE, back.tick(milli * MILLI + 100 * MILLI, true));
        }
        assertEquals(Turn.TAKEN, back.tick(5750 * MILLI, true), "and is there when the other has gone");
    }

    @Test
    void whoHearsThatTheActiveOneLeavesDoesNotWait() {
        StandbyElection next = of(255, 9);
        next.heard(says(1, 2), 5000 * MILLI);
        next.heard(new StandbyAdvertisement(CLUSTER, 2, 1, true), 5100 * MILLI);
        assertEquals(Turn.TAKEN, next.tick(5100 * MILLI, true));
    }

    @Test
    void ofTwoThatAreActiveTheHigherOneStaysSo() {
        StandbyElection one = of(100, 7);
        one.tick(2000 * MILLI, true);
        assertEquals(Turn.CLAIMED, one.heard(says(99, 9), 2000 * MILLI));
        assertEquals(Turn.NONE, one.heard(says(100, 6), 2249 * MILLI), "everybody has just heard so");
        assertEquals(Turn.CLAIMED, one.heard(says(100, 6), 2250 * MILLI));
        assertEquals(
                Turn.NONE, one.heard(new StandbyAdvertisement(CLUSTER, 9, 200, true), 2600 * MILLI), "that one leaves");
        assertTrue(one.isActive());
        assertEquals(Turn.YIELDED, one.heard(says(100, 8), 2600 * MILLI));
        assertFalse(one.isActive());
        assertEquals(Turn.NONE, one.tick(3500 * MILLI, true));
    }

    @Test
    void whoDidNotRunMissesNobody() {
        StandbyElection waits = of(255, 1);
        waits.heard(says(100, 2), 0);
        waits.excuse(20_000 * MILLI, 20_000 * MILLI);
        assertEquals(Turn.NONE, waits.tick(20_000 * MILLI, true));
        assertEquals(Turn.TAKEN, waits.tick(21_000 * MILLI, true));
    }

    /**
     * Of several that live and die at random, soon exactly one is active, and two are not for longer than it takes to
     * hear so.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void soonThereIsOneAndOneOnly(long seed) {
        Random random = new Random(seed);
        Map<Integer, StandbyElection> all = new TreeMap<>();
        long quiet = 0;
        for (int tick = 0; tick < 20_000; tick++) {
            long nanos = tick * 100L * MILLI;
            if (random.nextInt(100) == 0) {
                int which = random.nextInt(3);
                if (all.remove(which) == null) {
                    all.put(which, of(1 + which * 100, which, nanos));
                }
                quiet = nanos;
            }
            List<StandbyAdvertisement> said = new ArrayList<>();
            all.forEach((which, one) -> {
                one.tick(nanos, true);
                if (says(one, nanos)) {
                    said.add(says(1 + which * 100, which));
                }
            });
            all.forEach((which, one) -> {
                for (StandbyAdvertisement word : said) {
                    if (word.mac() != which) {
                        one.heard(word, nanos);
                    }
                }
            });
            long active =
                    all.values().stream().filter(StandbyElection::isActive).count();
            if (nanos - quiet > 1500 * MILLI) {
                assertEquals(Math.min(1, all.size()), active, "at " + tick);
            }
            assertTrue(active <= 1, "at " + tick);
        }
    }

    @Test
    void whatIsOutOfBoundsIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new StandbySettings(SettingValues.none()).with(StandbySettings.PRIORITY, 256));
        assertThrows(
                IllegalArgumentException.class,
                () -> new StandbySettings(SettingValues.none())
                        .with(StandbySettings.TAKE_OVER_AFTER, Duration.ofMillis(200)));
    }
}
