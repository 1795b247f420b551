package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.Node;
import java.util.List;

/**
 * The dead members at whose address this member has met itself, which Hazelcast 5.7 would keep in its list for ever.
 *
 * <p>A connection to a local address where nobody listens any more is opened to itself if it happens to get that
 * address's port. Hazelcast then takes the address for one of its own: it refuses to connect there, and throws that
 * error in each heartbeat before it looks how long the member has been silent, once that is ten heartbeats.
 */
final class SelfConnectedMemberDetector {
    private SelfConnectedMemberDetector() {}

    /** The other members whose addresses Hazelcast takes for this member's. */
    static List<Member> of(HazelcastInstance instance) {
        Node node = PartitionOwnership.node(instance);
        return node == null
                ? List.of()
                : node.getClusterService().getMembers().stream()
                        .filter(member -> !member.localMember()
                                && node.getThisUuid()
                                        .equals(node.getLocalAddressRegistry().uuidOf(member.getAddress())))
                        .toList();
    }

    /** Suspects these members, as Hazelcast does those to which it cannot connect: the oldest member removes them. */
    static void suspect(HazelcastInstance instance) {
        Node node = PartitionOwnership.node(instance);
        if (node != null) {
            of(instance)
                    .forEach(member ->
                            node.getClusterService().suspectMember(member, "its address has led to this member", true));
        }
    }
}
