package io.gosling.gos.peer;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.Inventory;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.space.TransferResult;
import io.gosling.gos.warm.MemoryWarmUp;

/** For nodes from and to which no memory moves. */
final class IdleWarmth {
    private IdleWarmth() {}

    static WarmServer of(NodeMemory memory, Node self, Ticker ticker) {
        MessageRecipients book = MessageRecipients.alone(self);
        return new WarmServer(
                new MemoryWarmUp(new Inventory(memory), (holder, object) -> TransferResult.MISSED, book, ticker), book);
    }
}
