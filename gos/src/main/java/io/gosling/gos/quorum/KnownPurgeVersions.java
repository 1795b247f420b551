package io.gosling.gos.quorum;

import io.gosling.purge.message.PurgeVersionVector;
import java.time.Duration;

/**
 * The purges known to a node, for requests to other nodes: a node that gives a copy must know every purge that the
 * requester knows.
 */
public interface KnownPurgeVersions {
    /** The purges known here. */
    default PurgeVersionVector tell() {
        return PurgeVersionVector.ZERO;
    }

    /** Returns true if all purges that another node has reported are known here. */
    default boolean covers(PurgeVersionVector told) {
        return told.numbers().isEmpty();
    }

    /** The same, with a short wait: purges that one node knows are on their way to the others. */
    default boolean learns(PurgeVersionVector told, Duration timeout) throws InterruptedException {
        return covers(told);
    }

    /** None are known, as on a node that takes no part in purges. */
    static KnownPurgeVersions none() {
        return new KnownPurgeVersions() {};
    }
}
