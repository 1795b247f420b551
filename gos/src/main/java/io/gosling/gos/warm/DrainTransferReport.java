package io.gosling.gos.warm;

import java.time.Duration;
import java.util.SortedSet;

/**
 * A report on the transfer of the memory of a leaving node. Immutable.
 *
 * @param elsewhere the objects among these that other nodes have as well, as far as is known
 * @param moved the answers of the other nodes for the rest; missed objects are those that no node has now
 * @param to the nodes that were asked to take objects
 */
public record DrainTransferReport(int objects, int elsewhere, MoveResult moved, SortedSet<String> to, Duration took) {
    /** Returns true if everything that is worth a place was placed. */
    public boolean isComplete() {
        return moved.missed() == 0;
    }
}
