package io.gosling.dispatcher.balancer;

/**
 * A budget of retries: a share of all requests, so that back-ends that are slow and not dead do not get twice the load.
 * Every request earns its share of one retry; what is not used is kept for the last {@value #REMEMBERED} requests.
 * Pure. Not thread-safe; guarded by {@link Dispatcher}.
 */
public final class RetryBudget {
    public static final int REMEMBERED = 500;
    private static final int ONE = 100;

    private final int percent;
    private int hundredths;

    /** @param percent repetitions that a hundred requests allow, 0 to 100; begins as after a quiet time */
    RetryBudget(int percent) {
        this.percent = percent;
        this.hundredths = percent * REMEMBERED;
    }

    /** A request came. */
    void earn() {
        hundredths = Math.min(hundredths + percent, percent * REMEMBERED);
    }

    boolean allowsOne() {
        return hundredths >= ONE;
    }

    /** A request is retried. */
    void spend() {
        hundredths -= ONE;
    }
}
