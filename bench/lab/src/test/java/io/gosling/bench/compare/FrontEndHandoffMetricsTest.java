package io.gosling.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FrontEndHandoffMetricsTest {
    private static String metrics(int taken, int fast, int all) {
        return "# TYPE gosling_handoffs_total counter\n"
                + "gosling_handoffs_total{outcome=\"bound\"} 3.0\n"
                + "gosling_handoffs_total{outcome=\"taken\"} " + taken + ".0\n"
                + "# TYPE gosling_handoff_seconds histogram\n"
                + "gosling_handoff_seconds_bucket{le=\"1.0E-4\"} 0\n"
                + "gosling_handoff_seconds_bucket{le=\"2.5E-4\"} " + fast + "\n"
                + "gosling_handoff_seconds_bucket{le=\"5.0E-4\"} " + all + "\n"
                + "gosling_handoff_seconds_bucket{le=\"+Inf\"} " + all + "\n"
                + "gosling_handoff_dump_seconds_bucket{le=\"1.0E-4\"} 99\n";
    }

    @Test
    void theMedianIsTheFirstBoundThatHalfOfThemKeep() {
        assertEquals(250, FrontEndHandoffMetrics.of(metrics(10, 5, 10)).medianMicros());
        assertEquals(500, FrontEndHandoffMetrics.of(metrics(10, 4, 10)).medianMicros());
    }

    @Test
    void whatWasBeforeDoesNotCount() {
        FrontEndHandoffMetrics more =
                FrontEndHandoffMetrics.of(metrics(30, 10, 30)).since(FrontEndHandoffMetrics.of(metrics(10, 9, 10)));
        assertEquals(20, more.taken());
        assertEquals(500, more.medianMicros());
    }

    @Test
    void withoutAHandoffThereIsNoTime() {
        assertEquals(0, FrontEndHandoffMetrics.of("").taken());
        assertEquals(Double.NaN, FrontEndHandoffMetrics.of(metrics(0, 0, 0)).medianMicros());
        FrontEndHandoffMetrics once = FrontEndHandoffMetrics.of(metrics(10, 5, 10));
        assertEquals(Double.NaN, once.since(once).medianMicros());
    }

    /** Those that took longer than every bound have none. */
    @Test
    void beyondTheLastBoundNothingIsKnown() {
        assertEquals(Double.NaN, FrontEndHandoffMetrics.of(metrics(10, 1, 2)).medianMicros());
    }
}
