package io.gosling.dispatcher.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * The measured capacity of a back-end, as a multiple of its configured weight. Weights are adjusted until busy
 * back-ends take equally long for a request: the time that a busy machine takes grows with the number of its requests,
 * so equal times mean loads in proportion to the machines' capacity.
 *
 * <pre>
 * heard: an answer that was not a miss, and the requests that were on the back-end then
 * step, every few seconds, over those of the same content with 20 answers or more since the last, if any of them
 *   had 2 requests on average:
 *   level := level + (ln(mean time) - level) / 2;  d := level - mean of all levels
 *   adjusting from |d| &gt; ln 1.25 on, until |d| &lt; ln 1.1
 *   while adjusting: factor := factor * exp(-0.15 d), by 8 % at most: where hashes choose the back-end, times
 *     say little about how far off weights are, and swing with every step
 * balance, then and when one comes or goes: factors times such a number that the weights of those that take requests
 *   have the sum of what they were given, so that S stays;  factors stay between 1/4 and 4
 * </pre>
 *
 * <p>While all are idle, nothing is learnt: their times depend on the requested objects. Policies that do not follow
 * weights, as LB/GC with memory for everything, end at the bounds. Not thread-safe.
 */
public final class BackendWeightLearner {
    /** The least factor; the greatest is one over it. */
    public static final double LEAST = 0.25;

    private static final int ENOUGH = 20;
    private static final double BUSY = 2;
    private static final double SMOOTHING = 0.5;
    private static final double GAIN = 0.15;
    private static final double MOST_STEP = Math.log(1.08);
    private static final double BEGIN = Math.log(1.25);
    private static final double END = Math.log(1.1);

    /** The measured value relative to others; {@link #factor} is balanced. */
    private double found = 1;

    private double factor = 1;
    private double level = Double.NaN;
    private boolean moving;
    private int answers;
    private double took;
    private double active;

    /**
     * A request was answered from memory, as far as is known.
     *
     * @param tookNanos from the choice to the answer's header
     * @param requests on the back-end when it was answered, this one included
     */
    public void heard(long tookNanos, int requests) {
        answers++;
        took += tookNanos;
        active += requests;
    }

    /** The factor of the configured weight: {@value #LEAST} to 4. */
    public double factor() {
        return factor;
    }

    /**
     * Adjusts the weights of back-ends that serve the same content by one step, to be followed by {@link #balance}.
     *
     * @param absent those that take none, and are to come back with the same relation to the others
     */
    public static void step(List<Given> present, List<Given> absent) {
        List<BackendWeightLearner> heard = new ArrayList<>();
        double mean = 0;
        boolean busy = false;
        for (Given given : present) {
            BackendWeightLearner learnt = given.learnt();
            busy |= learnt.answers >= ENOUGH && learnt.active / learnt.answers >= BUSY;
            if (learnt.isHeard()) {
                heard.add(learnt);
                mean += learnt.level;
            }
        }
        if (heard.size() < 2 || !busy) {
            return;
        }
        for (BackendWeightLearner learnt : heard) {
            learnt.move(mean / heard.size());
        }
        double scale = scale(present);
        present.forEach(given -> given.learnt().scale(scale));
        absent.forEach(given -> given.learnt().scale(scale));
    }

    /**
     * Scales the weights of back-ends that take requests and serve the same content, so that their sum is that of the
     * configured ones.
     */
    public static void balance(List<Given> present) {
        double scale = scale(present);
        present.forEach(given -> given.learnt().factor = bounded(given.learnt().found * scale));
    }

    private static double scale(List<Given> present) {
        double wanted = present.stream().mapToDouble(Given::weight).sum();
        if (sum(present, 1) == wanted) {
            return 1;
        }
        double low = LEAST * LEAST;
        double high = 1 / low;
        for (int halving = 0; halving < 50; halving++) {
            double middle = (low + high) / 2;
            if (sum(present, middle) < wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private static double sum(List<Given> all, double scale) {
        return all.stream()
                .mapToDouble(given -> given.weight() * bounded(given.learnt().found * scale))
                .sum();
    }

    /** A back-end's part in a step. */
    public record Given(BackendWeightLearner learnt, double weight) {}

    private boolean isHeard() {
        boolean heard = answers >= ENOUGH;
        if (heard) {
            double now = Math.log(Math.max(1, took / answers));
            level = Double.isNaN(level) ? now : level + SMOOTHING * (now - level);
        }
        answers = 0;
        took = 0;
        active = 0;
        return heard;
    }

    private void move(double mean) {
        double slower = level - mean;
        moving = Math.abs(slower) > BEGIN || (moving && Math.abs(slower) >= END);
        if (moving) {
            found *= Math.exp(Math.clamp(-GAIN * slower, -MOST_STEP, MOST_STEP));
        }
    }

    private void scale(double scale) {
        found = bounded(found * scale);
    }

    private static double bounded(double factor) {
        return Math.clamp(factor, LEAST, 1 / LEAST);
    }
}
