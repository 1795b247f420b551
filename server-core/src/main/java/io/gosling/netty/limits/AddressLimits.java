package io.gosling.netty.limits;

/**
 * What one address may take; an IPv6 network of 64 bits, which is what one customer has, counts as one address.
 *
 * @param connections open at a time, 1 to 1 000 000; 0 for as many as there are
 * @param rate requests a second in the long run, 1 to 1 000 000; 0 for as many as it likes
 * @param burst requests at once, after a pause, 1 to 1 000 000
 * @param remembered addresses without a connection of which it is still known that they asked too often, 16 to
 *     10 000 000; beyond, the one that left first is forgotten
 */
public record AddressLimits(int connections, int rate, int burst, int remembered) {
    private static final int MILLION = 1_000_000;

    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public AddressLimits {
        HttpLimits.requireWithin("connections of an address", connections, 0, MILLION);
        HttpLimits.requireWithin("rate of an address", rate, 0, MILLION);
        HttpLimits.requireWithin("burst of an address", burst, 1, MILLION);
        HttpLimits.requireWithin("addresses remembered", remembered, 16, 10 * MILLION);
    }

    /** None, but for the machine's. */
    public static AddressLimits none() {
        return new AddressLimits(0, 0, 100, 65_536);
    }

    public boolean areSet() {
        return connections > 0 || rate > 0;
    }
}
