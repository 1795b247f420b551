package io.gosling.tools.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Assigns numbers from 0 to names, in the order in which they are first met. A name is bytes; one of eight bytes may be
 * written as a number. Memory: the bytes themselves and some 40 more for each name. Used by one thread.
 */
final class NameNumbering {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[][] names = new byte[1024][];
    private int[] hashes = new int[1024];
    private int count;
    /** A name's number plus one; 0 for an empty slot. Its length is a power of two. */
    private int[] slots = new int[4096];

    int count() {
        return count;
    }

    int of(long name) {
        byte[] eight = new byte[Long.BYTES];
        LONG.set(eight, 0, name);
        return of(eight);
    }

    /** A name that was given as a number, or looks like one; a hash of any other. */
    long asLong(int number) {
        return names[number].length == Long.BYTES ? (long) LONG.get(names[number], 0) : hashes[number];
    }

    /** A name that was given as bytes, a character for each. */
    String text(int number) {
        return new String(names[number], StandardCharsets.ISO_8859_1);
    }

    /** @param name kept, and not to be changed any more */
    int of(byte[] name) {
        int hash = hash(name);
        int slot = hash & slots.length - 1;
        for (; slots[slot] != 0; slot = slot + 1 & slots.length - 1) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && Arrays.equals(names[number], name)) {
                return number;
            }
        }
        if (count == names.length) {
            names = Arrays.copyOf(names, 2 * count);
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        names[count] = name;
        hashes[count] = hash;
        slots[slot] = ++count;
        if (2 * count > slots.length) {
            spread();
        }
        return count - 1;
    }

    private void spread() {
        int[] wider = new int[2 * slots.length];
        for (int number = 0; number < count; number++) {
            int slot = hashes[number] & wider.length - 1;
            while (wider[slot] != 0) {
                slot = slot + 1 & wider.length - 1;
            }
            wider[slot] = number + 1;
        }
        slots = wider;
    }

    private static int hash(byte[] name) {
        long hash = name.length;
        int at = 0;
        for (; at + Long.BYTES <= name.length; at += Long.BYTES) {
            hash = Trace.mix(hash ^ (long) LONG.get(name, at));
        }
        long rest = 0;
        for (; at < name.length; at++) {
            rest = rest << 8 | name[at] & 0xFF;
        }
        hash = Trace.mix(hash ^ rest);
        return (int) (hash ^ hash >>> 32);
    }
}
