package io.gosling.bench.space;

import java.util.Arrays;

/** Percentiles of times. */
final class Percentiles {
    private static final double NANOS_PER_MICRO = 1e3;

    private final long[] nanos;

    Percentiles(long[] nanos) {
        this.nanos = nanos.clone();
        Arrays.sort(this.nanos);
    }

    /** The least time that this share of all is not above; in microseconds. */
    double micros(double share) {
        int rank = (int) Math.ceil(share * nanos.length);
        return nanos[Math.clamp(rank - 1, 0, nanos.length - 1)] / NANOS_PER_MICRO;
    }

    double millis(double share) {
        return micros(share) / NANOS_PER_MICRO;
    }
}
