package io.gosling.gos.membership;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Distributes objects over nodes by highest hash: while the nodes are the same, every node computes the same result.
 * Pure.
 */
public final class RendezvousHash {
    private RendezvousHash() {}

    /** The node that has the object's share; null among none. */
    public static @Nullable ClusterMember of(String key, Collection<ClusterMember> nodes) {
        return nodes.stream()
                .max(Comparator.comparingInt(node -> weight(key, node)))
                .orElse(null);
    }

    /** A mixed hash, since those of names that differ in one letter follow the same order for every key. */
    private static int weight(String key, ClusterMember node) {
        int mixed = (key.hashCode() * 31 + node.name().hashCode()) * 0x9E3779B9;
        return (mixed ^ mixed >>> 15) * 0x85EBCA6B;
    }
}
