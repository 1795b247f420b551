package io.gosling.tools.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MissCurveCalculatorTest {
    /** Beside memory that is really filled and emptied, where every object has the same size: then both are exact. */
    @Test
    void theCurveIsWhatMemoryOfEachSizeWouldAnswer() {
        Trace drawn = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 7);
        long[] alike = new long[drawn.objects()];
        Arrays.fill(alike, 64);
        Trace trace = new Trace("t", "test", drawn.requests(), alike, 0);
        MissCurve curve = MissCurveCalculator.of(trace, 0, 1);
        for (long size : new long[] {64, 128, 1024, 4096, 16_384, 65_536}) {
            assertEquals(hits(trace, size), Math.round(curve.hitRatio(size) * trace.requests().length), "of " + size);
        }
        assertEquals(1.0 - (double) trace.objects() / trace.requests().length, curve.most(), 1e-9);
    }

    /** With sizes of all kinds, memory that drops the oldest may hold a little less than the curve says. */
    @Test
    void sizesCountAsBytes() {
        Trace trace = SyntheticTraceFactory.zipf(0.9, 2000, 50_000, 3);
        MissCurve curve = MissCurveCalculator.of(trace, 0, 1);
        for (long size : new long[] {1 << 20, 4 << 20, 16 << 20}) {
            double held = (double) hits(trace, size) / trace.requests().length;
            assertEquals(held, curve.hitRatio(size), 0.02, "of " + size);
        }
    }

    /** The overhead of an object is memory, and not sent. */
    @Test
    void whatIsBesideObjectsTakesMemoryAndIsNotSent() {
        Trace trace = SyntheticTraceFactory.zipf(0.8, 500, 20_000, 7);
        MissCurve heavier = MissCurveCalculator.of(trace.heavier(1200), 0, 1);
        MissCurve beside = MissCurveCalculator.of(trace, 1200, 1);
        for (long size : new long[] {1 << 16, 1 << 20, 8 << 20}) {
            assertEquals(heavier.hitRatio(size), beside.hitRatio(size), 1e-9);
        }
        long hit = 0;
        Set<Integer> known = new HashSet<>();
        for (int object : trace.requests()) {
            hit += known.add(object) ? 0 : trace.sizes()[object];
        }
        assertEquals((double) hit / trace.asked(), beside.byteHitRatio(Long.MAX_VALUE), 1e-9);
    }

    @Test
    void aSampleOfTheObjectsTellsTheCurveOfAll() {
        Trace trace = SyntheticTraceFactory.zipf(0.6, 20_000, 400_000, 2);
        MissCurve all = MissCurveCalculator.of(trace, 0, 1);
        MissCurve sample = MissCurveCalculator.of(trace.sample(0.2), 0, 0.2);
        for (long size : new long[] {16 << 20, 64 << 20, 256 << 20}) {
            assertEquals(all.hitRatio(size), sample.hitRatio(size), 0.05, "of " + size);
        }
    }

    private static long hits(Trace trace, long memory) {
        Map<Integer, Long> held = new LinkedHashMap<>(16, 0.75f, true);
        long used = 0;
        long hits = 0;
        for (int object : trace.requests()) {
            if (held.get(object) != null) {
                hits++;
                continue;
            }
            long size = trace.sizes()[object];
            if (size > memory) {
                continue;
            }
            used += size;
            held.put(object, size);
            var oldest = held.entrySet().iterator();
            while (used > memory) {
                used -= oldest.next().getValue();
                oldest.remove();
            }
        }
        return hits;
    }

    @Test
    void theKneeIsWhereADoublingIsWorthItForTheLastTime() {
        // Three of four requests find what is asked for again at once, the fourth needs 100 objects more.
        int[] requests = new int[40_000];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = i % 4 == 3 ? 1 + i / 4 % 100 : 0;
        }
        long[] sizes = new long[101];
        Arrays.fill(sizes, 1000);
        MissCurve curve = MissCurveCalculator.of(new Trace("t", "test", requests, sizes, 0), 0, 1);
        assertEquals(0.75, curve.hitRatio(4000), 0.01);
        assertEquals(0.997, curve.hitRatio(128_000), 0.01);
        long knee = curve.knee(0.02);
        assertTrue(knee >= 101_000 && knee <= 150_000, "knee " + knee);
    }

    @Test
    void ofATraceWithoutSecondRequestsNothingIsAHit() {
        MissCurve curve =
                MissCurveCalculator.of(new Trace("t", "test", new int[] {0, 1, 2}, new long[] {5, 6, 7}, 0), 0, 1);
        assertEquals(0, curve.most());
        assertEquals(1, curve.knee(0.02));
        assertTrue(curve.sizes().isEmpty());
    }
}
