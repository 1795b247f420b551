package io.gosling.bench.plan;

import io.gosling.bench.trace.Trace;
import java.util.Arrays;

/**
 * How much memory each request of a trace needs to be a hit, if what was asked for last stays longest: the bytes of all
 * objects that were asked for since the same one was, itself included (Mattson et al. 1970). Counts are kept by eighths of
 * doublings, so that a size is known to 9 %. One pass gives the misses for all sizes of memory.
 */
final class StackDistances {
    /** Steps of memory to a doubling. */
    static final int STEPS = 8;

    private static final int CLASSES = 64 * STEPS;

    private final long[] requests = new long[CLASSES];
    private final long[] bytes = new long[CLASSES];
    private final long[] sums;
    private final Trace trace;

    private StackDistances(Trace trace) {
        this.trace = trace;
        this.sums = new long[trace.requests().length + 1];
    }

    static MissCurve of(Trace trace) {
        StackDistances distances = new StackDistances(trace);
        distances.run();
        return new MissCurve(trace.requests().length, trace.asked(), distances.requests, distances.bytes);
    }

    private void run() {
        int[] last = new int[trace.objects()];
        Arrays.fill(last, -1);
        int[] requested = trace.requests();
        for (int now = 0; now < requested.length; now++) {
            int object = requested[now];
            long size = trace.sizes()[object];
            if (last[object] >= 0) {
                // All that was asked for last between then and now.
                long between = before(now) - before(last[object] + 1);
                int of = classOf(between + size);
                requests[of]++;
                bytes[of] += size;
                add(last[object], -size);
            }
            add(now, size);
            last[object] = now;
        }
    }

    /** The bytes of objects whose last request so far is before a place (Fenwick 1994). */
    private long before(int place) {
        long sum = 0;
        for (int at = place; at > 0; at -= at & -at) {
            sum += sums[at];
        }
        return sum;
    }

    private void add(int place, long size) {
        for (int at = place + 1; at < sums.length; at += at & -at) {
            sums[at] += size;
        }
    }

    /** The least step of memory that holds so many bytes. */
    static int classOf(long bytes) {
        int of = (int) Math.ceil(Math.log(bytes) / Math.log(2) * STEPS - 1e-9);
        return Math.clamp(of, 0, CLASSES - 1);
    }

    /** The bytes of a step. */
    static long bytesOf(int step) {
        return (long) Math.ceil(Math.pow(2, (double) step / STEPS));
    }
}
