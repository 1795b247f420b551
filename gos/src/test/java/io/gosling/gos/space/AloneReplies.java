package io.gosling.gos.space;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.GlobalObjectTable;

/** The ports and the responses of a node without others. */
public final class AloneReplies {
    private AloneReplies() {}

    public static ClusterAccess peers(ClusterMember self) {
        return new ClusterAccess(GlobalObjectTable.none(), PeerClient.none(), KnownNodes.alone(self), new PeerLoads());
    }

    public static ClusterResponseSharing of(NodeObjectMemory memory) {
        return new ClusterResponseSharing(memory, peers(ClusterMember.named("", 0)));
    }
}
