package io.gosling.purge;

import java.time.Duration;

/**
 * The times and bounds of purges, which must be the same on every node of a cluster.
 *
 * @param lease time for which a node serves from memory after it asked the quorum; a purge waits about as long for an
 *     unreachable node; 200 ms to 1 min
 * @param ask interval of lease requests, at most a third of it; in practice up to a fifth longer
 * @param resend interval of repeated messages; 10 ms to 10 s
 * @param nextVoter time before the next quorum member is tried; 10 ms to 10 s
 * @param deadline time for which a quorum member tries to complete a purge; more than a lease takes to run out for
 *     others
 * @param keep time for which purges are remembered; 1 s to 24 h
 * @param keepRecords their bound in number; 16 to 1 048 576
 * @param keepBytes their bound in bytes; 256 KiB to 256 MiB
 * @param lessees nodes that may hold leases at a time; 1 to 8192
 */
public record PurgeSettings(
        Duration lease,
        Duration ask,
        Duration resend,
        Duration nextVoter,
        Duration deadline,
        Duration keep,
        int keepRecords,
        long keepBytes,
        int lessees) {
    /** The tolerated difference between the rates of two clocks, one per cent each. */
    private static final long MARGIN_PERCENT = 2;

    private static final Duration MARGIN = Duration.ofMillis(50);

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public PurgeSettings {
        require("purge.lease", lease, Duration.ofMillis(200), Duration.ofMinutes(1));
        require("purge.ask", ask, Duration.ofMillis(10), lease.dividedBy(3));
        require("purge.resend", resend, Duration.ofMillis(10), Duration.ofSeconds(10));
        require("purge.next-voter", nextVoter, Duration.ofMillis(10), Duration.ofSeconds(10));
        require("purge.deadline", deadline, withMargin(lease).plus(resend), Duration.ofMinutes(5));
        require("purge.keep", keep, Duration.ofSeconds(1), Duration.ofHours(24));
        require("purge.keep-records", keepRecords, 16, 1 << 20);
        require("purge.keep-bytes", keepBytes, 256L << 10, 256L << 20);
        require("purge.lessees", lessees, 1, 8192);
    }

    /**
     * A lease of 5 s, requested each second, a deadline of 6 s, purges remembered for 10 min, 65 536 of them, 32 MiB.
     */
    public static PurgeSettings defaults() {
        return new PurgeSettings(
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                Duration.ofMillis(200),
                Duration.ofMillis(300),
                Duration.ofSeconds(6),
                Duration.ofMinutes(10),
                1 << 16,
                32 << 20,
                4096);
    }

    /** After so long on any clock a lease that was running at the beginning is over on its holder's: 5.15 s. */
    public Duration leaseOver() {
        return withMargin(lease);
    }

    /** After so long on any clock a purge that was under way at the beginning is complete or given up: 6.17 s. */
    public Duration driveOver() {
        return withMargin(deadline);
    }

    private static Duration withMargin(Duration duration) {
        return MARGIN.plusNanos(duration.toNanos() * (100 + MARGIN_PERCENT) / 100);
    }

    private static <T extends Comparable<T>> void require(String name, T value, T least, T most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " is " + value + "; expected " + least + " to " + most);
        }
    }
}
