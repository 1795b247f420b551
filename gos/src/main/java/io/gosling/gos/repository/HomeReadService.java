package io.gosling.gos.repository;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads objects that are at home on this node. Safe for use by many threads; never blocks. */
public interface HomeReadService {
    /**
     * Answers at once.
     *
     * @param known as in {@link HomeRequest.Read}
     * @return null if the thread of the object's partition has to be asked: {@link #read}
     */
    default @Nullable HomeReply readAtOnce(ObjectKey key, long known) {
        return null;
    }

    /**
     * Has the thread of the object's partition answer.
     *
     * @return completes with null if this node is not the object's home, as far as it knows, or cannot answer for it;
     *     never fails
     */
    default CompletableFuture<@Nullable HomeAnswer> read(ObjectKey key, long known) {
        return CompletableFuture.completedFuture(null);
    }

    /** A node that is no home. */
    static HomeReadService none() {
        return new HomeReadService() {};
    }
}
