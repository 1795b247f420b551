package io.gosling.tools.load;

import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** A sequence of requests: gives the target of each by its number. Safe for use by many threads. */
@FunctionalInterface
public interface RequestSequence {
    /** Path and query of a request, as it is sent. */
    byte[] target(long number);

    static RequestSequence of(Trace trace, IntFunction<byte[]> targets) {
        int[] requests = trace.requests();
        return number -> targets.apply(requests[(int) (number % requests.length)]);
    }

    /** Targets drawn by their weights; the same seed and number draw the same one. */
    static RequestSequence drawn(List<byte[]> targets, long[] weights, long seed) {
        if (targets.size() == 1) {
            byte[] only = targets.getFirst();
            return number -> only;
        }
        long[] sums = weights.clone();
        Arrays.parallelPrefix(sums, Long::sum);
        long start = Trace.mix(seed);
        return number -> {
            long drawn = Long.remainderUnsigned(Trace.mix(start + number), sums[sums.length - 1]);
            int place = Arrays.binarySearch(sums, drawn + 1);
            return targets.get(place >= 0 ? place : -place - 1);
        };
    }
}
