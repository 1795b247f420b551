package io.gosling.gos.space;

import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.objecttable.GlobalObjectTable;

/** The ports and the responses of a node without others. */
public final class AloneReplies {
    private AloneReplies() {}

    public static ClusterPeers peers(Node self) {
        return new ClusterPeers(GlobalObjectTable.none(), Peers.none(), KnownNodes.alone(self), new PeerLoads());
    }

    public static ClusterReplies of(NodeMemory memory) {
        return new ClusterReplies(memory, peers(Node.named("", 0)));
    }
}
