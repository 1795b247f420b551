package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.RevalidationResult;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.StoreNodeSelector;
import io.gosling.gos.memory.DocumentFetch;
import io.gosling.gos.memory.DocumentFetchOutcome;
import io.gosling.gos.memory.FetchedObjectReceiver;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.memory.LocalObjectCache;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.memory.SingleFlight.Seat;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.CopyRevalidator.Usability;
import io.gosling.http.Headers;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The memory of all nodes as one source of documents: the lookup.
 *
 * <pre>
 *   1 a copy here, checked within the refresh interval            local memory
 *   2 another request is fetching the object: wait for it
 *   3 a copy here, not checked lately: compare it with its file   local memory
 *   4 the memory of a holder that this node knows of              peer or home memory
 *   5 locate, unless alone: reads the directory entry, counts
 *     this access, and names other holders                        peer or home memory
 *   6 this node's own disk                                        local disk
 *   7 the home node, when the homes setting names one             home memory or disk
 *   8 store the result, or not; update the directory entry
 * </pre>
 *
 * <p>A known holder's copy has at least the version that is known here. If the message of a change was lost, its age is
 * bounded by the refresh interval, like that of a copy in this node's memory.
 *
 * <p>Used by worker paths; blocks. Step 1 for most requests happens on event loops, in {@link
 * LocalObjectCache#acquire}, step 4 for small documents in {@link HolderObjectFetcher}, steps 6 and 8 of a node that is
 * alone on the threads of {@link StorageThreads}.
 */
public final class GlobalObjectSpace implements DocumentSource {
    /** Bytes of a file that is read for event loops; larger ones are left to worker paths. */
    private static final int MOST_READ = 1 << 20;

    private static final Set<ResponseSource> DISKS = Set.of(ResponseSource.LOCAL_DISK, ResponseSource.HOME_DISK);

    private static final ThreadFactory CHECKS =
            Thread.ofVirtual().name("gosling-copy-check").factory();

    private final DocumentSource files;
    private final NodeObjectMemory memory;
    private final ClusterAccess clusterPeers;
    private final CopyRevalidator check;
    private final FetchedObjectReceiver receiver;
    private final HolderCopyLookup holders;

    private final ObjectSpaceSettings settings;
    private final Ticker ticker;

    public GlobalObjectSpace(
            DocumentSource files,
            PreparedHeaderBuilder preparation,
            NodeObjectMemory memory,
            ClusterAccess clusterPeers,
            ObjectSpaceSettings settings,
            Ticker ticker) {
        this.files = files;
        this.memory = memory;
        this.clusterPeers = clusterPeers;
        memory.localObjects().unsettledBy(key -> clusterPeers.table().isUnsettled(key));
        this.check = new CopyRevalidator(files, memory, clusterPeers, settings, ticker);
        this.receiver = new FetchedObjectReceiver(memory, clusterPeers::table);
        this.settings = settings;
        this.holders = new HolderCopyLookup(memory, clusterPeers, check, receiver, intervalNanos(), ticker);
        this.ticker = ticker;
        memory.hot().prepareBy(preparation);
        memory.hot()
                .refreshBy(copy -> CHECKS.newThread(() -> check.refresh(copy)).start());
    }

    private long intervalNanos() {
        return settings.freshness().get(FreshnessSettings.INTERVAL).toNanos();
    }

    @Override
    public LookupResult find(DocumentPath path) throws IOException {
        LocalObjectEntry object = memory.localObjects().asked(path.key());
        object.countAccess();
        InMemoryObject copy = memory.hot().takeFresh(path.key());
        if (copy != null) {
            return answer(fromMemory(copy, Usability.CHECKED));
        }
        if (!memory.hot().mayServe()) {
            // Other requests' fetches may have begun before a purge that precedes this request.
            return alone(path, object);
        }
        return switch (memory.fetches().enter(path, object)) {
            case Seat.Leader leader -> lead(leader.fetch());
            case Seat.Waiter waiter -> follow(waiter.fetch());
        };
    }

    @Override
    public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
        return files.check(path, known);
    }

    /** Returns true while no other node shares its memory with this one. No lock. */
    boolean isAlone() {
        return !clusterPeers.table().isShared();
    }

    /** Returns whether {@link #fetchCold} may succeed. Called by event loops; no lock. */
    boolean isCold(String key) {
        return isAlone() && !memory.hot().holds(key) && memory.hot().mayServe();
    }

    /**
     * Reads a document that is not in memory from this node's own file, and stores it or not. Called by {@link
     * StorageThreads}.
     *
     * @return null where {@link #find} is to answer
     */
    @Nullable
    FetchedDocument fetchCold(String key) throws IOException {
        DocumentPath path = HolderDocumentFetch.canonical(key);
        if (path == null || !isCold(key)) {
            return null;
        }
        DocumentFetch fetch = memory.fetches().lead(path, memory.localObjects().asked(key));
        try {
            return fetch == null ? null : fetched(fetch, memory.fetches().run(fetch, () -> smallFile(fetch)));
        } catch (LargeFile e) {
            return null;
        }
    }

    private DocumentFetchOutcome smallFile(DocumentFetch fetch) throws IOException {
        long began = ticker.nanos();
        LookupResult own = files.find(fetch.path(), this::smallDestination);
        if (own instanceof LookupResult.Found) {
            fetch.object().countAccess();
        }
        return taken(fetch, own, began);
    }

    /** Reads this node's own file, and stores what it has, or not. */
    DocumentFetchOutcome ownFile(DocumentFetch fetch) throws IOException {
        long began = ticker.nanos();
        return taken(fetch, files.find(fetch.path(), receiver::destination), began);
    }

    private DocumentFetchOutcome taken(DocumentFetch fetch, LookupResult own, long began) throws IOException {
        if (!(own instanceof LookupResult.Found found)) {
            return new DocumentFetchOutcome.NotHere(own);
        }
        var copy = new PeerObjectResult.Copy(found.document(), fetch.expectedVersion(), 0);
        return receiver.take(fetch, copy, new Provenance(ResponseSource.LOCAL_DISK, settings.node()), began);
    }

    /** The buffer for a file that takes little time to read, so that those behind it need not wait. */
    private @Nullable ByteBuf smallDestination(long length) {
        if (length > MOST_READ) {
            throw new LargeFile();
        }
        return receiver.destination(length);
    }

    /** A file of more than {@link #MOST_READ} bytes, found where a small one was to be read. */
    private static final class LargeFile extends RuntimeException {
        private static final long serialVersionUID = 1;

        LargeFile() {
            super("a large file", null, false, false);
        }
    }

    private @Nullable FetchedDocument fetched(DocumentFetch fetch, DocumentFetchOutcome outcome) {
        if (outcome instanceof DocumentFetchOutcome.Held held) {
            StoredDocument document = held.object().document();
            PreparedHeaders fields =
                    memory.hot().preparation().fields(fetch.path(), document.representation(), held.provenance());
            if (!fields.isNone()) {
                return new FetchedDocument(document, fields, held.provenance().from());
            }
        }
        release(outcome);
        if (outcome instanceof DocumentFetchOutcome.NotHere) {
            memory.localObjects().forget(fetch.object());
        }
        return null;
    }

    private LookupResult lead(DocumentFetch fetch) throws IOException {
        DocumentFetchOutcome outcome = memory.fetches().run(fetch, () -> lookup(fetch));
        placeElsewhere(fetch, outcome);
        return answer(outcome);
    }

    /** Offers an object to a store node that had to be read from a disk and was not kept here. */
    private void placeElsewhere(DocumentFetch fetch, DocumentFetchOutcome outcome) {
        LocalObjectEntry object = fetch.object();
        if (!(outcome instanceof DocumentFetchOutcome.Held held)
                || object.isHeld()
                || !DISKS.contains(held.provenance().from())) {
            return;
        }
        AgedCount agac = object.count(memory.epoch().now());
        ClusterMember store = agac.value() < StoreNodeSelector.LEAST
                ? null
                : StoreNodeSelector.of(object.key(), clusterPeers.book().others(), object.holders());
        if (store != null) {
            memory.statistics().count(Event.FETCHES_OFFERED);
            clusterPeers.peers().offer(store, fetch.path(), agac, object.version());
        }
    }

    /**
     * Fetches an object that another node could not keep, if its count is worth it; may ask the home.
     *
     * @param agac its count as that node knows it
     * @param version the highest that it knows
     * @throws IOException when neither this node's disk nor the home could be read
     */
    void keep(DocumentPath path, AgedCount agac, long version) throws IOException {
        check.overtake(memory.localObjects().asked(path.key()), version);
        place(path, agac, this::fromFile);
    }

    /**
     * Transfers an object from another node's memory into this node's, if its count is worth it. Blocks.
     *
     * @param agac its count as that node knows it
     */
    public TransferResult transfer(ClusterMember holder, DocumentPath path, AgedCount agac) {
        return place(path, agac, fetch -> {
            DocumentFetchOutcome lent = holders.fromHolder(holder, homeOf(path.key()), fetch);
            return lent == null ? new DocumentFetchOutcome.EachAlone() : lent;
        });
    }

    /** A step that leads a fetch. */
    @FunctionalInterface
    private interface Source<E extends Exception> {
        DocumentFetchOutcome fetch(DocumentFetch fetch) throws E;
    }

    /** Fetches an object into this node's memory because another node knows its count. */
    private <E extends Exception> TransferResult place(DocumentPath path, AgedCount agac, Source<E> source) throws E {
        LocalObjectEntry object = memory.localObjects().asked(path.key());
        if (object.isHeld()) {
            memory.hot().heard(path.key(), agac);
            return TransferResult.HELD;
        }
        memory.heard(object, agac);
        DocumentFetch fetch = memory.fetches().lead(path, object);
        if (fetch == null) {
            return TransferResult.LATE;
        }
        DocumentFetchOutcome outcome = memory.fetches().run(fetch, () -> source.fetch(fetch));
        release(outcome);
        return object.isHeld()
                ? TransferResult.KEPT
                : outcome instanceof DocumentFetchOutcome.EachAlone ? TransferResult.LATE : TransferResult.REFUSED;
    }

    private static void release(DocumentFetchOutcome outcome) {
        if (outcome instanceof DocumentFetchOutcome.Held held) {
            held.object().document().release();
        } else if (outcome instanceof DocumentFetchOutcome.Single single) {
            single.document().close();
        }
    }

    private LookupResult alone(DocumentPath path, LocalObjectEntry object) throws IOException {
        return answer(lookup(DocumentFetch.closed(path, object, memory.purges().latest())));
    }

    private LookupResult follow(DocumentFetch fetch) throws IOException {
        DocumentFetchOutcome outcome;
        try {
            outcome = fetch.await(settings.get(ObjectSpaceSettings.FETCH_WAIT));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + fetch.path());
        }
        if (outcome instanceof DocumentFetchOutcome.EachAlone) {
            memory.statistics().count(Event.FETCHES_ABANDONED);
            return alone(fetch.path(), fetch.object());
        }
        memory.statistics().count(Event.FETCHES_SHARED);
        return answer(outcome);
    }

    private DocumentFetchOutcome lookup(DocumentFetch fetch) {
        InMemoryObject copy = memory.hot().take(fetch.path().key());
        if (copy != null) {
            Usability usability = check.usability(copy, fetch);
            if (usability != Usability.UNUSABLE) {
                return fromMemory(copy, usability);
            }
            copy.document().release();
        }
        DocumentFetchOutcome lent = holders.find(fetch, homeOf(fetch.path().key()));
        try {
            return lent == null ? fromFile(fetch) : lent;
        } catch (IOException e) {
            return new DocumentFetchOutcome.Failed(e);
        }
    }

    private DocumentFetchOutcome fromMemory(InMemoryObject copy, Usability usability) {
        memory.hot().touch(copy);
        boolean unchecked = usability == Usability.UNCHECKED;
        return new DocumentFetchOutcome.Held(
                copy, new Provenance(ResponseSource.LOCAL_MEMORY, settings.node(), unchecked));
    }

    /** From this node's own file, or where that is not there, from the home. */
    private DocumentFetchOutcome fromFile(DocumentFetch fetch) throws IOException {
        DocumentFetchOutcome own = ownFile(fetch);
        if (!(own instanceof DocumentFetchOutcome.NotHere none)) {
            return own;
        }
        String home = settings.homes().of(fetch.path().key());
        return none.lookup() instanceof LookupResult.Absent && home != null && !home.equals(settings.node())
                ? fromHome(home, fetch)
                : said(none.lookup(), fetch);
    }

    private DocumentFetchOutcome fromHome(String name, DocumentFetch fetch) throws IOException {
        LocalObjectEntry object = fetch.object();
        ClusterMember home = clusterPeers.book().byName(name);
        if (home == null) {
            throw new IOException("home node " + name + " of " + fetch.path() + " is not in the cluster");
        }
        long began = ticker.nanos();
        return switch (clusterPeers
                .peers()
                .fetchFromHome(home, fetch.path(), object.count(memory.epoch().now()), object.version())) {
            case PeerObjectResult.Copy copy -> {
                Provenance from = copy.document().provenance();
                memory.statistics()
                        .count(from.from() == ResponseSource.HOME_DISK ? Event.HOME_FETCHES : Event.PEER_FETCHES);
                yield receiver.take(fetch, copy, from, began);
            }
            case PeerObjectResult.Said told -> said(told.lookup(), fetch);
            case PeerObjectResult.NotHeld none -> said(new LookupResult.Absent(), fetch);
            case PeerObjectResult.Failed failed ->
                throw new IOException(
                        "home node " + name + " of " + fetch.path() + " did not answer: " + failed.reason());
        };
    }

    private DocumentFetchOutcome said(LookupResult lookup, DocumentFetch fetch) {
        memory.localObjects().forget(fetch.object());
        return new DocumentFetchOutcome.Said(lookup);
    }

    private static LookupResult answer(DocumentFetchOutcome outcome) throws IOException {
        return switch (outcome) {
            case DocumentFetchOutcome.Held held ->
                new LookupResult.Found(held.object().lent(held.provenance()));
            case DocumentFetchOutcome.Single single -> new LookupResult.Found(single.document());
            case DocumentFetchOutcome.Said said -> said.lookup();
            case DocumentFetchOutcome.Failed failed ->
                throw new IOException(failed.cause().getMessage(), failed.cause());
            case DocumentFetchOutcome.NotHere none -> throw new IllegalStateException("the home was not asked");
            case DocumentFetchOutcome.EachAlone none ->
                throw new IllegalStateException("an outcome that is never returned");
        };
    }

    /** The home node's name: from the homes setting, otherwise the entry owner; null when neither is known. */
    public @Nullable String homeOf(String key) {
        String home = settings.homes().of(key);
        return home != null ? home : clusterPeers.table().ownerOf(key);
    }

    /** The most requested objects in the cluster, as this node knows it. */
    public List<ObjectStatus> hottest(int most) {
        Ageing ageing = memory.epoch().now();
        return memory.localObjects().hottest(most, ageing).stream()
                .map(localObject -> new ObjectStatus(
                        localObject.key(),
                        localObject.accesses(),
                        localObject.agac(ageing),
                        homeOf(localObject.key()),
                        clusterPeers.names(localObject.holders()),
                        localObject.isHeld()))
                .toList();
    }

    /** Explains how this node would answer a GET with these headers for the objects that the targets select. */
    public UrlExplanation explain(List<PurgeTarget> targets, Headers request) {
        return new UrlExplainer(memory, clusterPeers, intervalNanos(), ticker).explain(targets, request);
    }

    /** The same documents for event loops: to be given to {@link LocalObjectCache#fetchBy}. */
    public UncachedDocumentFetcher cold(StorageThreads storageThreads) {
        return new HolderObjectFetcher(
                memory,
                clusterPeers,
                storageThreads,
                ticker,
                new HolderDocumentFetch.HeldDocuments(receiver, this::homeOf, ticker),
                new OwnFileFetcher(this, storageThreads));
    }

    public ClusterResponseSharing sharedReplies() {
        return new ClusterResponseSharing(memory, clusterPeers);
    }

    /** The service of this node for the others' lookups. */
    public PeerRequestService peerService() {
        return new PeerRequestService(this, files, memory, check, settings.node(), ticker);
    }
}
