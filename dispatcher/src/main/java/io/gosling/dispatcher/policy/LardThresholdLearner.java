package io.gosling.dispatcher.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Learns LARD's thresholds for a difference D of delays between back-ends that is allowed (Pai et al. 1998, section
 * 2.4):
 *
 * <pre>
 * T_high := (T_low + D / R) / 2, at least T_low
 * </pre>
 *
 * <p>with T_low and R, the time that a busy back-end takes for a request, learnt while it serves. With L requests at a
 * time, each of which takes W, a back-end of weight 1 carries L / W requests a second (Little 1961). Requests are
 * sorted by L, in powers of two:
 *
 * <pre>
 * over when 30 s have passed and of some two neighbours with 200 requests or more
 *   the higher carries less than a fifth more
 * R     := 1 / the most that any carries
 * T_low := twice the knee, which is the least W, of any, over R: so few requests that one more finds a machine busy
 * </pre>
 *
 * <p>T_low may well be too high, which costs little. Until the learning is over, the configured thresholds apply; if
 * back-ends are never busy it is never over, and the thresholds are never reached. Pure, without a clock. Not
 * thread-safe.
 */
public final class LardThresholdLearner {
    private static final int BUCKETS = 17;
    private static final int ENOUGH = 200;
    private static final double GROWS = 1.2;
    private static final long LEAST_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int MOST = 100_000;

    private final Duration difference;
    private final long[] counts = new long[BUCKETS];
    private final double[] loads = new double[BUCKETS];
    private final double[] times = new double[BUCKETS];
    private long firstNanos;
    private boolean begun;

    /** @param difference D, above zero */
    public LardThresholdLearner(Duration difference) {
        if (!difference.isPositive()) {
            throw new IllegalArgumentException(
                    "the allowed difference of delays is " + difference + "; it must be positive");
        }
        this.difference = difference;
    }

    /** The learnt thresholds, with R for a back-end of weight 1. */
    public record LearntValues(int low, int high, double serviceNanos) {}

    /**
     * A request was answered and is over.
     *
     * @param load of its back-end for each unit of weight, this request included
     * @param tookNanos from the choice of the back-end
     * @param nanos monotonic time
     */
    public void served(double load, long tookNanos, long nanos) {
        if (!begun) {
            begun = true;
            firstNanos = nanos;
        }
        int bucket = Math.clamp(Math.getExponent(load), 0, BUCKETS - 1);
        counts[bucket]++;
        loads[bucket] += Math.max(1, load);
        times[bucket] += Math.max(1, tookNanos);
    }

    /** The thresholds, once they are known; null until then. */
    public @Nullable LearntValues loadThresholds(long nanos) {
        if (!begun || nanos - firstNanos < LEAST_NANOS) {
            return null;
        }
        boolean busy = false;
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int at = 0; at < BUCKETS; at++) {
            if (counts[at] >= ENOUGH) {
                double rate = loads[at] / times[at];
                busy |= at > 0 && counts[at - 1] >= ENOUGH && rate < GROWS * loads[at - 1] / times[at - 1];
                most = Math.max(most, rate);
                least = Math.min(least, times[at] / counts[at]);
            }
        }
        return busy ? loadThresholds(difference, least, 1 / most) : null;
    }

    /** The paper's rule, by the time on an idle back-end and the mean service time R. */
    static LearntValues loadThresholds(Duration difference, double leastNanos, double serviceNanos) {
        int low = (int) Math.clamp(Math.ceil(2 * leastNanos / serviceNanos), 1, MOST);
        double high = (low + difference.toNanos() / serviceNanos) / 2;
        return new LearntValues(low, (int) Math.clamp(high, low, MOST), serviceNanos);
    }
}
