package io.gosling.dispatcher.packet;

import java.util.Arrays;

/**
 * Which back-end and service an address of IPv4 and a port are: a table with no more than half of its places taken, made once.
 * Immutable once filled; nothing is allocated by a question.
 */
final class Endpoints {
    private final long[] keys;
    private final int[] values;

    /** @param most how many will be added */
    Endpoints(int most) {
        int size = Integer.highestOneBit(Math.max(1, most)) * 4;
        keys = new long[size];
        values = new int[size];
        Arrays.fill(keys, -1);
    }

    /** @throws IllegalArgumentException when the same end is there already */
    void add(int address, int port, int backend, int service) {
        long key = key(address, port);
        int at = slot(key);
        if (keys[at] == key) {
            throw new IllegalArgumentException("two back-ends are at the same address and port " + port);
        }
        keys[at] = key;
        values[at] = backend << 8 | service;
    }

    /** What {@link #backend} and {@link #service} read, or -1. */
    int find(int address, int port) {
        long key = key(address, port);
        int at = slot(key);
        return keys[at] == key ? values[at] : -1;
    }

    static int backend(int found) {
        return found >>> 8;
    }

    static int service(int found) {
        return found & 0xFF;
    }

    private static long key(int address, int port) {
        return Integer.toUnsignedLong(address) << 16 | port;
    }

    private int slot(long key) {
        int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & (keys.length - 1);
        while (keys[at] != key && keys[at] != -1) {
            at = (at + 1) & (keys.length - 1);
        }
        return at;
    }
}
