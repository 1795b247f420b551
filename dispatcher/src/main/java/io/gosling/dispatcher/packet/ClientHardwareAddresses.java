package io.gosling.dispatcher.packet;

import java.util.Arrays;

/**
 * Numbers for the hardware addresses from which clients' packets come, so that a session can remember one and packets
 * to a client go back through the router that they came from. When there are too many addresses, numbers are reused: a
 * session's number means its old address until another address gets it, and the session's next packet gives it a new
 * number. Belongs to one thread.
 */
final class ClientHardwareAddresses {
    /** More than there are on any segment. */
    static final int MOST = 1 << 16;

    private static final long GROUP = 1L << 40;
    private static final int SLOTS = 2 * MOST;

    private final long[] macs = new long[MOST];
    private final int[] slots = new int[SLOTS];
    private int size;

    /** The number of a hardware address, or -1 where it is one of several machines. */
    int of(long mac) {
        if ((mac & GROUP) != 0 || mac == 0) {
            return -1;
        }
        int first = (int) ((mac * 0x9E3779B97F4A7C15L) >>> 47);
        int slot = first;
        while (slots[slot] != 0) {
            int known = slots[slot] - 1;
            if (macs[known] == mac) {
                return known;
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        if (size == MOST) {
            Arrays.fill(slots, 0);
            size = 0;
            slot = first;
        }
        macs[size] = mac;
        slots[slot] = ++size;
        return size - 1;
    }

    long mac(int number) {
        return macs[number];
    }
}
