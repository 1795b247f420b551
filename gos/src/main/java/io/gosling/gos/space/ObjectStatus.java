package io.gosling.gos.space;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One object as {@code status} shows it.
 *
 * @param path its key
 * @param lac accesses on this node, cumulative
 * @param agac accesses in the cluster as this node knows them, aged
 * @param home the home node's name, or null when it is not known
 * @param holders names of the nodes that hold a copy, as last received
 * @param held true if this node holds one
 */
public record ObjectStatus(
        String path, long lac, double agac, @Nullable String home, List<String> holders, boolean held) {}
