package io.gosling.gos.membership;

/**
 * Where a node was told to find others of its cluster, and has found none.
 *
 * @param address as {@code HOST:PORT}; of a name that has no address, that name
 * @param listens whether somebody takes connections there: then most likely a member of another cluster, which one with
 *     another secret is
 * @param met whether a member of this cluster was there since this node's start
 */
public record JoinTimeout(String address, boolean listens, boolean met) {}
