package io.gosling.freshness;

/**
 * The memory of this node, as purges see it. Called by the owner of {@link Freshness}; must not block for long and must
 * not throw.
 *
 * <p>Two rules are the memory's to keep. A fill is registered before its origin is asked, and what it brings is kept only
 * if it is still open at the moment of keeping. And each copy carries a serial number that grows with each copy that is
 * kept, or confirmed by the origin.
 */
public interface Copies {
    /**
     * Removes the selected copies, or marks them stale, and closes the fills under way that may bring one. When this
     * returns, nothing that was asked of the origin before is served to a request that comes afterwards.
     */
    void apply(Purge purge);

    /**
     * Closes every fill under way, since purges may have been missed.
     *
     * @return a serial number above that of each copy now held, and not above that of any kept or confirmed later: copies
     *     below it must be confirmed by the origin before they are served
     */
    long doubt();

    /** No memory at all, as on a front-end that votes. */
    static Copies none() {
        return new Copies() {
            @Override
            public void apply(Purge purge) {}

            @Override
            public long doubt() {
                return 0;
            }
        };
    }
}
