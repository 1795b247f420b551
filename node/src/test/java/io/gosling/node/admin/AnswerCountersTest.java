package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.AnsweredFrom;
import org.junit.jupiter.api.Test;

class AnswerCountersTest {
    private final AnswerCounters counters = new AnswerCounters();

    private void answered(AnsweredFrom kind, int status, long bytes) {
        counters.answered(kind, status, bytes, 1000);
    }

    @Test
    void bytesAreThoseOfAllAnswers() {
        answered(AnsweredFrom.LOCAL_MEMORY, 200, 1);
        answered(AnsweredFrom.PEER_MEMORY, 200, 20);
        answered(AnsweredFrom.ERROR, 404, 300);
        assertEquals(321, counters.bytes());
        assertEquals(3, counters.total());
        assertEquals(1, counters.count(AnsweredFrom.PEER_MEMORY));
    }

    /** Errors and what was made for one request were fetched from nowhere. */
    @Test
    void whatWasFetchedIsWhatWasNotInThisNodesMemory() {
        assertEquals(0, counters.meanFetched(), "nothing was");
        answered(AnsweredFrom.LOCAL_MEMORY, 200, 1_000_000);
        answered(AnsweredFrom.GENERATED, 200, 1_000_000);
        answered(AnsweredFrom.ERROR, 404, 1_000_000);
        assertEquals(0, counters.meanFetched());
        answered(AnsweredFrom.HOME_MEMORY, 200, 100);
        answered(AnsweredFrom.PEER_MEMORY, 200, 200);
        answered(AnsweredFrom.LOCAL_DISK, 200, 300);
        answered(AnsweredFrom.HOME_DISK, 200, 400);
        answered(AnsweredFrom.ORIGIN, 304, 0);
        assertEquals(200, counters.meanFetched());
    }
}
