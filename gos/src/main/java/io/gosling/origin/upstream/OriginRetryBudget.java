package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The retry budget of an origin: a share of all requests, and a few a second besides, so that servers that are slow
 * and not dead do not get twice the load. Unused budget is kept for the last {@value #REQUESTS} requests and
 * {@value #SECONDS} seconds. Time is a parameter. Used by many threads.
 */
final class OriginRetryBudget {
    static final int REQUESTS = 500;
    static final int SECONDS = 10;
    private static final double SECOND = 1e9;

    private final double share;
    private final int least;
    private final double most;

    @GuardedBy("this")
    private double left;

    @GuardedBy("this")
    private long heard;

    /**
     * @param percent repetitions that a hundred requests allow
     * @param least repetitions a second that are allowed besides
     */
    OriginRetryBudget(int percent, int least, long now) {
        this.share = percent / 100.0;
        this.least = least;
        this.most = share * REQUESTS + (double) least * SECONDS;
        this.left = most;
        this.heard = now;
    }

    /** A request came. */
    synchronized void earn(long now) {
        left = Math.min(most, left + share + least * ((now - heard) / SECOND));
        heard = now;
    }

    /** Whether one may be sent once more, which it then is. */
    synchronized boolean spend() {
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
