package io.gosling.gos.memory;

import io.gosling.gos.objecttable.AgedCount;
import java.util.List;

/**
 * An object in this node's memory, as another node has to know it to take it over. Immutable.
 *
 * @param count what this node knows of its count
 * @param bytes what it takes of a budget
 * @param holders tags of the nodes that have it too, as its row last said; some may have dropped it since
 */
public record HeldObject(String key, AgedCount count, long bytes, List<Integer> holders) {
    public HeldObject {
        holders = List.copyOf(holders);
    }
}
