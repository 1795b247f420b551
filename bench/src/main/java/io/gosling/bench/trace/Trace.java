package io.gosling.bench.trace;

import java.util.Arrays;

/**
 * Requests in their order. Objects are numbers from 0; immutable by agreement, for it is large.
 *
 * @param name what it is called in tables
 * @param origin where it comes from: the digest of a file, or how it was made
 * @param requests the object of each request
 * @param sizes of each object, 1 byte or more
 * @param broken lines of the file that could not be read
 */
public record Trace(String name, String origin, int[] requests, long[] sizes, long broken) {
    public int objects() {
        return sizes.length;
    }

    /** The bytes of all objects, each once. */
    public long footprint() {
        return Arrays.stream(sizes).sum();
    }

    /** The bytes of all requests. */
    public long asked() {
        return Arrays.stream(requests).mapToLong(object -> sizes[object]).sum();
    }

    /** The share of requests for the most requested of the objects, so many of all, both 0 to 1. */
    public double hottest(double share) {
        long[] asked = new long[sizes.length];
        for (int object : requests) {
            asked[object]++;
        }
        Arrays.sort(asked);
        int from = sizes.length - (int) Math.round(share * sizes.length);
        return (double) Arrays.stream(asked, from, asked.length).sum() / Math.max(1, requests.length);
    }

    /** The same with no object larger than this. */
    public Trace atMost(long bytes) {
        long[] bounded = Arrays.stream(sizes).map(size -> Math.min(size, bytes)).toArray();
        return new Trace(name, origin + ", at most " + bytes + " bytes", requests, bounded, broken);
    }

    /** Of the objects about this share, with all their requests; chosen by a hash of their numbers. */
    public Trace sample(double share) {
        if (share >= 1) {
            return this;
        }
        int[] numbers = new int[sizes.length];
        long[] kept = new long[sizes.length];
        int objects = 0;
        for (int object = 0; object < sizes.length; object++) {
            boolean chosen = (mix(object) >>> 11) * 0x1p-53 < share;
            numbers[object] = chosen ? objects : -1;
            if (chosen) {
                kept[objects++] = sizes[object];
            }
        }
        int[] fewer = Arrays.stream(requests)
                .filter(object -> numbers[object] >= 0)
                .map(object -> numbers[object])
                .toArray();
        return new Trace(name + " (" + share + " of the objects)", origin, fewer, Arrays.copyOf(kept, objects), broken);
    }

    /** A number that depends on all bits of another one, and looks like chance (SplitMix64's finaliser). */
    public static long mix(long number) {
        long mixed = (number + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
