package io.gosling.gos.warm;

import java.time.Duration;
import java.util.SortedSet;

/**
 * What became of the memory of a node that leaves. Immutable.
 *
 * @param objects that it held
 * @param elsewhere of these, that other nodes have as well, as far as is known
 * @param moved what the others said of the rest; missed are those that nobody has now
 * @param to who was asked to take something
 * @param took how long it was
 */
public record HandOverReport(int objects, int elsewhere, HandedOver moved, SortedSet<String> to, Duration took) {
    /** Whether everything that is worth a place is where it may be found. */
    public boolean isComplete() {
        return moved.missed() == 0;
    }
}
