package io.gosling.purge;

import io.gosling.purge.message.Purge;
import io.gosling.purge.message.PurgeRecord;
import org.jspecify.annotations.Nullable;

/**
 * The memory of this node, as purges see it. Called by the owner of {@link PurgeParticipant}; must not block for long and must
 * not throw.
 *
 * <p>Two rules are the memory's to keep. A fill takes a number before its origin is asked, and what it brings is held
 * against every purge since that number at the moment of keeping, in one step with it. And each copy carries the number
 * as of which it is known to be good, which grows when it is kept, confirmed by the origin, or held against later purges.
 */
public interface CopyStore {
    /**
     * The selected copies, and what fills under way may bring of them, are gone from now on, or stale. When this
     * returns, nothing that was asked of the origin before is served to a request that comes afterwards.
     */
    void apply(Purge purge);

    /**
     * The same of a purge that has its number, for a memory that outlives the process: after a start it is told again of
     * what it may have done before.
     *
     * @param leaseEnd until when this node has, or had, the right to serve, by {@link System#nanoTime}. Others may have
     *     called it complete at that moment: if it is past, what a soft purge makes stale has been stale since then. A
     *     moment and not a duration, so that nobody who stops on the way makes it later
     */
    default void learn(PurgeRecord record, long leaseEnd) {
        apply(record.purge());
    }

    /**
     * Another purge that takes less place to remember, and that means at least what this one does; null where there is none.
     * It is told instead to those who missed this one, when there is much to remember.
     */
    default @Nullable Purge shorter(Purge purge) {
        return null;
    }

    /**
     * Purges may have been missed: what is held, or under way, is not known to be good.
     *
     * @return a number above that of each copy now held, and not above that of any kept or confirmed later: copies below it
     *     must be confirmed by the origin before they are served
     */
    long doubt();

    /** No memory at all, as on a front-end that votes. */
    static CopyStore none() {
        return new CopyStore() {
            @Override
            public void apply(Purge purge) {}

            @Override
            public long doubt() {
                return 0;
            }
        };
    }
}
