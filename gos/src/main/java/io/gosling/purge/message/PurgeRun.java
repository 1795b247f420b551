package io.gosling.purge.message;

import java.util.List;

/**
 * Records of one stream that follow each other without a hole, after a number up to which the teller assumes everything
 * known. Without records it says only that what was numbered up to there has been dropped.
 *
 * @param stream the stream
 * @param after the number before the first record, from 0
 * @param purges numbered from {@code after + 1}
 */
public record PurgeRun(long stream, long after, List<Purge> purges) {
    private static final long MOST = 1L << 62;

    /** @throws IllegalArgumentException when {@code after} is negative or too high */
    public PurgeRun {
        purges = List.copyOf(purges);
        if (after < 0 || after > MOST) {
            throw new IllegalArgumentException("purges after number " + after + "; expected 0 to " + MOST);
        }
    }

    /** One record by itself. */
    public static PurgeRun of(PurgeRecord record) {
        return new PurgeRun(record.stream(), record.number() - 1, List.of(record.purge()));
    }

    /** The number of the last record, or {@code after} when there is none. */
    long last() {
        return after + purges.size();
    }

    /** About what it takes, in bytes. */
    public int size() {
        return 20 + purges.stream().mapToInt(Purge::size).sum();
    }
}
