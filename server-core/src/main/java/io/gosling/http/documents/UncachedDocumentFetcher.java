package io.gosling.http.documents;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The port through which the event-loop path fetches documents that are not hot. Called by event loops:
 * implementations never block. They read files on threads of their own.
 */
@FunctionalInterface
public interface UncachedDocumentFetcher {
    /** Returns false while all documents are left to the worker path. */
    default boolean isOpen() {
        return true;
    }

    /** Returns false where {@link #fetch} would do nothing. */
    default boolean mayFetch(String key) {
        return true;
    }

    /**
     * Begins to fetch a document, which then calls the receiver.
     *
     * @param key as for {@link CachedDocumentLookup#acquire}, which has not found it
     * @param loop the caller's
     * @return false, with nothing done, where the worker path is to answer
     */
    boolean fetch(String key, Executor loop, Receiver receiver);

    /** The request that a document is fetched for. Called by the loop, or by a thread that may block. */
    interface Receiver {
        /**
         * Called once, before anything is read.
         *
         * @return false if the document is no longer wanted: then nothing else is called
         */
        boolean begins();

        /**
         * Called once, at the end.
         *
         * @param document passes to the receiver; null where the worker path is to answer
         */
        void done(@Nullable FetchedDocument document);
    }
}
