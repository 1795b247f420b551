package io.gosling.tools.plan;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The number of hits as a function of the size of memory. Immutable by agreement.
 *
 * @param hitRequests that memory of a step's size answers and that of the step before did not
 */
record MissCurve(long requests, long bytes, long[] hitRequests, long[] hitBytes) {
    double hitRatio(long memory) {
        return (double) upTo(hitRequests, memory) / Math.max(1, requests);
    }

    double byteHitRatio(long memory) {
        return (double) upTo(hitBytes, memory) / Math.max(1, bytes);
    }

    private static long upTo(long[] hits, long memory) {
        long sum = 0;
        for (int step = 0; step < hits.length && MissCurveCalculator.bytesOf(step) <= memory; step++) {
            sum += hits[step];
        }
        return sum;
    }

    double most() {
        return hitRatio(Long.MAX_VALUE);
    }

    /** The sizes between which something changes, as they are to be shown: two to a doubling. */
    List<Long> sizes() {
        int[] hit = IntStream.range(0, hitRequests.length)
                .filter(step -> hitRequests[step] > 0)
                .toArray();
        if (hit.length == 0) {
            return List.of();
        }
        int half = MissCurveCalculator.STEPS / 2;
        int end = hit[hit.length - 1] + half;
        return IntStream.iterate(hit[0] / half * half, step -> step < end, step -> step + half)
                .mapToObj(MissCurveCalculator::bytesOf)
                .toList();
    }

    /** The size from which no doubling brings so great a share of the requests any more. */
    long knee(double gain) {
        List<Long> sizes = sizes();
        return sizes.reversed().stream()
                .filter(size -> hitRatio(size) - hitRatio(size / 2) >= gain)
                .findFirst()
                .orElse(sizes.isEmpty() ? Long.valueOf(1) : sizes.getFirst());
    }
}
