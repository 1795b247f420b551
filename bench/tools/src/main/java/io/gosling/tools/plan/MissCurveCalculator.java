package io.gosling.tools.plan;

import io.gosling.tools.trace.Trace;
import java.util.Arrays;

/**
 * Computes the LRU stack distance of each request of a trace, that is, the memory in which it is a hit under LRU: the
 * bytes of all objects requested since the last request for the same one, itself included (Mattson et al. 1970). Counts
 * are kept by eighths of doublings, so that a size is known to 9 %. One pass gives the misses for all sizes of memory,
 * and needs memory in proportion to the number of objects, however many requests there are. For a sample of the
 * objects, distances are scaled up by the inverse of its share (Waldspurger et al. 2015).
 */
final class MissCurveCalculator {
    /** Steps of memory to a doubling. */
    static final int STEPS = 8;

    private static final int CLASSES = 64 * STEPS;

    private final long[] requests = new long[CLASSES];
    private final long[] bytes = new long[CLASSES];
    private final Trace trace;
    private final long beside;
    private final double share;
    /** Of each object, the place of its last request; -1 before the first. */
    private final int[] last;
    /** Of each place its object; when all are taken, places that are not the last of their object are reused. */
    private final int[] at;

    private final long[] sums;

    private MissCurveCalculator(Trace trace, long beside, double share) {
        this.trace = trace;
        this.beside = beside;
        this.share = share;
        this.last = new int[trace.objects()];
        this.at = new int[Math.clamp(2L * trace.objects(), 1, Math.max(1, trace.requests().length))];
        this.sums = new long[at.length + 1];
    }

    /**
     * @param beside bytes that each object takes of memory beside its own
     * @param share of the objects that the trace has; the curve is that of all
     */
    static MissCurve of(Trace trace, long beside, double share) {
        MissCurveCalculator distances = new MissCurveCalculator(trace, beside, share);
        distances.run();
        return new MissCurve(trace.requests().length, trace.asked(), distances.requests, distances.bytes);
    }

    private void run() {
        Arrays.fill(last, -1);
        int next = 0;
        long all = 0;
        for (int object : trace.requests()) {
            if (next == at.length) {
                next = pack();
            }
            long size = trace.sizes()[object];
            long weight = size + beside;
            if (last[object] >= 0) {
                // All objects requested since then.
                long between = all - before(last[object] + 1);
                int of = classOf(Math.round(between / share) + weight);
                requests[of]++;
                bytes[of] += size;
                add(last[object], -weight);
            } else {
                all += weight;
            }
            add(next, weight);
            at[next] = object;
            last[object] = next++;
        }
    }

    private int pack() {
        Arrays.fill(sums, 0);
        int to = 0;
        for (int from = 0; from < at.length; from++) {
            int object = at[from];
            if (last[object] == from) {
                at[to] = object;
                last[object] = to;
                add(to, trace.sizes()[object] + beside);
                to++;
            }
        }
        return to;
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

    static long bytesOf(int step) {
        return (long) Math.ceil(Math.pow(2, (double) step / STEPS));
    }
}
