package io.gosling.gos.peer;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.AddressBook;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.Inventory;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.space.TransferResult;
import io.gosling.gos.warm.Warmth;

/** For nodes from and to which no memory moves. */
final class IdleWarmth {
    private IdleWarmth() {}

    static WarmServer of(NodeMemory memory, Node self, Ticker ticker) {
        AddressBook book = AddressBook.alone(self);
        return new WarmServer(
                new Warmth(new Inventory(memory), (holder, object) -> TransferResult.MISSED, book, ticker), book);
    }
}
