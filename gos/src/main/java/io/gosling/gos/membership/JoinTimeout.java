package io.gosling.gos.membership;

/**
 * An address at which a node was told to find others of its cluster, and has found none.
 *
 * @param address as {@code HOST:PORT}; of a name that has no address, that name
 * @param listens whether the address accepts connections: then most likely a member of another cluster, such as
 *     one with another secret
 * @param met whether a member of this cluster was there since this node's start
 */
public record JoinTimeout(String address, boolean listens, boolean met) {}
