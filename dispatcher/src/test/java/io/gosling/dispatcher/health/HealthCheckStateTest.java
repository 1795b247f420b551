package io.gosling.dispatcher.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.settings.SettingValues;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HealthCheckStateTest {
    private static final long SECOND = 1_000_000_000L;

    private final OutlierDetection requests = new OutlierDetection(new HealthSettings(SettingValues.none()));

    private static HealthCheckSettings checking(int rise, int fall, boolean onlyIdle) {
        return new HealthCheckSettings(SettingValues.none())
                .with(BackendSource.FIXED, List.of())
                .with(HealthCheckSettings.BY, onlyIdle ? HealthCheckSettings.Means.TCP : HealthCheckSettings.Means.HTTP)
                .with(HealthCheckSettings.RISE, rise)
                .with(HealthCheckSettings.FALL, fall);
    }

    @Test
    void withoutChecksABackEndIsHealthyAlsoAfterOneThatEndsLate() {
        HealthCheckState record = new HealthCheckState(checking(1, 1, true));
        assertTrue(record.ended(false));
        assertFalse(record.well());
        record.change(checking(1, 1, true).with(HealthCheckSettings.BY, HealthCheckSettings.Means.OFF));
        assertTrue(record.well());
        assertFalse(record.ended(false));
        assertTrue(record.well());
    }

    @Test
    void threeFailuresInARowAreAFallAndTwoPassedInARowARise() {
        HealthCheckState record = new HealthCheckState(checking(2, 3, true));
        assertTrue(record.well(), "until it has been asked");
        for (boolean passed : new boolean[] {false, false, true, false, false}) {
            assertFalse(record.ended(passed));
            assertTrue(record.well());
        }
        assertTrue(record.ended(false));
        assertFalse(record.well());
        assertFalse(record.ended(true));
        assertFalse(record.ended(false));
        assertFalse(record.ended(true));
        assertTrue(record.ended(true));
        assertTrue(record.well());
        assertEquals(4, record.passed());
        assertEquals(6, record.failed());
    }

    @Test
    void whatCouldNotBeMadeCountsForNothing() {
        HealthCheckState record = new HealthCheckState(checking(2, 2, true));
        assertFalse(record.ended(false));
        assertTrue(record.begins(requests, 100 * SECOND, 0));
        record.dropped();
        assertTrue(record.begins(requests, 200 * SECOND, 0), "the next one is made all the same");
        assertTrue(record.ended(false), "and is the second in a row");
        assertEquals(2, record.failed());
    }

    /** Against the rule written down in the plainest way: the last so many results were all against the verdict. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whateverComesTheVerdictIsThatOfTheLastSoMany(long seed) {
        Random random = new Random(seed);
        int rise = 1 + random.nextInt(4);
        int fall = 1 + random.nextInt(4);
        HealthCheckState record = new HealthCheckState(checking(rise, fall, true));
        StringBuilder since = new StringBuilder();
        boolean well = true;
        for (int check = 0; check < 2_000; check++) {
            boolean passed = random.nextInt(3) > 0;
            since.append(passed ? '+' : '-');
            String enough = well ? "-".repeat(fall) : "+".repeat(rise);
            boolean turns = since.toString().endsWith(enough);
            if (turns) {
                well = !well;
                since.setLength(0);
            }
            assertEquals(turns, record.ended(passed));
            assertEquals(well, record.well());
        }
    }

    @Test
    void oneIsUnderWayAtATimeAndPausesAreAFifthLongerOrShorter() {
        HealthCheckState record = new HealthCheckState(checking(1, 1, false));
        assertFalse(record.begins(requests, 0, 0.5), "the first ones are spread over an interval");
        assertTrue(record.begins(requests, SECOND, 0));
        assertFalse(record.begins(requests, 9 * SECOND, 0), "it is under way");
        record.ended(true);
        assertTrue(record.begins(requests, 9 * SECOND, 0));
        record.ended(true);
        assertFalse(record.begins(requests, 9 * SECOND + 1_599_999_999L, 0));
        assertTrue(record.begins(requests, 9 * SECOND + 1_600_000_000L, 1));
        record.ended(true);
        assertFalse(record.begins(requests, 9 * SECOND + 3_999_999_999L, 0));
        assertTrue(record.begins(requests, 9 * SECOND + 4_000_000_000L, 0));
    }

    @Test
    void whoHasJustAnsweredARequestIsNotAskedUnlessThatIsWanted() {
        HealthCheckState idle = new HealthCheckState(checking(1, 2, true));
        HealthCheckState always = new HealthCheckState(checking(1, 2, false));
        idle.begins(requests, 0, 0);
        always.begins(requests, 0, 0);
        idle.ended(false);
        always.ended(true);
        requests.answered(9 * SECOND, 9 * SECOND, true);
        assertTrue(always.begins(requests, 10 * SECOND, 0.5));
        assertFalse(idle.begins(requests, 10 * SECOND, 0.5));
        assertTrue(idle.begins(requests, 12 * SECOND, 0.5), "it has been silent since");
        assertFalse(idle.ended(false), "what it answered has made up for the first failure");
        assertTrue(idle.ended(false));
        requests.answered(13 * SECOND, 13 * SECOND, true);
        assertTrue(idle.begins(requests, 14 * SECOND, 0.5), "who is out has to pass checks to come back");
    }

    @Test
    void aPathIsAPathAndAHostAHost() {
        for (String path : new String[] {"", "health", "/a b", "/\r\nX: y"}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new HealthCheckSettings(SettingValues.none()).with(HealthCheckSettings.PATH, path));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new HealthCheckSettings(SettingValues.none()).with(HealthCheckSettings.HOST, "a\r\nb"));
    }
}
