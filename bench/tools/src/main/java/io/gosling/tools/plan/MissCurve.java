package io.gosling.tools.plan;

import java.util.ArrayList;
import java.util.List;

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
        for (int step = 0; step < hits.length && StackDistances.bytesOf(step) <= memory; step++) {
            sum += hits[step];
        }
        return sum;
    }

    double most() {
        return hitRatio(Long.MAX_VALUE);
    }

    /** The sizes between which something changes, as they are to be shown: two to a doubling. */
    List<Long> sizes() {
        int first = hitRequests.length;
        int last = 0;
        for (int step = 0; step < hitRequests.length; step++) {
            if (hitRequests[step] > 0) {
                first = Math.min(first, step);
                last = step;
            }
        }
        List<Long> sizes = new ArrayList<>();
        int half = StackDistances.STEPS / 2;
        for (int step = first / half * half; step < last + half; step += half) {
            sizes.add(StackDistances.bytesOf(step));
        }
        return sizes;
    }

    /** The size from which no doubling brings so great a share of the requests any more. */
    long knee(double gain) {
        List<Long> sizes = sizes();
        for (long size : sizes.reversed()) {
            if (hitRatio(size) - hitRatio(size / 2) >= gain) {
                return size;
            }
        }
        return sizes.isEmpty() ? 1 : sizes.getFirst();
    }
}
