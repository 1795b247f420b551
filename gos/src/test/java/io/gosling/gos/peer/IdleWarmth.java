package io.gosling.gos.peer;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.space.TransferResult;
import io.gosling.gos.warm.MemoryHandOver;

/** For nodes from and to which no memory moves. */
final class IdleWarmth {
    private IdleWarmth() {}

    static MemoryHandOver of(NodeObjectMemory memory, ClusterMember self, Ticker ticker) {
        KnownNodes book = KnownNodes.alone(self);
        return new MemoryHandOver(memory, (holder, object) -> TransferResult.MISSED, book, ticker);
    }
}
