package io.gosling.tools.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceObjectKeys;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CooperativeMemoryModelTest {
    private static final LfuAgingSettings USUAL = LfuAgingSettings.defaults();
    private static final LfuAgingSettings PAPER = USUAL.with(LfuAgingSettings.TRIGGER, 32.0)
            .with(LfuAgingSettings.SIZE, LfuAgingSettings.Size.IGNORED)
            .with(LfuAgingSettings.LAST_COPY, 1.0);

    /** Answers from any memory, and those from the memory of the node that was asked. */
    private record Hits(int all, int local) {}

    private static Trace even(int[] requests, int objects) {
        long[] sizes = new long[objects];
        Arrays.fill(sizes, 1);
        return new Trace("t", "made", requests, sizes, 0);
    }

    /** Each request goes to a node that is drawn; a hundred of them are a second, in which nodes report once. */
    private static Hits hits(Trace trace, String replacement, LfuAgingSettings ageing, int nodes, long budget) {
        long[] seconds = {0};
        CooperativeMemoryModel memory = new CooperativeMemoryModel(
                trace, TraceObjectKeys.of(trace), replacement, ageing, () -> seconds[0] * 1_000_000_000L);
        for (int node = 0; node < nodes; node++) {
            memory.join(budget / nodes);
        }
        SplittableRandom dealing = new SplittableRandom(1);
        int all = 0;
        int local = 0;
        for (int i = 0; i < trace.requests().length; i++) {
            if (i % 100 == 99) {
                seconds[0]++;
                memory.report();
            }
            int object = trace.requests()[i];
            int tag = dealing.nextInt(nodes);
            if (memory.asked(tag, object)) {
                local++;
                all++;
            } else {
                all += memory.holder(tag, object) < 0 ? 0 : 1;
                memory.offer(tag, object);
            }
        }
        return new Hits(all, local);
    }

    @Test
    void oneNodeWithLruIsAListThatIsMovedToTheFront() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 3);
        Trace even = even(trace.requests(), trace.objects());
        Set<Integer> list = new LinkedHashSet<>();
        int hits = 0;
        for (int object : even.requests()) {
            hits += list.remove(object) ? 1 : 0;
            list.add(object);
            if (list.size() > 50) {
                list.remove(list.iterator().next());
            }
        }
        assertEquals(new Hits(hits, hits), hits(even, "lru", USUAL, 1, 50));
        assertEquals((double) hits / 20_000, CooperativeMemoryModel.hitRatio(even, "lru", 50), 1e-9);
    }

    @Test
    void withRoomForEverythingEachObjectIsMissedOnceInTheWholeCluster() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 3);
        for (String replacement : new String[] {"lfu-aging", "lru", "gdsf"}) {
            Hits hits = hits(trace, replacement, PAPER, 8, 16 * trace.footprint());
            assertEquals(trace.requests().length - trace.objects(), hits.all(), replacement);
            assertTrue(hits.local() < hits.all(), replacement);
        }
    }

    @Test
    void theSameRunGivesTheSameFigures() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 3);
        long budget = trace.footprint() / 10;
        Hits first = hits(trace, "lfu-aging", USUAL, 8, budget);
        assertEquals(first, hits(trace, "lfu-aging", USUAL, 8, budget));
        assertNotEquals(0, first.all());
    }

    @Test
    void lastCopiesThatOutliveDuplicatesMakeEightMemoriesAlmostOne() {
        Trace sized = SyntheticTraceFactory.zipf(0.8, 2_000, 40_000, 5);
        Trace trace = even(sized.requests(), sized.objects());
        long budget = trace.objects() / 10;
        int one = hits(trace, "lfu-aging", USUAL, 1, budget).all();
        int eight = hits(trace, "lfu-aging", USUAL, 8, budget).all();
        int paper = hits(trace, "lfu-aging", PAPER, 8, budget).all();
        assertEquals(one, eight, 0.02 * 40_000);
        assertTrue(paper < eight - 0.05 * 40_000, "paper " + paper + ", eight " + eight);
    }
}
