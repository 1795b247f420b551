package io.gosling.purge.message;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A version vector of known purges: for each log the last number up to which none is missing. Immutable. There are as
 * many logs as there ever were files of quorum members, a handful.
 *
 * @param numbers by log, each 1 or more; a log that is absent has 0
 */
public record PurgeVersionVector(SortedMap<Long, Long> numbers) {
    /**
     * The most logs of a version vector. A quorum member starts a new log whenever it begins to vote anew: without its
     * file, or in another epoch. None is ever removed.
     */
    public static final int MOST_STREAMS = 4096;

    public static final PurgeVersionVector ZERO = new PurgeVersionVector(new TreeMap<>());

    /** @throws IllegalArgumentException when there are too many logs or a number is below 1 */
    public PurgeVersionVector {
        numbers = Collections.unmodifiableSortedMap(new TreeMap<>(numbers));
        if (numbers.size() > MOST_STREAMS) {
            throw new IllegalArgumentException(
                    "a clock of " + numbers.size() + " streams; expected " + MOST_STREAMS + " at most");
        }
        for (long number : numbers.values()) {
            if (number < 1) {
                throw new IllegalArgumentException("purge number " + number + " in a clock; expected 1 or more");
            }
        }
    }

    /** The last number of this log without a gap before it, 0 when none is known. */
    public long at(long stream) {
        return numbers.getOrDefault(stream, 0L);
    }

    /** Returns true if everything that the other knows is known here. */
    public boolean covers(PurgeVersionVector other) {
        for (Map.Entry<Long, Long> entry : other.numbers.entrySet()) {
            if (at(entry.getKey()) < entry.getValue()) {
                return false;
            }
        }
        return true;
    }

    /** The same, with this log known up to {@code number}. */
    public PurgeVersionVector with(long stream, long number) {
        SortedMap<Long, Long> more = new TreeMap<>(numbers);
        more.put(stream, number);
        return new PurgeVersionVector(more);
    }
}
