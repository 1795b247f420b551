package io.gosling.gos.purge;

import io.gosling.purge.message.PurgeSelector;
import java.util.Collection;

/**
 * A port that announces to the other nodes what unsafe requests through this one have changed. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface ChangeAnnouncer {
    /**
     * Purges something from all other nodes; this one has done so.
     *
     * @param soon true to notify the others at once and wait until no node serves it; otherwise within a second
     */
    void changed(Collection<PurgeSelector> what, boolean soon);

    ChangeAnnouncer NONE = (what, soon) -> {};
}
