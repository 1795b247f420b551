package io.gosling.gos;

/**
 * The cluster's ageing at one moment: how often counts have been aged, and what one ageing does. Pure arithmetic.
 *
 * <p>{@code aged(v, e) = v * factor ^ (epoch - e)}. The order of two counts does not change when the epoch does, which is
 * why {@link #rank} can be kept in a queue that is never sorted again.
 *
 * @param epoch how often counts have been aged; the highest number heard in the cluster counts
 * @param factor what a count is multiplied by, above 0 and below 1
 * @param cap the largest count there is
 */
public record Ageing(int epoch, double factor, double cap) {
    /** Ranks to a doubling of the count: far finer than counts are known, far coarser than rounding errors. */
    private static final double RANKS = 1L << 30;

    /** The count that was {@code value} in epoch {@code since}, now. A count from a later epoch than ours stays as it is. */
    public double aged(double value, int since) {
        if (since >= epoch || value == 0) {
            return Math.min(value, cap);
        }
        return Math.min(value, cap) * Math.pow(factor, (double) epoch - since);
    }

    /**
     * A number that orders counts of any epochs as their aged values would, whatever the epoch is now: the binary
     * logarithm of the count, less what it has lost since epoch 0. Rounded, so that equal counts have equal ranks however
     * they were reached.
     */
    public double rank(double value, int since) {
        double rank = log2(Math.min(value, cap)) - since * log2(factor);
        return Math.rint(rank * RANKS) / RANKS;
    }

    /** The same ageing in another epoch. */
    public Ageing at(int otherEpoch) {
        return otherEpoch == epoch ? this : new Ageing(otherEpoch, factor, cap);
    }

    static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
