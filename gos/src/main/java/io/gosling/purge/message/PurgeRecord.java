package io.gosling.purge.message;

/**
 * A purge with its number. Each quorum member numbers the purges it coordinates in a log of its own, so that no other
 * node has to provide a number.
 *
 * @param stream the random name of the log, chosen when the member's file was created
 * @param number its place in the log, 1 to 2^62
 */
public record PurgeRecord(long stream, long number, PurgeRequest purge) {
    static final long MOST = 1L << 62;

    /** @throws IllegalArgumentException when the number is out of bounds */
    public PurgeRecord {
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException("purge number " + number + "; expected 1 to " + MOST);
        }
    }
}
