package io.gosling.tools.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.workload.SyntheticTraceFactory;
import java.util.Arrays;
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
    void ofASampleEveryObjectHasAllItsRequestsAndItsName() {
        Trace many = SyntheticTraceFactory.zipf(0.5, 2000, 40_000, 1);
        TraceWithObjectNames sample = TraceWithObjectNames.numbered(many).sample(0.25);
        assertEquals(0.25, sample.trace().objects() / (double) many.objects(), 0.03);
        assertEquals(sample.trace().objects(), sample.names().size());
        int[] before = counts(many);
        int[] here = counts(sample.trace());
        for (int object = 0; object < here.length; object++) {
            int name = Integer.parseInt(sample.names().get(object));
            assertEquals(before[name], here[object]);
            assertEquals(many.sizes()[name], sample.trace().sizes()[object]);
        }
        assertEquals(many, many.sample(1));
    }

    private static int[] counts(Trace of) {
        int[] counts = new int[of.objects()];
        Arrays.stream(of.requests()).forEach(object -> counts[object]++);
        return counts;
    }

    @Test
    void whatIsBesideObjectsMakesThemHeavierAndNothingElse() {
        Trace heavier = trace.heavier(100);
        assertArrayEquals(new long[] {110, 400, 170, 105, 101}, heavier.sizes());
        assertArrayEquals(trace.requests(), heavier.requests());
    }

    /** More than a piece of a draft holds, with objects that never get a size. */
    @Test
    void ofALongDraftNothingIsLostButWhatHasNoSize() {
        TraceBuilder draft = new TraceBuilder(TraceWindow.ALL);
        int asked = 2_500_000;
        for (int i = 0; i < asked; i++) {
            draft.ask(draft.object("o" + i % 1000));
        }
        for (int i = 0; i < 1000; i++) {
            if (i % 10 != 3) {
                draft.size(draft.object("o" + i), 1 + i);
            }
        }
        Trace read = draft.trace("t", "test");
        assertEquals(asked / 10 * 9, read.requests().length);
        assertEquals(900, read.objects());
        assertEquals(900, draft.names().size());
        for (int i = 0; i < read.requests().length; i++) {
            int number = i % 900 / 9 * 10 + i % 9 + (i % 9 >= 3 ? 1 : 0);
            assertEquals(1 + number, read.sizes()[read.requests()[i]]);
        }
    }

    @Test
    void noObjectIsLargerThanTheBound() {
        Trace bounded = trace.atMost(64);
        assertArrayEquals(new long[] {10, 64, 64, 5, 1}, bounded.sizes());
        assertArrayEquals(trace.requests(), bounded.requests());
        assertTrue(bounded.origin().contains("at most 64 bytes"), bounded::origin);
    }
}
