package io.gosling.gos.membership;

/**
 * An address of the join list without a member of the node's cluster.
 *
 * @param address as {@code HOST:PORT}; of a name that has no address, that name
 * @param listens true if the address accepts connections: then most likely a member of another cluster, such as one
 *     with another secret
 */
public record MissingMember(String address, boolean listens) {}
