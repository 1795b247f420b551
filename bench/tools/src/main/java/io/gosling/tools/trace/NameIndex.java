package io.gosling.tools.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Assigns numbers from 0 to names, in the order in which they are first met. A name is bytes; one of eight bytes may be
 * written as a number. Memory: the bytes themselves and about 24 more for each name. Used by one thread.
 */
final class NameIndex {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int PIECE = 1 << 20;

    private final byte[] eight = new byte[Long.BYTES];
    /** All names, one behind the other; none is cut in two. */
    private byte[][] pieces = {new byte[PIECE]};

    private int used;
    private int last;
    /** Of each name, its place: the piece in the upper half, the byte in the lower. */
    private long[] places = new long[1024];

    private int[] lengths = new int[1024];
    private int[] hashes = new int[1024];
    private int count;
    /** A name's number plus one; 0 for an empty slot. Its length is a power of two. */
    private int[] slots = new int[4096];

    int count() {
        return count;
    }

    int of(long name) {
        LONG.set(eight, 0, name);
        return of(eight, 0, Long.BYTES);
    }

    /** A name that was given as a number, or looks like one. */
    long asLong(int number) {
        return lengths[number] == Long.BYTES
                ? (long) LONG.get(pieces[(int) (places[number] >>> 32)], (int) places[number])
                : hashes[number];
    }

    /** A name that was given as bytes, a character for each. */
    String text(int number) {
        int place = (int) places[number];
        return new String(pieces[(int) (places[number] >>> 32)], place, lengths[number], StandardCharsets.ISO_8859_1);
    }

    int of(byte[] bytes, int from, int length) {
        int hash = hash(bytes, from, length);
        int slot = hash & slots.length - 1;
        for (; slots[slot] != 0; slot = slot + 1 & slots.length - 1) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && is(number, bytes, from, length)) {
                return number;
            }
        }
        slots[slot] = count + 1;
        add(bytes, from, length, hash);
        if (2 * count > slots.length) {
            spread();
        }
        return count - 1;
    }

    private boolean is(int number, byte[] bytes, int from, int length) {
        byte[] piece = pieces[(int) (places[number] >>> 32)];
        int place = (int) places[number];
        return lengths[number] == length && Arrays.equals(piece, place, place + length, bytes, from, from + length);
    }

    private void add(byte[] bytes, int from, int length, int hash) {
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        if (used + length > PIECE) {
            last++;
            used = 0;
            if (last == pieces.length) {
                pieces = Arrays.copyOf(pieces, 2 * last);
            }
            pieces[last] = new byte[PIECE];
        }
        System.arraycopy(bytes, from, pieces[last], used, length);
        places[count] = (long) last << 32 | used;
        lengths[count] = length;
        hashes[count] = hash;
        used += length;
        count++;
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

    private static int hash(byte[] bytes, int from, int length) {
        long hash = length;
        int at = from;
        int end = from + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = Trace.mix(hash ^ (long) LONG.get(bytes, at));
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << 8 | bytes[at] & 0xFF;
        }
        hash = Trace.mix(hash ^ rest);
        return (int) (hash ^ hash >>> 32);
    }
}
