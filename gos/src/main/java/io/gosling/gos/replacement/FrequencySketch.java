package io.gosling.gos.replacement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * An estimate of request counts in constant memory: a Count-Min sketch of four rows of 65 536 counters of a byte, 272
 * KiB with what ageing needs. Not safe for concurrent use.
 *
 * <p>An estimate is never below the true count, up to 255, of accesses since they were added, halved and rounded down
 * with each ageing. With N accesses counted and aged alike it is above it by no more than {@code 2.72 N / 65 536} with
 * a probability of 98 %; less in practice, for only the lowest counters of an object are raised.
 *
 * <p>Ageing is lazy: {@link #age} raises a number, and 64 counters at a time are halved when one of them is next looked
 * at. Two sketches merge by addition, and the sum estimates as if one had counted the accesses of both, or higher.
 *
 * <p>Sources: Cormode, Muthukrishnan, "An Improved Data Stream Summary: The Count-Min Sketch and its Applications",
 * Journal of Algorithms 55, 2005; Estan, Varghese, "New Directions in Traffic Measurement and Accounting", SIGCOMM 2002
 * (raising only the lowest); Einziger, Friedman, Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM
 * Transactions on Storage 13, 2017 (halving).
 */
final class FrequencySketch {
    static final int ROWS = 4;
    static final int WIDTH = 1 << 16;
    static final int MOST = 255;

    private static final int BLOCK = 64;
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long[] SEEDS = {
        0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L, 0xD6E8FEB86659FD93L
    };

    private final byte[] counters = new byte[ROWS * WIDTH];
    private final int[] agedTo = new int[ROWS * WIDTH / BLOCK];
    private int age;

    void add(String key, long times) {
        long hash = StableKeyHash.of(key);
        int sum = (int) Math.min(MOST, estimate(hash) + times);
        for (int row = 0; row < ROWS; row++) {
            int place = place(hash, row);
            if ((counters[place] & MOST) < sum) {
                counters[place] = (byte) sum;
            }
        }
    }

    int estimate(String key) {
        return estimate(StableKeyHash.of(key));
    }

    private int estimate(long hash) {
        int least = MOST;
        for (int row = 0; row < ROWS; row++) {
            int place = place(hash, row);
            halve(place / BLOCK);
            least = Math.min(least, counters[place] & MOST);
        }
        return least;
    }

    void age() {
        age++;
    }

    private void halve(int block) {
        int times = age - agedTo[block];
        if (times == 0) {
            return;
        }
        agedTo[block] = age;
        int shift = Math.min(times, 8);
        long kept = 0x0101010101010101L * (MOST >> shift);
        for (int at = block * BLOCK; at < (block + 1) * BLOCK; at += Long.BYTES) {
            EIGHT.set(counters, at, (long) EIGHT.get(counters, at) >>> shift & kept);
        }
    }

    private static int place(long hash, int row) {
        long mixed = (hash ^ hash >>> 31) * SEEDS[row];
        return row * WIDTH + (int) (mixed >>> 48);
    }
}
