package io.gosling.gos.repository;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads objects from homes on other nodes, over the peer channel. Safe for use by many threads; never blocks. */
@FunctionalInterface
public interface RemoteHomeReader {
    /**
     * Asks a node.
     *
     * @param home the node's tag
     * @param known as in {@link HomeRequest.Read}
     * @return completes with null if the node was not asked, is not the home, or did not answer; never fails
     */
    CompletableFuture<@Nullable HomeAnswer> read(int home, ObjectKey key, long known);

    /** Asks nobody. */
    static RemoteHomeReader none() {
        return (home, key, known) -> CompletableFuture.completedFuture(null);
    }
}
