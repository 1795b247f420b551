package io.gosling.gos.objecttable;

/**
 * A count of accesses and the ageing epoch in which it was right. Immutable.
 *
 * @param value at least 0
 * @param epoch at least 0
 */
public record AgedCount(double value, int epoch) {
    public static final AgedCount NONE = new AgedCount(0, 0);

    /** @throws IllegalArgumentException when a figure is negative or no number */
    public AgedCount {
        if (!(value >= 0) || epoch < 0 || epoch > AgeingEpoch.MOST) {
            throw new IllegalArgumentException("count " + value + " in epoch " + epoch
                    + " is out of bounds; expected a number from 0, and 0 to " + AgeingEpoch.MOST);
        }
    }
}
