package io.gosling.gos.warm;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** A rate limit in bytes a second, on average since its start. Safe for use by many threads. */
final class ByteRateLimiter {
    private final long bytesPerSecond;
    private final long beganNanos;

    @GuardedBy("this")
    private double moved;

    ByteRateLimiter(long bytesPerSecond, long beganNanos) {
        this.bytesPerSecond = bytesPerSecond;
        this.beganNanos = beganNanos;
    }

    /** Accounts for bytes; returns the wait before they are moved, or 0. */
    synchronized long take(long bytes, long nowNanos) {
        double due = moved / bytesPerSecond * 1e9;
        moved += bytes;
        return Math.max(0, (long) due - (nowNanos - beganNanos));
    }
}
