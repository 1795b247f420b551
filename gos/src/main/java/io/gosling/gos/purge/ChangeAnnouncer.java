package io.gosling.gos.purge;

import io.gosling.purge.message.Selector;
import java.util.Collection;

/**
 * A port that announces to the other nodes what unsafe requests through this one have changed. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface ChangeAnnouncer {
    /**
     * Purges something from all other nodes; this one has done so already.
     *
     * @param soon whether another node may well have it: then the others are notified at once, and this waits for
     *     a while until it is certain that no node serves it; otherwise within a second
     */
    void changed(Collection<Selector> what, boolean soon);

    /** Announces nothing: there is no quorum. */
    ChangeAnnouncer NONE = (what, soon) -> {};
}
