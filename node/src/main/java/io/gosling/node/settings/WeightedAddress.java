package io.gosling.node.settings;

/**
 * A server and what it can carry, in units of a standard machine: {@code web1:8080} or {@code web1:8080=2}.
 *
 * @param weight 0.01 to 100
 */
public record WeightedAddress(HostPort address, double weight) {
    private static final double LEAST = 0.01;
    private static final double MOST = 100;

    /** Refuses weights out of bounds. */
    public WeightedAddress {
        if (!(weight >= LEAST && weight <= MOST)) {
            throw new IllegalArgumentException("weight " + weight + " is not from " + LEAST + " to " + MOST);
        }
    }

    /**
     * Reads an address, and a weight behind an equals sign; without it the weight is 1.
     *
     * @throws IllegalArgumentException when the text has another form
     */
    public static WeightedAddress parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return new WeightedAddress(HostPort.parse(text), 1);
        }
        String weight = text.substring(equals + 1);
        if (!weight.matches("[0-9]{1,3}(\\.[0-9]{1,6})?")) {
            throw new IllegalArgumentException("not a weight: " + weight);
        }
        return new WeightedAddress(HostPort.parse(text.substring(0, equals)), Double.parseDouble(weight));
    }

    /** The address alone. */
    @Override
    public String toString() {
        return address.toString();
    }
}
