package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.ResponseSource;
import org.junit.jupiter.api.Test;

class ResponseCountersTest {
    private final ResponseCounters counters = new ResponseCounters();

    private void answered(ResponseSource kind, int status, long bytes) {
        counters.answered(kind, status, bytes, 1000);
    }

    @Test
    void bytesAreThoseOfAllAnswers() {
        answered(ResponseSource.LOCAL_MEMORY, 200, 1);
        answered(ResponseSource.PEER_MEMORY, 200, 20);
        answered(ResponseSource.ERROR, 404, 300);
        assertEquals(321, counters.bytes());
        assertEquals(3, counters.total());
        assertEquals(1, counters.byKind().get(ResponseSource.PEER_MEMORY.label()));
    }

    /** Errors and what was made for one request were fetched from nowhere. */
    @Test
    void whatWasFetchedIsWhatWasNotInThisNodesMemory() {
        assertEquals(0, counters.meanFetched(), "nothing was");
        answered(ResponseSource.LOCAL_MEMORY, 200, 1_000_000);
        answered(ResponseSource.GENERATED, 200, 1_000_000);
        answered(ResponseSource.ERROR, 404, 1_000_000);
        assertEquals(0, counters.meanFetched());
        answered(ResponseSource.HOME_MEMORY, 200, 100);
        answered(ResponseSource.PEER_MEMORY, 200, 200);
        answered(ResponseSource.LOCAL_DISK, 200, 300);
        answered(ResponseSource.HOME_DISK, 200, 400);
        answered(ResponseSource.ORIGIN, 304, 0);
        assertEquals(200, counters.meanFetched());
    }
}
