package io.gosling.gos.objecttable;

/**
 * The cluster's ageing at one moment: the number of ageings and the effect of one. Pure arithmetic.
 *
 * <p>{@code aged(v, e) = v * factor ^ (epoch - e)}. The order of two counts does not change when the epoch does.
 *
 * @param epoch number of ageings; the highest number received in the cluster counts
 * @param factor by which a count is multiplied, above 0 and below 1
 */
public record Ageing(int epoch, double factor, double cap) {
    /**
     * The count that was {@code value} in epoch {@code since}, now. A count from a later epoch than ours stays as it
     * is.
     */
    public double aged(double value, int since) {
        if (since >= epoch || value == 0) {
            return Math.min(value, cap);
        }
        return Math.min(value, cap) * Math.pow(factor, (double) epoch - since);
    }

    public Ageing at(int otherEpoch) {
        return otherEpoch == epoch ? this : new Ageing(otherEpoch, factor, cap);
    }
}
