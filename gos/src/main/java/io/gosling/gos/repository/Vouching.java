package io.gosling.gos.repository;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who says that what this node remembers of others' objects is still true. Safe for use by many threads; never blocks.
 *
 * <p>With voters: their lease, and the purges that came with it. Without: nobody, so every get asks the home whether the
 * version is still the same.
 */
public interface Vouching {
    /** What the names of objects begin with in purges; the rest is the key's hash. */
    String NAMES = "/~gosling/objects/";

    /** In place of a hash: any of them. */
    String ANY = "*";

    /** The number of the last purge here; to be read before the home is asked. */
    long latest();

    /** Whether bytes that the home gave when {@code since} was the latest purge may be served without asking it. */
    boolean isGood(ObjectKey key, long since);

    /** Why this node may answer for nothing at this moment; null when it may. */
    @Nullable
    String obstacle();

    /**
     * Has all nodes forget their copies: this one at once, the others in their time. Completes with an empty string when
     * it is certain that nobody serves one, else with why it is not.
     */
    CompletableFuture<String> forget(ObjectKey key);

    /** Tries again to have forgotten what is not certain to be; to be called now and then. Returns at once. */
    default void again() {}

    /** Nobody: the home is asked each time, so there is nothing to forget. */
    static Vouching none() {
        return new Vouching() {
            @Override
            public long latest() {
                return 0;
            }

            @Override
            public boolean isGood(ObjectKey key, long since) {
                return false;
            }

            @Override
            public @Nullable String obstacle() {
                return null;
            }

            @Override
            public CompletableFuture<String> forget(ObjectKey key) {
                return CompletableFuture.completedFuture("");
            }
        };
    }
}
