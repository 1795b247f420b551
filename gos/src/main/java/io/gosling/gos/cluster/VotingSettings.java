package io.gosling.gos.cluster;

import io.gosling.freshness.PurgeSettings;
import io.gosling.freshness.Voters;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who vouches for what nodes serve from memory. The voters and the times are the same on every node of a cluster.
 *
 * @param file where this node, as a voter, keeps what it must not forget; null when it forgets with its process
 */
public record VotingSettings(
        Voters voters, PurgeSettings purges, @Nullable Path file) {}
