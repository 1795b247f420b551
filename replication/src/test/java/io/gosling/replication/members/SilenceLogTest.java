package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class SilenceLogTest {
    private static final ReplicaPeer PEER = new ReplicaPeer("one.example", 80);
    private static final String NO_ANSWER = "one.example does not answer, and nobody is sent there: refused";

    private final SilenceLog silenceLog = new SilenceLog();

    @Test
    void oneThatHadBeenHeardIsSaidToBeSilentOnceAndToBeHeardAgainOnce() {
        assertNull(silenceLog.heard(PEER));
        assertEquals(NO_ANSWER, silenceLog.silent(PEER, "refused", 1));
        assertNull(silenceLog.silent(PEER, "late", 2));
        assertEquals("late", silenceLog.why(PEER));
        assertEquals("one.example is heard again", silenceLog.heard(PEER));
        assertNull(silenceLog.heard(PEER));
        assertEquals("", silenceLog.why(PEER));
        assertEquals(NO_ANSWER, silenceLog.silent(PEER, "refused", 3));
    }

    @Test
    void oneThatIsBeingStartedHasSomeTime() {
        long first = SilenceLog.FIRST.toNanos();
        assertNull(silenceLog.silent(PEER, "refused", 5));
        assertNull(silenceLog.silent(PEER, "refused", 4 + first));
        assertEquals(NO_ANSWER, silenceLog.silent(PEER, "refused", 5 + first));
        assertNull(silenceLog.silent(PEER, "refused", 6 + first));
        assertEquals("one.example is heard again", silenceLog.heard(PEER));
    }

    @Test
    void oneThatAnswersInTimeIsNothingToSay() {
        assertNull(silenceLog.silent(PEER, "refused", 5));
        assertNull(silenceLog.heard(PEER));
    }
}
