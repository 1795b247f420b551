package io.gosling.tools.load;

/**
 * The schedule of a lane's requests: the times at which they are meant to be sent, in nanoseconds of a monotonic clock.
 *
 * <p>In a closed loop a request is due as soon as a client is free. In an open loop its time is fixed beforehand: a
 * request that cannot be sent then because all clients are busy is late, and its delay counts from the time at which it
 * was meant to be sent. Otherwise a server that stalls for a second would spoil the figures of a few requests instead
 * of all that were due in that second. Used by one thread.
 */
final class RequestSchedule {
    /** The result of {@link #take} when no request is due. */
    static final long NOT_YET = Long.MIN_VALUE;

    private final long start;
    private final double rate;
    private final double shift;
    private long taken;

    /**
     * A fixed number of requests a second, evenly spaced, or a closed loop.
     *
     * @param start when the first one of all lanes is due
     * @param rate requests a second; 0 for a closed loop
     * @param shift of this lane's requests against the first lane's, in parts of the time between two, 0 to 1
     */
    RequestSchedule(long start, double rate, double shift) {
        this.start = start;
        this.rate = rate;
        this.shift = shift;
    }

    /** Takes the next request if it is due, and returns the time for which it was meant. */
    long take(long now) {
        if (rate == 0) {
            return now;
        }
        return next() - now <= 0 ? left(Long.MAX_VALUE) : NOT_YET;
    }

    /** The time at which the next request is due; only if {@link #take} has returned that none is. */
    long next() {
        return start + (long) ((taken + shift) * 1e9 / rate);
    }

    /** Takes a request that was due before a time, to count it as never sent, or returns that there is none. */
    long left(long until) {
        if (rate == 0 || (until != Long.MAX_VALUE && next() - until >= 0)) {
            return NOT_YET;
        }
        long meant = next();
        taken++;
        return meant;
    }
}
