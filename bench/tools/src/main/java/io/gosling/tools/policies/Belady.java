package io.gosling.tools.policies;

import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * The optimal replacement policy for objects of one size, which knows the future. An object that will not be requested
 * again is not kept; of the others, the one whose next request is furthest away is evicted, even if it is the new one.
 * Sizes are ignored, so where they differ this is a mark to compare with and no bound: a policy that prefers small
 * objects may have more hits.
 *
 * <p>Source: Belady, "A Study of Replacement Algorithms for a Virtual-Storage Computer", IBM Systems Journal 5, 1966
 * (MIN).
 */
final class Belady implements ModelCache {
    private static final int NEVER = Integer.MAX_VALUE;

    private final Trace trace;
    private final int[] nextAfter;

    /** The request that an object is kept for; 0 for none, since the first request keeps nothing for itself. */
    private final int[] keptFor;

    /** Requests that objects are kept for, the last first; some are obsolete. */
    private final PriorityQueue<Integer> latest = new PriorityQueue<>((a, b) -> Integer.compare(b, a));

    private final long budget;
    private long used;
    private int now;

    Belady(Trace trace, long budget) {
        this.trace = trace;
        this.budget = budget;
        this.nextAfter = new int[trace.requests().length];
        this.keptFor = new int[trace.objects()];
        int[] next = new int[trace.objects()];
        Arrays.fill(next, NEVER);
        for (int i = nextAfter.length - 1; i >= 0; i--) {
            int object = trace.requests()[i];
            nextAfter[i] = next[object];
            next[object] = i;
        }
    }

    @Override
    public Answer ask(int object) {
        int next = nextAfter[now++];
        boolean hit = keptFor[object] != 0;
        if (hit) {
            used -= trace.sizes()[object];
            keptFor[object] = 0;
        }
        if (next != NEVER && trace.sizes()[object] <= budget) {
            keep(object, next);
        }
        return hit ? Answer.LOCAL : Answer.MISS;
    }

    private void keep(int object, int next) {
        keptFor[object] = next;
        used += trace.sizes()[object];
        latest.add(next);
        while (used > budget) {
            int last = latest.remove();
            int victim = trace.requests()[last];
            if (keptFor[victim] == last) {
                keptFor[victim] = 0;
                used -= trace.sizes()[victim];
            }
        }
    }
}
