package io.gosling.gos.repository;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether what this node remembers of other nodes' objects is still valid. Safe for use by many threads; never
 * blocks.
 *
 * <p>With a quorum, its lease decides, and the purges that came with it. Without one nothing does, so every get asks
 * the home whether the version is still the same.
 */
public interface CopyCoherence {
    /** The prefix of the names of objects in purges; the rest is the key's hash. */
    String NAMES = "/~gosling/objects/";

    String ANY = "*";

    /** The number of the last purge here; to be read before the home is asked. */
    default long latest() {
        return 0;
    }

    /** Returns true if bytes as of purge {@code since} may be served without asking the home. */
    default boolean isGood(ObjectKey key, long since) {
        return false;
    }

    /** The reason why this node may answer for nothing at this moment; null when it may. */
    default @Nullable String obstacle() {
        return null;
    }

    /**
     * Makes all nodes drop their copies: this one at once, the others later. Completes with an empty string when it is
     * certain that no node serves one, else with the reason why it is not.
     */
    default CompletableFuture<String> forget(ObjectKey key) {
        return CompletableFuture.completedFuture("");
    }

    /** Repeats the purges that are not certain; to be called now and then. Returns at once. */
    default void again() {}

    /** Without a quorum: the home is asked each time, so there is nothing to forget. */
    static CopyCoherence none() {
        return new CopyCoherence() {};
    }
}
