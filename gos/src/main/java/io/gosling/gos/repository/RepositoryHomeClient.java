package io.gosling.gos.repository;

import java.util.concurrent.CompletableFuture;

/** The way to the homes of objects. Safe for use by many threads; never blocks. */
public interface RepositoryHomeClient {
    /**
     * Asks an object's home. Completes within a deadline, never exceptionally: a result that is not known by then is
     * {@link HomeAnswer.Unavailable}, and the change may have been made all the same.
     */
    CompletableFuture<HomeAnswer> ask(ObjectKey key, HomeRequest request);

    /** Returns true if this node is the object's home, as far as it knows. */
    boolean isHere(ObjectKey key);
}
