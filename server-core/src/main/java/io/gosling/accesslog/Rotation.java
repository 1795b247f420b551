package io.gosling.accesslog;

import java.time.Duration;
import java.time.Instant;

/**
 * A rule for when a log file is rotated, by size, by time or both. Pure.
 *
 * @param bytes size at which a file is rotated; 0 for never
 * @param period files are rotated at multiples of it since 1970 (UTC), so that one of 24 h ends at midnight; zero for
 *     never
 * @param keep number of old files that are kept, 0 to 1000
 */
public record Rotation(long bytes, Duration period, int keep) {
    private static final int MOST_KEPT = 1000;

    public Rotation {
        if (bytes < 0 || period.isNegative()) {
            throw new IllegalArgumentException("rotation: " + bytes + " bytes and " + period + " must not be negative");
        }
        if (keep < 0 || keep > MOST_KEPT) {
            throw new IllegalArgumentException("keep: " + keep + " is out of bounds; expected 0 to " + MOST_KEPT);
        }
    }

    /** Returns the rule that never rotates: another process moves the file and has it reopened. */
    public static Rotation none() {
        return new Rotation(0, Duration.ZERO, 0);
    }

    /** Returns whether a file must be rotated before {@code more} bytes are written. An empty file never is. */
    boolean isDue(long size, long more, Instant begun, Instant now) {
        if (size == 0) {
            return false;
        }
        boolean full = bytes > 0 && size + more > bytes;
        boolean old = !period.isZero()
                && Math.floorDiv(begun.toEpochMilli(), period.toMillis())
                        != Math.floorDiv(now.toEpochMilli(), period.toMillis());
        return full || old;
    }
}
