package io.gosling.tools.load;

/**
 * The schedule of a lane's requests: the times at which they are meant to be sent, in nanoseconds of a monotonic clock.
 *
 * <p>In a closed loop a request is due as soon as a client is free. In an open loop its time is fixed beforehand: a
 * request that cannot be sent then because all clients are busy is late, and its delay counts from the time at which it
 * was meant to be sent. Otherwise a server that stalls for a second would spoil the figures of a few requests instead
 * of all that were due in that second. Used by one thread.
 */
interface LoadPace {
    /** The result of {@link #take} when no request is due. */
    long NOT_YET = Long.MIN_VALUE;

    /** Takes the next request if it is due, and returns the time for which it was meant. */
    long take(long now);

    /** The time at which the next request is due; only if {@link #take} has returned that none is. */
    long next();

    /** Takes a request that was due before a time, to count it as never sent, or returns that there is none. */
    long left(long until);

    /** A closed loop: a request is due as soon as a client is free. */
    static LoadPace closed() {
        return new LoadPace() {
            @Override
            public long take(long now) {
                return now;
            }

            @Override
            public long next() {
                throw new IllegalStateException("a closed loop waits for nothing");
            }

            @Override
            public long left(long until) {
                return NOT_YET;
            }
        };
    }

    /**
     * An open loop: a fixed number of requests a second, evenly spaced.
     *
     * @param start when the first one of all lanes is due
     * @param shift of this lane's requests against the first lane's, in parts of the time between two, 0 to 1
     */
    static LoadPace open(long start, double rate, double shift) {
        return new LoadPace() {
            private long taken;

            @Override
            public long take(long now) {
                return next() - now <= 0 ? left(Long.MAX_VALUE) : NOT_YET;
            }

            @Override
            public long next() {
                return start + (long) ((taken + shift) * 1e9 / rate);
            }

            @Override
            public long left(long until) {
                long meant = next();
                if (until != Long.MAX_VALUE && meant - until >= 0) {
                    return NOT_YET;
                }
                taken++;
                return meant;
            }
        };
    }
}
