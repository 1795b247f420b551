package io.gosling.purge.message;

import java.util.List;

/**
 * Consecutive records of one log, after a number up to which the sender assumes everything known. Without records it
 * only means that those up to that number have been dropped.
 *
 * @param after the number before the first record, from 0
 * @param purges numbered from {@code after + 1}
 */
public record PurgeRecordRange(long stream, long after, List<PurgeRequest> purges) {
    /** @throws IllegalArgumentException when {@code after} is negative or too high */
    public PurgeRecordRange {
        purges = List.copyOf(purges);
        if (after < 0 || after > PurgeRecord.MOST) {
            throw new IllegalArgumentException("purges after number " + after + "; expected 0 to " + PurgeRecord.MOST);
        }
    }

    public static PurgeRecordRange of(PurgeRecord record) {
        return new PurgeRecordRange(record.stream(), record.number() - 1, List.of(record.purge()));
    }

    public int size() {
        return 20 + purges.stream().mapToInt(PurgeRequest::size).sum();
    }
}
