package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class SilenceLogTest {
    private static final ReplicaPeer PEER = new ReplicaPeer("one.example", 80);
    private static final String NO_ANSWER = "one.example does not answer, and nobody is sent there: refused";

    private final SilenceLog hearing = new SilenceLog();

    @Test
    void oneThatHadBeenHeardIsSaidToBeSilentOnceAndToBeHeardAgainOnce() {
        assertNull(hearing.heard(PEER));
        assertEquals(NO_ANSWER, hearing.silent(PEER, "refused", 1));
        assertNull(hearing.silent(PEER, "late", 2));
        assertEquals("late", hearing.why(PEER));
        assertEquals("one.example is heard again", hearing.heard(PEER));
        assertNull(hearing.heard(PEER));
        assertEquals("", hearing.why(PEER));
        assertEquals(NO_ANSWER, hearing.silent(PEER, "refused", 3));
    }

    @Test
    void oneThatIsBeingStartedHasSomeTime() {
        long first = SilenceLog.FIRST.toNanos();
        assertNull(hearing.silent(PEER, "refused", 5));
        assertNull(hearing.silent(PEER, "refused", 4 + first));
        assertEquals(NO_ANSWER, hearing.silent(PEER, "refused", 5 + first));
        assertNull(hearing.silent(PEER, "refused", 6 + first));
        assertEquals("one.example is heard again", hearing.heard(PEER));
    }

    @Test
    void oneThatAnswersInTimeIsNothingToSay() {
        assertNull(hearing.silent(PEER, "refused", 5));
        assertNull(hearing.heard(PEER));
    }
}
