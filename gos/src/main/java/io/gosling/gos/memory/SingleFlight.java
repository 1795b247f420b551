package io.gosling.gos.memory;

import io.gosling.document.DocumentPath;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.PurgeHistory;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The fetches in progress on this node: at most one open fetch for each object. Used by worker paths and the peer
 * channel.
 *
 * <p>No request waits for a waiter: only leaders are waited for, and a leader waits for no other fetch.
 */
public final class SingleFlight {
    private final ConcurrentHashMap<String, DocumentFetch> fetches = new ConcurrentHashMap<>();
    private final PurgeHistory purges;

    /** @param purges close fetches: no request joins one that a purge has overtaken */
    public SingleFlight(PurgeHistory purges) {
        this.purges = purges;
    }

    /** The role of a request in a fetch: leader or waiter. */
    public sealed interface Seat {
        /** Does the fetch, and ends it in every case by {@link SingleFlight#finish}. */
        record Leader(DocumentFetch fetch) implements Seat {}

        /** Waits by {@link DocumentFetch#await}. */
        record Waiter(DocumentFetch fetch) implements Seat {}
    }

    public Seat enter(DocumentPath path, LocalObjectEntry object) {
        String key = path.key();
        DocumentFetch mine = new DocumentFetch(path, object, purges.latest());
        while (true) {
            DocumentFetch other = fetches.putIfAbsent(key, mine);
            if (other == null) {
                return new Seat.Leader(begun(mine));
            }
            if (purges.isJoinable(key, other.since) && other.join()) {
                return new Seat.Waiter(other);
            }
            other.overtaken(Long.MAX_VALUE);
            fetches.remove(key, other);
        }
    }

    /** A fetch for a caller that does not wait: to be ended by {@link #finish}; null when another is in progress. */
    @Nullable
    public DocumentFetch lead(DocumentPath path, LocalObjectEntry object) {
        DocumentFetch mine = new DocumentFetch(path, object, purges.latest());
        return fetches.putIfAbsent(path.key(), mine) == null ? begun(mine) : null;
    }

    /** A change that came before the fetch could be found closes nothing: what is read from now on has it. */
    private static DocumentFetch begun(DocumentFetch mine) {
        mine.expectVersion(mine.object().version());
        return mine;
    }

    /** Fetches what {@link #lead} or {@link #enter} has begun. */
    @FunctionalInterface
    public interface Fetching<E extends Exception> {
        DocumentFetchOutcome fetch() throws E;
    }

    /** Fetches, and ends the fetch in every case; to the others a failure means that each goes for itself. */
    public <E extends Exception> DocumentFetchOutcome run(DocumentFetch fetch, Fetching<E> fetching) throws E {
        DocumentFetchOutcome outcome = new DocumentFetchOutcome.EachAlone();
        try {
            outcome = fetching.fetch();
            return outcome;
        } finally {
            finish(fetch, outcome);
        }
    }

    /** Ends a fetch: first all waiting requests are woken, then a new one may begin, so that no two are open. */
    public void finish(DocumentFetch fetch, DocumentFetchOutcome outcome) {
        fetch.complete(outcome);
        fetches.remove(fetch.path().key(), fetch);
    }

    /** The object is at this version now: closes its fetch if that may be reading an older one. */
    public void overtaken(String key, long version) {
        DocumentFetch fetch = fetches.get(key);
        if (fetch != null) {
            fetch.overtaken(version);
        }
    }

    /** The number of fetches under way; for tests. */
    public int inProgress() {
        return fetches.size();
    }
}
