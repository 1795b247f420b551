package io.gosling.tools.policies;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceObjectKeys;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModelCacheTest {
    private static final String PAPER = "lfu-aging/trigger=32/size=ignored/last-copy=1";

    private static Trace trace(int[] requests, int objects) {
        long[] sizes = new long[objects];
        Arrays.fill(sizes, 1);
        return new Trace("t", "made", requests, sizes, 0);
    }

    private static CooperativeModelCache cluster(Trace trace, String label, int nodes, long budget) {
        return new CooperativeModelCache(
                trace, TraceObjectKeys.of(trace), ReplacementPolicySpecification.parse(label), nodes, budget, 100, 1);
    }

    @Test
    void minHitsAsOftenAsTheBestOfAllWaysToKeep() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int[] requests = random.ints(12, 0, 5).toArray();
            Trace trace = trace(requests, 5);
            for (int budget = 1; budget <= 3; budget++) {
                long best = best(requests, 0, 0, budget, new HashMap<>());
                assertEquals(
                        best, PolicyScore.of(trace, new Belady(trace, budget)).hits(), Arrays.toString(requests));
            }
        }
    }

    /** The most hits from here on, whatever is kept. */
    private static long best(int[] requests, int at, int kept, int budget, Map<Integer, Long> known) {
        if (at == requests.length) {
            return 0;
        }
        Long before = known.get(at << 8 | kept);
        if (before != null) {
            return before;
        }
        int object = 1 << requests[at];
        long hit = (kept & object) == 0 ? 0 : 1;
        long best = 0;
        for (int next = 0; next < 32; next++) {
            if ((next & ~(kept | object)) == 0 && Integer.bitCount(next) <= budget) {
                best = Math.max(best, hit + best(requests, at + 1, next, budget, known));
            }
        }
        known.put(at << 8 | kept, best);
        return best;
    }

    @Test
    void oneNodeWithLruIsAListThatIsMovedToTheFront() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 100, 3);
        Trace even = trace(trace.requests(), trace.objects());
        Set<Integer> list = new LinkedHashSet<>();
        long hits = 0;
        for (int object : even.requests()) {
            hits += list.remove(object) ? 1 : 0;
            list.add(object);
            if (list.size() > 50) {
                list.remove(list.iterator().next());
            }
        }
        assertEquals(hits, PolicyScore.of(even, cluster(even, "lru", 1, 50)).hits());
    }

    @Test
    void withRoomForEverythingEachObjectIsMissedOnceInTheWholeCluster() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 0, 3);
        for (String label : new String[] {"lfu-aging", PAPER, "lru", "gdsf"}) {
            PolicyScore score = PolicyScore.of(trace, cluster(trace, label, 8, 16 * trace.footprint()));
            assertEquals(trace.requests().length - trace.objects(), score.hits(), label);
            assertTrue(score.localHits() < score.hits(), label);
        }
    }

    @Test
    void theSameRunGivesTheSameFigures() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 100, 3);
        assertArrayEquals(
                trace.requests(),
                SyntheticTraceFactory.zipf(0.8, 500, 20_000, 100, 3).requests());
        long budget = trace.footprint() / 10;
        PolicyScore first = PolicyScore.of(trace, cluster(trace, "lfu-aging", 8, budget));
        PolicyScore second = PolicyScore.of(trace, cluster(trace, "lfu-aging", 8, budget));
        assertEquals(first.hits(), second.hits());
        assertEquals(first.hitBytes(), second.hitBytes());
        assertNotEquals(0, first.hits());
    }

    @Test
    void lastCopiesThatOutliveDuplicatesMakeEightMemoriesAlmostOne() {
        Trace sized = SyntheticTraceFactory.zipf(0.8, 2_000, 40_000, 0, 5);
        Trace trace = trace(sized.requests(), sized.objects());
        long budget = trace.objects() / 10;
        double one =
                PolicyScore.of(trace, cluster(trace, "lfu-aging", 1, budget)).hitRatio();
        double eight =
                PolicyScore.of(trace, cluster(trace, "lfu-aging", 8, budget)).hitRatio();
        double paper = PolicyScore.of(trace, cluster(trace, PAPER, 8, budget)).hitRatio();
        double apart =
                PolicyScore.of(trace, new CaffeineCaches(trace, 8, budget, 1)).hitRatio();
        assertEquals(one, eight, 0.02);
        assertTrue(paper < eight - 0.05, "paper " + paper + ", eight " + eight);
        assertTrue(apart < eight - 0.05, "apart " + apart + ", eight " + eight);
    }

    @Test
    void oneNodeKnowsItsCountsExactlyAndEightAlmost() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 2_000, 40_000, 0, 5);
        CooperativeModelCache one = cluster(trace, "lfu-aging", 1, trace.footprint() / 10);
        PolicyScore.of(trace, one);
        assertEquals(1, one.error().within(0));
        CooperativeModelCache eight = cluster(trace, "lfu-aging", 8, trace.footprint() / 10);
        PolicyScore.of(trace, eight);
        assertTrue(
                eight.error().within(10) > 0.9,
                "within a tenth: " + eight.error().within(10));
        assertTrue(eight.error().within(0) < 1);
        assertTrue(eight.error().quantile(0.01) < 0, "counts that were not reported yet are missing");
    }

    @Test
    void aSampleTakesObjectsWithAllTheirRequests() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 2_000, 40_000, 0, 5);
        Trace sample = trace.sample(0.25);
        assertEquals(trace.objects() / 4.0, sample.objects(), 100);
        int[] counts = new int[sample.objects()];
        for (int object : sample.requests()) {
            counts[object]++;
        }
        assertTrue(Arrays.stream(counts).allMatch(count -> count > 0));
        assertEquals(sample.requests().length, Arrays.stream(counts).sum());
        assertTrue(sample.name().contains("0.25"), sample.name());
    }
}
