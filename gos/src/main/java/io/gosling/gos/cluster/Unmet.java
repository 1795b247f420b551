package io.gosling.gos.cluster;

/**
 * Where a node was told to find others of its cluster, and has found none.
 *
 * @param address as {@code HOST:PORT}
 * @param listens whether somebody takes connections there: then most likely a member of another cluster, which one with
 *     another secret is
 */
public record Unmet(String address, boolean listens) {}
