package io.gosling.purge;

import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import org.jspecify.annotations.Nullable;

/**
 * The memory of this node, as purges see it. Called by the owner of {@link PurgeParticipant}; must not block for long
 * and must not throw.
 *
 * <p>The memory has to keep two rules. A fetch takes a number before its origin is asked, and its result is checked
 * against every purge since that number at the moment of storing, in one step with it. And each copy carries the
 * number as of which it is known to be valid, which grows when it is stored, confirmed by the origin, or checked
 * against later purges.
 */
public interface PurgeableCopies {
    /**
     * Removes the selected copies, and the results of fetches under way for them, or makes them stale. When this
     * returns, no response that was requested from the origin before is served to a later request.
     */
    void apply(PurgeRequest purge);

    /**
     * The same for a numbered purge, for a memory that outlives the process: after a start it receives again purges
     * that it may have applied before.
     *
     * @param leaseEnd end of this node's right to serve, by {@link System#nanoTime}. If it is past, copies that a soft
     *     purge makes stale have been stale since then
     */
    default void learn(PurgeRecord record, long leaseEnd) {
        apply(record.purge());
    }

    /**
     * A purge that takes less space, and selects at least what this one does; null where there is none. It is sent
     * instead to nodes that missed this one, when there is much to remember.
     */
    default @Nullable PurgeRequest shorter(PurgeRequest purge) {
        return null;
    }

    /**
     * Purges may have been missed: copies that are held, or under way, must be confirmed by the origin before they are
     * served.
     */
    void doubt();
}
