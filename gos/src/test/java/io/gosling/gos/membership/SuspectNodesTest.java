package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SuspectNodesTest {
    private static final Duration TIMEOUT = Duration.ofMillis(80);

    private final ManualTicker ticker = new ManualTicker();
    private final SuspectNodes suspects = new SuspectNodes(0, Duration.ofSeconds(1), TIMEOUT, ticker);

    @Test
    void oneLateAnswerCostsATenthOfASecondAndNoMore() {
        suspects.failed("n2");
        assertFalse(suspects.mayAsk("n2"));
        after(99);
        assertFalse(suspects.mayAsk("n2"));
        after(1);
        assertTrue(suspects.mayAsk("n2"));
        suspects.answered("n2");
        assertTrue(suspects.mayAsk("n2"));
        assertTrue(suspects.mayAsk("n2"));
    }

    @Test
    void afterAPauseOneAskerFindsOutForAll() {
        suspects.failed("n2");
        after(100);
        assertTrue(suspects.mayAsk("n2"));
        assertFalse(suspects.mayAsk("n2"));
        after(TIMEOUT.toMillis());
        assertTrue(suspects.mayAsk("n2"), "the first asker was interrupted and never said how it went");
    }

    @Test
    void aTestThatWasNotSentIsLeftToTheNextAsker() {
        suspects.failed("n2");
        suspects.untested("n2");
        assertFalse(suspects.mayAsk("n2"), "no test was claimed, and the back-off goes on");
        after(100);
        assertTrue(suspects.mayAsk("n2"));
        assertFalse(suspects.mayAsk("n2"));
        suspects.untested("n2");
        assertTrue(suspects.mayAsk("n2"));
        suspects.failed("n2");
        after(199);
        assertFalse(suspects.mayAsk("n2"), "a failed test doubles the back-off, one that was not sent does not");
        after(1);
        assertTrue(suspects.mayAsk("n2"));
    }

    @Test
    void aNodeThatStaysSilentIsLeftAloneTwiceAsLongEachTimeUpToASecond() {
        suspects.failed("n2");
        for (long pause : new long[] {100, 200, 400, 800, 1000, 1000}) {
            after(pause - 1);
            assertFalse(suspects.mayAsk("n2"), () -> "before " + pause);
            after(1);
            assertTrue(suspects.mayAsk("n2"), () -> "after " + pause);
            suspects.failed("n2");
        }
        suspects.answered("n2");
        suspects.failed("n2");
        after(100);
        assertTrue(suspects.mayAsk("n2"), "an answer has reset the pause");
    }

    @Test
    void requestsThatWereUnderWayFailForTheSameSilence() {
        for (int i = 0; i < 50; i++) {
            suspects.failed("n2");
        }
        after(100);
        assertTrue(suspects.mayAsk("n2"));
    }

    @Test
    void whoOnlyTellsWaitsForTheFirstAnswer() {
        assertFalse(suspects.isSuspect("n2"));
        suspects.failed("n2");
        after(500);
        assertTrue(suspects.isSuspect("n2"));
        assertFalse(suspects.isSuspect("n3"));
        suspects.answered("n2");
        assertFalse(suspects.isSuspect("n2"));
    }

    @Test
    void whatIsLongOverIsForgottenAndZeroSuspectsNobody() {
        suspects.failed("n2");
        after(1101);
        suspects.failed("n3");
        assertFalse(suspects.isSuspect("n2"));
        var none = new SuspectNodes(0, Duration.ZERO, TIMEOUT, ticker);
        none.failed("n2");
        assertTrue(none.mayAsk("n2"));
        assertEquals(
                SuspicionBackoff.begin(0, 50), SuspicionBackoff.begin(0, 50).again(1, 50));
    }

    @Test
    void whoMayBeLateIsLeftAloneAfterThreeTimesInARow() {
        var late = new SuspectNodes(2, Duration.ofSeconds(1), TIMEOUT, ticker);
        late.failed("n2");
        late.failed("n2");
        assertTrue(late.mayAsk("n2"));
        assertTrue(late.mayAsk("n2"), "by everybody");
        assertFalse(late.isSuspect("n2"));
        late.answered("n2");
        late.failed("n2");
        late.failed("n2");
        assertTrue(late.mayAsk("n2"), "an answer has come between");
        late.failed("n2");
        assertFalse(late.mayAsk("n2"));
        after(100);
        assertTrue(late.mayAsk("n2"), "one finds out");
        late.failed("n2");
        after(199);
        assertFalse(late.mayAsk("n2"), "and is not let pass again");
    }

    @Test
    void whoStopsInTheMiddleIsLeftAloneAtOnce() {
        var late = new SuspectNodes(2, Duration.ofSeconds(1), TIMEOUT, ticker);
        late.stopped("n2");
        assertFalse(late.mayAsk("n2"));
        late.failed("n3");
        late.stopped("n3");
        assertFalse(late.mayAsk("n3"));
        after(100);
        assertTrue(late.mayAsk("n3"));
        late.stopped("n3");
        after(199);
        assertFalse(late.mayAsk("n3"));
    }

    @Test
    void whoLooksDoesNotFindOut() {
        assertFalse(suspects.isBackedOff("n2"));
        suspects.failed("n2");
        assertTrue(suspects.isBackedOff("n2"));
        after(100);
        assertFalse(suspects.isBackedOff("n2"));
        assertTrue(suspects.mayAsk("n2"), "it is still to be found out");
        assertTrue(suspects.isBackedOff("n2"), "while somebody does");
    }

    private void after(long millis) {
        ticker.advance(Duration.ofMillis(millis));
    }
}
