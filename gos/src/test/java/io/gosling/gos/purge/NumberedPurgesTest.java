package io.gosling.gos.purge;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NumberedPurgesTest {
    private static final PurgeVersionVector SEEN_TWO = PurgeVersionVector.ZERO.with(1, 2);

    private final NumberedPurges purges = new NumberedPurges(() -> PurgeVersionVector.ZERO.with(1, 9));

    private void add(long log, long number, String key) {
        purges.add(new PurgeRecord(log, number, PurgeRequest.hard(key)), List.of(new PurgeTarget.Key(key)));
    }

    private boolean spare(String key, PurgeVersionVector stored) {
        return purges.spare(key, Set.of(), stored);
    }

    @Test
    void onlyLaterPurgesOfTheSameLogCount() {
        add(1, 2, "/a");
        assertTrue(spare("/a", SEEN_TWO), "stored after it");
        assertFalse(spare("/a", PurgeVersionVector.ZERO));
        add(2, 1, "/b");
        assertFalse(spare("/b", SEEN_TWO), "of another log");
        assertTrue(spare("/c", PurgeVersionVector.ZERO));
    }

    @Test
    void whatIsOlderThanAForgottenPurgeCountsAsPurged() {
        for (int number = 1; number <= NumberedPurges.MOST + 2; number++) {
            add(1, number, "/x");
        }
        assertFalse(spare("/a", PurgeVersionVector.ZERO.with(1, 1)));
        assertTrue(spare("/a", SEEN_TWO));
    }

    @Test
    void longNamesAreForgottenSooner() {
        String name = "/" + "x".repeat(8000);
        int fit = NumberedPurges.MOST_BYTES / PurgeRequest.hard(name).size();
        for (int number = 1; number <= fit + 2; number++) {
            add(1, number, name);
        }
        assertFalse(spare("/a", PurgeVersionVector.ZERO.with(1, 1)));
        assertTrue(spare("/a", SEEN_TWO));
    }

    @Test
    void afterADoubtWhatKnewLessThanThisNodeCountsAsPurged() {
        add(1, 2, "/b");
        purges.doubt();
        assertFalse(spare("/a", SEEN_TWO));
        assertTrue(spare("/a", PurgeVersionVector.ZERO.with(1, 9)));
        add(1, 10, "/a");
        assertFalse(spare("/a", PurgeVersionVector.ZERO.with(1, 9)));
    }
}
