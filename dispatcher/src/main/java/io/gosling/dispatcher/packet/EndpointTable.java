package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import java.util.Arrays;

/**
 * A hash table from address and port to back-end and service, at most half full and filled once. Immutable once filled;
 * a lookup allocates nothing.
 */
final class EndpointTable {
    private final long[] highs;
    private final long[] lows;
    private final int[] ports;
    /** Back-end and service, or -1 of a place that is free. */
    private final int[] values;

    EndpointTable(int most) {
        int size = Integer.highestOneBit(Math.max(1, most)) * 4;
        highs = new long[size];
        lows = new long[size];
        ports = new int[size];
        values = new int[size];
        Arrays.fill(values, -1);
    }

    /** @throws IllegalArgumentException when the same end is there already */
    void add(IpAddress address, int port, int backend, int service) {
        int at = slot(address.high(), address.low(), port);
        if (values[at] != -1) {
            throw new IllegalArgumentException("two back-ends are at " + address + " and port " + port);
        }
        highs[at] = address.high();
        lows[at] = address.low();
        ports[at] = port;
        values[at] = backend << 8 | service;
    }

    /** Looks up an endpoint; returns a value for {@link #backend} and {@link #service}, or -1. */
    int find(long high, long low, int port) {
        return values[slot(high, low, port)];
    }

    static int backend(int found) {
        return found >>> 8;
    }

    static int service(int found) {
        return found & 0xFF;
    }

    private int slot(long high, long low, int port) {
        long mixed = (low ^ Long.rotateLeft(high, 32) ^ (long) port << 48) * 0x9E3779B97F4A7C15L;
        int at = (int) (mixed >>> 40) & (values.length - 1);
        while (values[at] != -1 && (lows[at] != low || highs[at] != high || ports[at] != port)) {
            at = (at + 1) & (values.length - 1);
        }
        return at;
    }
}
