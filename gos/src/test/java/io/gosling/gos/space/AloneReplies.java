package io.gosling.gos.space;

import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.NodeMemory;

/** The responses of a node without others. */
public final class AloneReplies {
    private AloneReplies() {}

    public static SharedReplies of(NodeMemory memory) {
        return new SharedReplies(memory, ClusterPeers.none(Node.named("", 0)));
    }
}
