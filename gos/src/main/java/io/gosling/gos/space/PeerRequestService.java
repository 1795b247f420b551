package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.RevalidationResult;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.DocumentFetch;
import io.gosling.gos.memory.DocumentFetchOutcome;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.memory.LocalObjectCache;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.LocalObjectEntry;
import java.io.IOException;

/**
 * Serves the requests of other nodes: gives objects from memory or disk, compares, drops. Never asks a third node for
 * bytes that a request waits for, so that no chain of nodes waits for each other. Used by the threads of
 * links; blocks. Event loops give fresh copies themselves: {@link LocalObjectCache#takeFreshAtOnce}.
 */
public record PeerRequestService(
        GlobalObjectSpace space,
        DocumentSource files,
        NodeObjectMemory memory,
        CopyRevalidator check,
        String self,
        Ticker ticker) {
    /**
     * The object from this node's memory, or not at all.
     *
     * @param agac its count as the requester knows it
     */
    public PeerObjectResult fromMemory(DocumentPath path, AgedCount agac) {
        InMemoryObject copy = memory.hot().take(path.key());
        if (copy == null) {
            return new PeerObjectResult.NotHeld();
        }
        if (check.usability(copy, null) == CopyRevalidator.Usability.UNUSABLE) {
            copy.document().release();
            return new PeerObjectResult.NotHeld();
        }
        memory.hot().heard(path.key(), agac);
        return lend(copy, ResponseSource.LOCAL_MEMORY);
    }

    /**
     * The object from this node's memory or its disk; an object that was read is stored if the cluster's count is
     * worth it, as everywhere.
     *
     * @param agac its count as the requester knows it
     * @param version the highest that the requester knows: an older copy here has missed a change
     * @throws IOException when the disk cannot be read
     */
    public PeerObjectResult fromHome(DocumentPath path, AgedCount agac, long version) throws IOException {
        LocalObjectEntry localObject = memory.localObjects().asked(path.key());
        check.overtake(localObject, version);
        if (fromMemory(path, agac) instanceof PeerObjectResult.Copy copy) {
            return copy;
        }
        memory.heard(localObject, agac);
        DocumentFetch fetch = memory.fetches().lead(path, localObject);
        if (fetch == null) {
            // Another thread is fetching the object, which the requester must not wait for.
            return fromDisk(path);
        }
        return switch (memory.fetches().run(fetch, () -> space.ownFile(fetch))) {
            case DocumentFetchOutcome.Held held -> lend(held.object(), ResponseSource.LOCAL_DISK);
            case DocumentFetchOutcome.Single single -> passing(new LookupResult.Found(single.document()), localObject);
            case DocumentFetchOutcome.NotHere none -> passing(none.lookup(), localObject);
            case DocumentFetchOutcome other -> throw new IllegalStateException("a file that was read as " + other);
        };
    }

    /** The object from this node's disk, not from its memory, which may be stale. */
    public PeerObjectResult fromDisk(DocumentPath path) throws IOException {
        return passing(files.find(path), memory.localObjects().asked(path.key()));
    }

    private PeerObjectResult passing(LookupResult own, LocalObjectEntry localObject) {
        if (!(own instanceof LookupResult.Found found)) {
            memory.localObjects().forget(localObject);
            return new PeerObjectResult.Said(own);
        }
        memory.statistics().count(Event.PEER_SERVES);
        return new PeerObjectResult.Copy(found.document(), localObject.version(), 0);
    }

    /** Brings an object into this node's memory that another one read from a disk and could not keep. */
    public void keep(DocumentPath path, AgedCount agac, long version) throws IOException {
        space.keep(path, agac, version);
    }

    /** Compares an entity tag with this node's file as it is now, so that ages do not add up. */
    public RevalidationResult compare(DocumentPath path, String etag) throws IOException {
        InMemoryObject copy = memory.hot().take(path.key());
        if (copy != null) {
            try {
                if (copy.isOwnFile() && files.check(path, copy.file()) == RevalidationResult.UNCHANGED) {
                    String tag = copy.document().representation().etag();
                    return tag.equals(etag) ? RevalidationResult.UNCHANGED : RevalidationResult.CHANGED;
                }
            } finally {
                copy.document().release();
            }
        }
        if (files.find(path) instanceof LookupResult.Found found) {
            try (Document document = found.document()) {
                return document.representation().etag().equals(etag)
                        ? RevalidationResult.UNCHANGED
                        : RevalidationResult.CHANGED;
            }
        }
        return RevalidationResult.GONE;
    }

    /** Another node has found that the object changed. */
    public void invalidated(String key, long version) {
        memory.statistics().count(Event.INVALIDATIONS_RECEIVED);
        LocalObjectEntry localObject = memory.localObjects().find(key);
        if (localObject != null) {
            localObject.learnVersion(version);
        }
        memory.fetches().overtaken(key, version);
        memory.hot().drop(key, version);
    }

    private PeerObjectResult.Copy lend(InMemoryObject copy, ResponseSource from) {
        memory.statistics().count(Event.PEER_SERVES);
        Document document = copy.lent(new Provenance(from, self));
        return new PeerObjectResult.Copy(document, copy.version(), copy.uncheckedNanos(ticker.nanos()));
    }
}
