package io.gosling.gos.membership;

import io.gosling.common.Bounds;
import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the quorum that vouches for what nodes serve from memory. The members and the times are the same on every
 * node of a cluster.
 *
 * @param file persistent state of this node as a quorum member; null when the state is lost with its process
 * @param changeWait time for which the response to an unsafe request waits until it is certain that no node serves what
 *     it has changed; zero to 10 s
 */
public record QuorumSettings(
        Quorum voters, PurgeSettings purges, @Nullable Path file, Duration changeWait) {
    /** The default of {@link #changeWait}. */
    public static final Duration CHANGE_WAIT = Duration.ofMillis(500);

    /** @throws IllegalArgumentException when the wait is out of bounds */
    public QuorumSettings {
        Bounds.require("purge.change-wait", changeWait, Duration.ZERO, Duration.ofSeconds(10));
    }

    /** With the usual wait. */
    public QuorumSettings(Quorum voters, PurgeSettings purges, @Nullable Path file) {
        this(voters, purges, file, CHANGE_WAIT);
    }
}
