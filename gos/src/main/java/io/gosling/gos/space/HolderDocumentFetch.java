package io.gosling.gos.space;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.FetchedObjectReceiver;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.http.documents.FetchedDocument;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fetch of a document from a known holder. */
final class HolderDocumentFetch implements HolderFetch {
    private final FetchedObjectReceiver fetchedObjects;
    private final DocumentPath path;
    private final LocalObjectEntry object;
    private final ClusterMember holder;
    private final Provenance from;
    private final long beganNanos;

    /** The number of the last purge before it began. */
    private final long since;

    private @Nullable InMemoryObject fetched;

    /**
     * The fetches of documents.
     *
     * @param homeOf returns the name of a document's home node, or null
     */
    record HeldDocuments(FetchedObjectReceiver fetchedObjects, Function<String, @Nullable String> homeOf, Ticker ticker)
            implements HolderFetch.Kind {
        @Override
        public boolean has(String key) {
            return canonical(key) != null;
        }

        @Override
        public HolderFetch of(LocalObjectEntry object, ClusterMember holder) {
            boolean home = holder.name().equals(homeOf.apply(object.key()));
            ResponseSource from = home ? ResponseSource.HOME_MEMORY : ResponseSource.PEER_MEMORY;
            return new HolderDocumentFetch(
                    fetchedObjects, object, holder, new Provenance(from, holder.name()), ticker.nanos());
        }

        @Override
        public SmallObjectClient.Wanted wanted() {
            return SmallObjectClient.Wanted.DOCUMENT;
        }
    }

    /** Returns the path whose key this is; null if it is no key of a document. */
    static @Nullable DocumentPath canonical(String key) {
        DocumentPath path = DocumentPath.find(key);
        return path != null && path.key().equals(key) ? path : null;
    }

    private HolderDocumentFetch(
            FetchedObjectReceiver fetchedObjects,
            LocalObjectEntry object,
            ClusterMember holder,
            Provenance from,
            long beganNanos) {
        this.fetchedObjects = fetchedObjects;
        this.path = DocumentPath.parse(object.key());
        this.object = object;
        this.holder = holder;
        this.from = from;
        this.beganNanos = beganNanos;
        this.since = fetchedObjects.memory().purges().latest();
    }

    @Override
    public boolean ask(SmallObjectClient peers, Executor loop, SmallObjectClient.Receiver receiver) {
        return peers.beginFetch(
                holder, path, object.count(fetchedObjects.memory().epoch().now()), loop, receiver);
    }

    @Override
    public @Nullable FetchedDocument response(SmallObjectResult answer) {
        if (!(answer instanceof SmallObjectResult.Copy copy)) {
            throw new IllegalArgumentException("a document was asked for, and this came: " + answer);
        }
        InMemoryObject made = fetchedObjects.unverified(
                object,
                copy.representation(),
                copy.stamp(),
                copy.version(),
                beganNanos - copy.uncheckedNanos(),
                since,
                copy.bytes());
        PreparedHeaders fields = copy.version() >= object.version()
                        && fetchedObjects.memory().hot().isFresh(made)
                ? fetchedObjects.memory().hot().preparation().fields(path, copy.representation(), from)
                : PreparedHeaders.none();
        if (fields.isNone()) {
            return null;
        }
        fetched = made;
        return new FetchedDocument(made.document(), fields, from.from());
    }

    @Override
    public void keep() throws IOException {
        if (fetched != null) {
            fetchedObjects.keep(fetched, holder.name());
        }
    }
}
