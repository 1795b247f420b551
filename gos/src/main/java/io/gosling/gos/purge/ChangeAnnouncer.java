package io.gosling.gos.purge;

import io.gosling.purge.message.Selector;
import java.util.Collection;

/** Tells the other nodes what unsafe requests through this one have changed: a port. Safe for use by many threads. */
@FunctionalInterface
public interface ChangeAnnouncer {
    /**
     * Has all nodes forget something; this one has done so.
     *
     * @param soon whether another node may well have it: then it is told at once, and this waits for a while until it is certain
     *     that nobody serves it; otherwise within a second
     */
    void changed(Collection<Selector> what, boolean soon);

    /** Nobody hears of it: there are no voters. */
    ChangeAnnouncer NONE = (what, soon) -> {};
}
