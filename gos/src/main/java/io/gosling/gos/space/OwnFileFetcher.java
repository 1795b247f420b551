package io.gosling.gos.space;

import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;

/**
 * Fetches documents for event loops from this node's own files, while it shares its memory with no other node. What
 * needs more than one read, such as a copy to be compared with its file or a fetch that another request has begun, is
 * left to the worker path.
 */
record OwnFileFetcher(GlobalObjectSpace space, StorageThreads storageThreads) implements UncachedDocumentFetcher {
    private static final Logger LOG = System.getLogger(OwnFileFetcher.class.getName());

    @Override
    public boolean mayFetch(String key) {
        return space.isCold(key);
    }

    @Override
    public boolean fetch(String key, Executor loop, Receiver receiver) {
        return space.isCold(key) && storageThreads.submit(() -> read(key, receiver));
    }

    private void read(String key, Receiver receiver) {
        if (!receiver.begins()) {
            return;
        }
        FetchedDocument fetched = null;
        try {
            fetched = space.fetchCold(key);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "left to the worker path: {0}: {1}", key, e);
        } finally {
            receiver.done(fetched);
        }
    }
}
