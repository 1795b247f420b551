package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.instance.impl.HazelcastInstanceImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.internal.partition.IPartition;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * This member's ownership of a partition, by the same figures by which Hazelcast decides whether it may run an
 * operation here. A partition is marked as migrating on its thread before anything is copied, and until the table of
 * partitions names the new owner; its version grows with each change of that table; and a member that has joined
 * another half of a split cluster has another id.
 *
 * @param member the id of this member
 * @param version the version of the partition
 */
record PartitionOwnership(Node node, IPartition partition, UUID member, int version)
        implements HomeReadTable.Ownership {
    /** The ownership of a key's partition; null if there is none. */
    static @Nullable PartitionOwnership of(HazelcastInstance instance, UUID key) {
        try {
            Node node = node(instance);
            if (node == null) {
                return null;
            }
            IPartition partition = node.getPartitionService()
                    .getPartition(node.getPartitionService().getPartitionId(key), false);
            PartitionOwnership now = new PartitionOwnership(
                    node, partition, node.getLocalMember().getUuid(), partition.version());
            return now.holds() ? now : null;
        } catch (HazelcastInstanceNotActiveException e) {
            return null;
        }
    }

    /** The inside of an instance; null if it has none. */
    static @Nullable Node node(HazelcastInstance instance) {
        return switch (instance) {
            case HazelcastInstanceImpl original -> original.node;
            case HazelcastInstanceProxy proxy -> proxy.getOriginal().node;
            default -> null;
        };
    }

    /** The mark is read before the version: it is removed after the version has changed. */
    @Override
    public boolean holds() {
        return !partition.isMigrating()
                && partition.version() == version
                && partition.isLocal()
                && node.isRunning()
                && member.equals(node.getLocalMember().getUuid());
    }
}
