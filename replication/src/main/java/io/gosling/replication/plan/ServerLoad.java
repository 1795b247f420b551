package io.gosling.replication.plan;

/**
 * A server's load as it is compared and reported to others: connections or bytes a second, smoothed (DC-Apache, section
 * 5.1).
 *
 * @param value not negative
 */
public record ServerLoad(double value) {
    /** Of a server that has just begun. */
    public static final ServerLoad NONE = new ServerLoad(0);

    /** @throws IllegalArgumentException when it is negative or no number */
    public ServerLoad {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("load: " + value + " is out of bounds; expected 0 or more");
        }
    }

    /** The figure after one more sample: L = a * L_old + (1 - a) * sample. */
    public ServerLoad sampled(double sample, double weight) {
        return new ServerLoad(weight * value + (1 - weight) * sample);
    }
}
