package io.gosling.tools.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of habits on requests that were drawn evenly from 10 000 objects. */
class TraceCorrelationsTest {
    private static final int OBJECTS = 10_000;
    private static final int REQUESTS = 100_000;

    private static Trace made(TraceCorrelations habits) {
        return made(0, OBJECTS, habits);
    }

    private static Trace made(double alpha, int objects, TraceCorrelations habits) {
        return SyntheticTraceFactory.zipf(alpha, objects, habits, new SplittableRandom(1))
                .trace("t", "test", REQUESTS, ObjectSizeDistribution.fixed(10), false);
    }

    private static int[] counts(Trace trace) {
        int[] counts = new int[trace.objects()];
        Arrays.stream(trace.requests()).forEach(object -> counts[object]++);
        return counts;
    }

    /** The share of requests for one of those asked for just before, so many different ones. */
    private static double again(Trace trace, int depth) {
        LruStack recent = new LruStack(depth);
        Set<Integer> there = new HashSet<>();
        int again = 0;
        for (int object : trace.requests()) {
            again += there.contains(object) ? 1 : 0;
            recent.asked(object);
            there.clear();
            there.addAll(recent.all());
        }
        return (double) again / trace.requests().length;
    }

    @Test
    void aShareIsForWhatIsAskedForOnce() {
        int[] counts = counts(made(new TraceCorrelations(0.3, 0, 1, 0, List.of())));
        long once = Arrays.stream(counts).filter(count -> count == 1).count();
        assertEquals(0.3 * REQUESTS, once, 0.01 * REQUESTS);
        assertEquals(0.3 * REQUESTS + OBJECTS, counts.length, 0.01 * REQUESTS);
    }

    @Test
    void whatWasAskedForLatelyIsAskedForAgain() {
        Trace drawn = made(TraceCorrelations.NONE);
        Trace local = made(TraceCorrelations.NONE.withLocality("0.4:50"));
        assertEquals(0.005, again(drawn, 50), 0.002);
        assertEquals(0.4, again(local, 50), 0.01);
        // The latest one with 1 of 1 + 1/2 + ... 1/50 of those.
        assertEquals(0.4 / 4.5, again(local, 1), 0.01);
    }

    @Test
    void favouritesDriftAway() {
        Trace stays = made(1.2, OBJECTS, TraceCorrelations.NONE);
        Trace drifts = made(1.2, OBJECTS, new TraceCorrelations(0, 0, 1, 2, List.of()));
        Function<Trace, Double> tenLast = trace -> {
            int[] first = Arrays.copyOf(trace.requests(), REQUESTS / 10);
            Set<Integer> known = new HashSet<>();
            Arrays.stream(first).forEach(known::add);
            return Arrays.stream(trace.requests(), REQUESTS - REQUESTS / 10, REQUESTS)
                            .filter(known::contains)
                            .count()
                    / (REQUESTS / 10.0);
        };
        assertTrue(tenLast.apply(stays) > 0.8, "again at the end: " + tenLast.apply(stays));
        assertTrue(tenLast.apply(drifts) < 0.2, "again at the end: " + tenLast.apply(drifts));
    }

    @Test
    void crowdsComeForWhatNobodyKnewAndGo() {
        Trace trace = made(new TraceCorrelations(
                0,
                0,
                1,
                0,
                List.of(FlashCrowdSpecification.parse("0.6@0.4-0.5"), FlashCrowdSpecification.parse("0.2@0.45-1"))));
        int[] counts = counts(trace);
        int first = mostAsked(counts, 0.05, 0.07);
        int second = mostAsked(counts, 0.1, 0.12);
        int[] requests = trace.requests();
        assertEquals(0, share(requests, first, 0, 0.4));
        assertEquals(0.6, share(requests, first, 0.4, 0.5), 0.02);
        assertEquals(0, share(requests, first, 0.5, 1));
        assertEquals(0, share(requests, second, 0, 0.45));
        assertEquals(0.2, share(requests, second, 0.45, 1), 0.02);
    }

    private static int mostAsked(int[] counts, double least, double most) {
        for (int object = 0; object < counts.length; object++) {
            if (counts[object] > least * REQUESTS && counts[object] <= most * REQUESTS) {
                return object;
            }
        }
        throw new AssertionError("no object has between " + least + " and " + most + " of the requests");
    }

    private static double share(int[] requests, int object, double from, double until) {
        return Arrays.stream(requests, (int) (from * REQUESTS), (int) (until * REQUESTS))
                        .filter(asked -> asked == object)
                        .count()
                / ((until - from) * REQUESTS);
    }

    @Test
    void theSameSeedMakesTheSameTraceWithHabitsToo() {
        TraceCorrelations all =
                new TraceCorrelations(0.1, 0.3, 100, 50, List.of(new FlashCrowdSpecification(0.5, 0.1, 0.2)));
        assertArrayEquals(made(all).requests(), made(all).requests());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.6@0.5-0.4  | expected shares of 1",
                "2@0-1        | expected shares of 1",
                "0@0-1        | expected shares of 1",
                "many@0-1     | SHARE@FROM-UNTIL",
            })
    void aCrowdThatIsNoneIsRefused(String text, String expected) {
        var wrong = assertThrows(IllegalArgumentException.class, () -> FlashCrowdSpecification.parse(text));
        assertTrue(String.valueOf(wrong.getMessage()).contains(expected), wrong::toString);
    }

    @Test
    void sharesThatMakeMoreThanAllRequestsAreRefused() {
        List<FlashCrowdSpecification> apart =
                List.of(new FlashCrowdSpecification(0.6, 0, 0.5), new FlashCrowdSpecification(0.6, 0.5, 1));
        assertEquals(0.6, FlashCrowdSpecification.most(apart));
        assertEquals(2, new TraceCorrelations(0.1, 0.3, 1, 0, apart).crowds().size());
        assertThrows(IllegalArgumentException.class, () -> new TraceCorrelations(0.2, 0.3, 1, 0, apart));
        List<FlashCrowdSpecification> together =
                List.of(new FlashCrowdSpecification(0.6, 0, 0.5), new FlashCrowdSpecification(0.6, 0.4, 1));
        assertThrows(IllegalArgumentException.class, () -> new TraceCorrelations(0, 0, 1, 0, together));
        assertThrows(IllegalArgumentException.class, () -> TraceCorrelations.NONE.withLocality("often"));
        assertThrows(IllegalArgumentException.class, () -> TraceCorrelations.NONE.withLocality("0.5:100001"));
        assertThrows(IllegalArgumentException.class, () -> new TraceCorrelations(0, 0, 1, -1, List.of()));
    }
}
