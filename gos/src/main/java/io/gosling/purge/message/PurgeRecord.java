package io.gosling.purge.message;

/**
 * A purge with its number. Each voter numbers the purges it drives in a stream of its own, so that nobody has to be asked
 * for a number.
 *
 * @param stream the random name of the stream, drawn with the voter's file
 * @param number its place in the stream, 1 to 2^62
 */
public record PurgeRecord(long stream, long number, Purge purge) {
    private static final long MOST = 1L << 62;

    /** @throws IllegalArgumentException when the number is out of bounds */
    public PurgeRecord {
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException("purge number " + number + "; expected 1 to " + MOST);
        }
    }
}
