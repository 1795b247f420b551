package io.gosling.tools.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tables in the documents were made by these traces: who makes others makes those tables wrong. */
class SyntheticTraceFactoryTest {
    private static void assertSame(Trace trace, int objects, int requests, int sizes) {
        assertEquals(objects, trace.objects());
        assertEquals(requests, Arrays.hashCode(trace.requests()), trace.origin());
        assertEquals(sizes, Arrays.hashCode(trace.sizes()), trace.origin());
    }

    @Test
    void theSameSeedMakesTheSameTraceAsEver() {
        assertSame(SyntheticTraceFactory.zipf(0.9, 1000, 20_000, 1), 995, -491273300, 649773172);
        assertSame(PublishedTraceProfile.RICE.requests(50_000, 1), 37_703, 592911000, -1761591129);
        assertSame(PublishedTraceProfile.IBM.requests(50_000, 2), 38_527, -1139589308, -1377218078);
    }
}
