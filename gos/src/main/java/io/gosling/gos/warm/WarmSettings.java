package io.gosling.gos.warm;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Settings for moving memory contents when nodes join and leave. Immutable; bounds are checked when it is built.
 *
 * @param share of its memory that a node loads from its peers before it reports that it is ready, 0 to 1; 0 for
 *     none
 * @param bytesPerSecond the transfer rate, 64 KiB to 1 TiB
 * @param patience the time limit for that, joining included, 0 to 10 min
 * @param handOver the time limit for a leaving node to transfer its objects, 0 to 1 h
 */
public record WarmSettings(double share, long bytesPerSecond, Duration patience, Duration handOver) {
    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public WarmSettings {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("warm.share: " + share + " is out of bounds; expected 0 to 1");
        }
        Bounds.require("warm.rate", bytesPerSecond, 64 << 10, 1L << 40);
        Bounds.require("warm.timeout", patience, Duration.ZERO, Duration.ofMinutes(10));
        Bounds.require("warm.hand-over", handOver, Duration.ZERO, Duration.ofHours(1));
    }

    /** Half the memory at 32 MiB/s in 10 s at most; 20 s for handing over. */
    public static WarmSettings defaults() {
        return new WarmSettings(0.5, 32 << 20, Duration.ofSeconds(10), Duration.ofSeconds(20));
    }
}
