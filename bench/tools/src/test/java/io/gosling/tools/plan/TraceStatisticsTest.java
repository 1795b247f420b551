package io.gosling.tools.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import org.junit.jupiter.api.Test;

class TraceStatisticsTest {
    @Test
    void theLawByWhichRequestsWereDrawnIsFoundAgain() {
        for (double alpha : new double[] {0.7, 0.9, 1.1}) {
            TraceStatistics facts = TraceStatistics.of(SyntheticTraceFactory.zipf(alpha, 2000, 500_000, 1));
            assertEquals(alpha, facts.alpha(), 0.02);
        }
    }

    /** Objects of a generated trace that are never requested need not come once. */
    @Test
    void objectsThatNobodyAsksForAreNoMisses() {
        TraceStatistics facts =
                TraceStatistics.of(new Trace("t", "test", new int[] {0, 0, 0, 0}, new long[] {10, 20, 30}, 0));
        assertEquals(2, facts.unasked());
        assertEquals("75.0 %", facts.rows().get("most hits there can be"));
        assertEquals("2", facts.rows().get("objects never asked for"));
    }

    @Test
    void theMostPopularObjectsCoverMostRequests() {
        int[] requests = new int[1000];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = i < 970 ? 2 : i < 980 ? 0 : i < 999 ? 1 : 3;
        }
        TraceStatistics facts = TraceStatistics.of(new Trace("t", "test", requests, new long[] {10, 20, 30, 40}, 4));
        assertEquals(1, facts.once());
        assertEquals(100, facts.footprint());
        assertEquals(970 * 30 + 10 * 10 + 19 * 20 + 40, facts.asked());
        assertArrayEquals(new long[] {30, 50, 60}, facts.covering());
        assertEquals(0.97, facts.top(), 1e-9);
        assertEquals(0, facts.unasked());
        assertEquals("99.6 %", facts.rows().get("most hits there can be"));
        assertEquals("4", facts.rows().get("lines that did not read"));
    }
}
