package io.gosling.accesslog;

import java.time.Duration;
import java.time.Instant;

/**
 * When a file is put aside for a new one. Pure.
 *
 * @param bytes at which it is; 0 for never
 * @param period the file is put aside at multiples of it since 1970 (UTC), so that one of 24 h ends at midnight; zero for
 *     never
 * @param keep how many old files are kept, 0 to 1000
 */
public record Rotation(long bytes, Duration period, int keep) {
    private static final int MOST_KEPT = 1000;

    /** @throws IllegalArgumentException naming the value and its bounds */
    public Rotation {
        if (bytes < 0 || period.isNegative()) {
            throw new IllegalArgumentException("rotation: " + bytes + " bytes and " + period + " must not be negative");
        }
        if (keep < 0 || keep > MOST_KEPT) {
            throw new IllegalArgumentException("keep: " + keep + " is out of bounds; expected 0 to " + MOST_KEPT);
        }
    }

    /** None: somebody else moves the file and has it opened again. */
    public static Rotation none() {
        return new Rotation(0, Duration.ZERO, 0);
    }

    /** Whether a file of this size, begun then, is put aside before so many bytes more. An empty one never is. */
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
