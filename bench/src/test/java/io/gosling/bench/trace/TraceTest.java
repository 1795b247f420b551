package io.gosling.bench.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TraceTest {
    private final Trace trace =
            new Trace("t", "made", new int[] {0, 1, 1, 2, 1, 3, 0, 1}, new long[] {10, 300, 70, 5, 1}, 0);

    @Test
    void theHottestObjectsHaveTheirShareOfTheRequests() {
        assertEquals(4.0 / 8, trace.hottest(0.2));
        assertEquals(6.0 / 8, trace.hottest(0.4));
        assertEquals(1, trace.hottest(1));
        assertEquals(0, trace.hottest(0));
    }

    @Test
    void noObjectIsLargerThanTheBound() {
        Trace bounded = trace.atMost(64);
        assertArrayEquals(new long[] {10, 64, 64, 5, 1}, bounded.sizes());
        assertArrayEquals(trace.requests(), bounded.requests());
        assertTrue(bounded.origin().contains("at most 64 bytes"), bounded::origin);
    }
}
