package io.gosling.netty.limits;

import io.gosling.common.Bounds;

/**
 * Limits for each client address; an IPv6 network of 64 bits, which is what one customer has, counts as one address.
 *
 * @param connections open at a time, 1 to 1 000 000; 0 for no limit
 * @param rate requests per second in the long run, 1 to 1 000 000; 0 for no limit
 * @param burst requests at once, after an idle time, 1 to 1 000 000
 * @param remembered addresses without a connection that are remembered because they exceeded the rate, 16 to 10 000
 *     000; beyond, the one that left first is forgotten
 */
public record AddressLimits(int connections, int rate, int burst, int remembered) {
    private static final int MILLION = 1_000_000;

    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public AddressLimits {
        Bounds.require("connections of an address", connections, 0, MILLION);
        Bounds.require("rate of an address", rate, 0, MILLION);
        Bounds.require("burst of an address", burst, 1, MILLION);
        Bounds.require("addresses remembered", remembered, 16, 10 * MILLION);
    }

    /** Returns no limits but those of the machine. */
    public static AddressLimits none() {
        return new AddressLimits(0, 0, 100, 65_536);
    }

    public boolean areSet() {
        return connections > 0 || rate > 0;
    }
}
