package io.gosling.common;

import java.util.concurrent.TimeUnit;

/**
 * Limits retries to a share of all requests, with an optional minimum per second, so that slow servers do not get twice
 * the load. Unused retries are kept for the last {@value #REQUESTS} requests and {@value #SECONDS} seconds. Starts
 * full, as after a quiet time. Time is a parameter. Not thread-safe; guarded by its owner.
 */
public final class RetryBudget {
    public static final int REQUESTS = 500;

    public static final int SECONDS = 10;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** One retry. A hundredth of one is as many units as a second has nanoseconds, so that all sums are exact. */
    private static final long ONE = 100 * SECOND;

    /** A longer time fills any budget; a bound keeps the product below from overflowing. */
    private static final long LONGEST = TimeUnit.HOURS.toNanos(1);

    private final long share;
    private final long perNano;
    private final long most;
    private long left;
    private long heard;

    /** A budget without time: a share of the requests alone. */
    public RetryBudget(int percent) {
        this(percent, 0, 0);
    }

    /**
     * @param percent retries that a hundred requests allow, 0 to 100
     * @param least retries per second that are always allowed, 0 to 10 000
     * @param now nanoseconds since an arbitrary origin
     */
    public RetryBudget(int percent, int least, long now) {
        this.share = percent * SECOND;
        this.perNano = 100L * least;
        this.most = share * REQUESTS + perNano * SECONDS * SECOND;
        this.left = most;
        this.heard = now;
    }

    /** A request came; counts its share. */
    public void earn() {
        left = Math.min(left + share, most);
    }

    /** A request came; counts its share and the time since the last one. */
    public void earn(long now) {
        left = Math.min(left + share + perNano * Math.min(now - heard, LONGEST), most);
        heard = now;
    }

    public boolean allowsOne() {
        return left >= ONE;
    }

    public void spend() {
        left -= ONE;
    }
}
