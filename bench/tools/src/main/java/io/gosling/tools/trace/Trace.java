package io.gosling.tools.trace;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A trace: requests in their order. Objects are numbers from 0; immutable by agreement, since it is large.
 *
 * @param origin its source: the digest of a file, or how it was generated
 * @param sizes of each object, 1 byte or more
 * @param broken lines of the file that could not be read
 */
public record Trace(String name, String origin, int[] requests, long[] sizes, long broken) {
    /**
     * The overhead of an object in a node's memory beside its body, in bytes: 512 of its own, the headers, and for an
     * origin's response its original form. Less for files: some 800. For {@link #heavier}.
     */
    public static final int BESIDE_BODY = 1200;

    public int objects() {
        return sizes.length;
    }

    public long footprint() {
        return Arrays.stream(sizes).sum();
    }

    public long asked() {
        return Arrays.stream(requests).mapToLong(object -> sizes[object]).sum();
    }

    /** The share of requests for the most requested of the objects, so many of all, both 0 to 1. */
    public double hottest(double share) {
        int[] asked = counts();
        Arrays.sort(asked);
        int from = sizes.length - (int) Math.round(share * sizes.length);
        return (double) Arrays.stream(asked, from, asked.length).asLongStream().sum() / Math.max(1, requests.length);
    }

    public int[] counts() {
        int[] counts = new int[sizes.length];
        for (int object : requests) {
            counts[object]++;
        }
        return counts;
    }

    /** All objects, the most requested first, and of equals the lower number. */
    public int[] ranked() {
        int[] counts = counts();
        // Both in one long, the number in its lower half.
        return IntStream.range(0, counts.length)
                .mapToLong(object -> (long) (Integer.MAX_VALUE - counts[object]) << 32 | object)
                .sorted()
                .mapToInt(place -> (int) place)
                .toArray();
    }

    public Trace atMost(long bytes) {
        long[] bounded = Arrays.stream(sizes).map(size -> Math.min(size, bytes)).toArray();
        return new Trace(name, origin + ", at most " + bytes + " bytes", requests, bounded, broken);
    }

    public Trace heavier(long bytes) {
        long[] more = Arrays.stream(sizes).map(size -> size + bytes).toArray();
        return new Trace(name, origin, requests, more, broken);
    }

    /** Of the objects about this share, with all their requests; chosen by a hash of their numbers. */
    public Trace sample(double share) {
        if (share >= 1) {
            return this;
        }
        int[] chosen = chosen(share);
        int[] numbers = new int[sizes.length];
        Arrays.fill(numbers, -1);
        for (int number = 0; number < chosen.length; number++) {
            numbers[chosen[number]] = number;
        }
        int[] fewer = Arrays.stream(requests)
                .map(object -> numbers[object])
                .filter(number -> number >= 0)
                .toArray();
        long[] kept = Arrays.stream(chosen).mapToLong(object -> sizes[object]).toArray();
        return new Trace(name + " (" + share + " of the objects)", origin, fewer, kept, broken);
    }

    int[] chosen(double share) {
        return IntStream.range(0, sizes.length)
                .filter(object -> share >= 1 || (mix(object) >>> 11) * 0x1p-53 < share)
                .toArray();
    }

    /** A number that depends on all bits of another one, and looks like chance (SplitMix64's finaliser). */
    public static long mix(long number) {
        long mixed = (number + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    public String whence() {
        return origin + (broken == 0 ? "" : ", " + broken + " lines did not read");
    }
}
