package io.gosling.gos.memory;

import io.gosling.gos.objecttable.AgedCount;
import java.util.List;

/**
 * An object in a node's memory, with the data for another node's takeover. Immutable.
 *
 * @param count its count, as far as that node knows it
 * @param holders tags of the nodes that have it too, as its directory entry last reported; some may have dropped it
 *     since. Not sent to other nodes
 */
public record HeldObjectSummary(String key, AgedCount count, long bytes, List<Integer> holders) {
    public HeldObjectSummary {
        holders = List.copyOf(holders);
    }

    /** An object as another node lists it. */
    public HeldObjectSummary(String key, AgedCount count, long bytes) {
        this(key, count, bytes, List.of());
    }
}
