package io.gosling.tools.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The counts and delays of requests. Used by one thread; a copy may go to another. */
public final class LoadStatistics {
    private static final int DIGITS = 3;

    private final Histogram delays = new Histogram(DIGITS);
    private final Histogram pages = new Histogram(DIGITS);
    private final long[] classes = new long[10];
    private final Map<String, Long> errors = new TreeMap<>();
    private final Map<String, Long> kinds = new TreeMap<>();
    private long requests;
    private long bytes;
    private long lastAnswer;

    /** @param meant when it was meant to be sent: its delay counts from then */
    void answered(int status, String kind, long length, long meant, long now) {
        lastAnswer = now;
        requests++;
        bytes += length;
        classes[status / 100]++;
        kinds.merge(kind, 1L, Long::sum);
        delays.recordValue(Math.max(0, (now - meant) / 1000));
    }

    /** An answer would have taken at least this long since the request was meant to be sent. */
    void failed(RequestFailureReason why, long nanos) {
        errors.merge(why.words(), 1L, Long::sum);
        delays.recordValue(Math.max(0, nanos / 1000));
    }

    void page(long nanos) {
        pages.recordValue(Math.max(0, nanos / 1000));
    }

    LoadStatistics plus(LoadStatistics other) {
        LoadStatistics sum = new LoadStatistics();
        for (LoadStatistics one : new LoadStatistics[] {this, other}) {
            sum.delays.add(one.delays);
            sum.pages.add(one.pages);
            for (int i = 0; i < classes.length; i++) {
                sum.classes[i] += one.classes[i];
            }
            one.errors.forEach((reason, count) -> sum.errors.merge(reason, count, Long::sum));
            one.kinds.forEach((kind, count) -> sum.kinds.merge(kind, count, Long::sum));
            if (one.requests > 0 && (sum.requests == 0 || one.lastAnswer - sum.lastAnswer > 0)) {
                sum.lastAnswer = one.lastAnswer;
            }
            sum.requests += one.requests;
            sum.bytes += one.bytes;
        }
        return sum;
    }

    LoadStatistics copy() {
        return plus(new LoadStatistics());
    }

    public long requests() {
        return requests;
    }

    /** The time of the last response, in the clock's nanoseconds; only if there is one. */
    long lastAnswer() {
        return lastAnswer;
    }

    public long bytes() {
        return bytes;
    }

    public long ofClass(int hundreds) {
        return classes[hundreds];
    }

    public long failures() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    public Map<String, Long> errors() {
        return Map.copyOf(errors);
    }

    public Map<String, Long> kinds() {
        return Map.copyOf(kinds);
    }

    /** The share of answers that came from the memory of the cache that was asked, 0 to 1. */
    public double hitRatio() {
        return requests == 0 ? 0 : (double) kinds.getOrDefault(CacheStatusClassifier.HIT, 0L) / requests;
    }

    /** Enough for this share of the requests, 0 to 100; failures count with the time until they failed. */
    public double delayMillis(double percentile) {
        return delays.getValueAtPercentile(percentile) / 1e3;
    }

    public double meanMillis() {
        return delays.getMean() / 1e3;
    }

    public long pages() {
        return pages.getTotalCount();
    }

    public double pageMillis(double percentile) {
        return pages.getValueAtPercentile(percentile) / 1e3;
    }
}
