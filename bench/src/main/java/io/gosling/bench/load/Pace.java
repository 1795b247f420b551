package io.gosling.bench.load;

/**
 * When the requests of a lane are meant to be sent, in nanoseconds of a clock that never goes back.
 *
 * <p>In a closed loop that is as soon as a client is free. In an open one it is fixed beforehand: a request that cannot be sent
 * then because all clients wait is late, and its delay counts from the time at which it was meant to be sent. Otherwise a
 * server that stands still for a second would spoil the figures of a few requests instead of all that came in that second. Used
 * by one thread.
 */
interface Pace {
    /** What {@link #take} says when none is due. */
    long NOT_YET = Long.MIN_VALUE;

    /** Takes the next one if it is due, and says for when it was meant. */
    long take(long now);

    /** When the next one is due; only where {@link #take} has said that none is. */
    long next();

    /** Takes one that was due before a time, to count it as never sent, or says that there is none. */
    long left(long until);

    /** As soon as somebody can send it. */
    static Pace closed() {
        return new Pace() {
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
     * So many a second, evenly.
     *
     * @param start when the first one of all lanes is due
     * @param rate of this lane
     * @param shift of this lane's requests against the first lane's, in parts of the time between two, 0 to 1
     */
    static Pace open(long start, double rate, double shift) {
        return new Pace() {
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
