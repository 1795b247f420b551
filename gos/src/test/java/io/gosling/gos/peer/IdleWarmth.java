package io.gosling.gos.peer;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.space.TransferResult;
import io.gosling.gos.warm.MemoryWarmUp;

/** For nodes from and to which no memory moves. */
final class IdleWarmth {
    private IdleWarmth() {}

    static MemoryWarmUp of(NodeMemory memory, Node self, Ticker ticker) {
        KnownNodes book = KnownNodes.alone(self);
        return new MemoryWarmUp(memory, (holder, object) -> TransferResult.MISSED, book, ticker);
    }
}
