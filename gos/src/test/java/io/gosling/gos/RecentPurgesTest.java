package io.gosling.gos;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RecentPurgesTest {
    private final RecentPurges purges = new RecentPurges();

    @Test
    void onlyWhatCameSinceIsLookedAt() {
        purges.add(ReplyPurge.ofUrl("h/a"));
        long between = purges.count();
        assertFalse(since(between, "http://h/a"));
        assertTrue(since(0, "http://h/a"));
        purges.add(ReplyPurge.ofUrl("h/b"));
        assertFalse(since(between, "http://h/a"));
        assertTrue(since(between, "http://h/b"));
    }

    @Test
    void whoeverMissedMoreThanIsRememberedIsTakenForMeant() {
        for (int i = 0; i < RecentPurges.MOST; i++) {
            purges.add(ReplyPurge.ofUrl("h/other"));
        }
        assertFalse(since(0, "http://h/a"));
        purges.add(ReplyPurge.ofUrl("h/other"));
        assertTrue(since(0, "http://h/a"));
        assertFalse(since(1, "http://h/a"));
    }

    private boolean since(long count, String url) {
        return purges.anySince(count, purge -> purge.mayMean(url));
    }
}
