package io.gosling.gos.cluster;

import com.hazelcast.core.HazelcastInstance;
import io.gosling.common.PeriodicTask;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.Ticker;
import io.gosling.gos.CountSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.disk.DiskStore;
import io.gosling.gos.hazelcast.ClusterMembership;
import io.gosling.gos.hazelcast.RepositoryHomeState;
import io.gosling.gos.hazelcast.RepositoryNode;
import io.gosling.gos.link.DistributedObjectTable;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.MemberList;
import io.gosling.gos.membership.MissingMember;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.memory.DiskTier;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.PurgeableMemory;
import io.gosling.gos.memory.RepositoryTier;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.TransferredResponseSink;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.peer.PeerChannel;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.gos.quorum.ChangePurger;
import io.gosling.gos.quorum.PurgeRouter;
import io.gosling.gos.quorum.PurgeService;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.RepositoryPurgeHistory;
import io.gosling.gos.repository.RepositorySnapshot;
import io.gosling.gos.space.ClusterAccess;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.gos.space.CountReporter;
import io.gosling.gos.space.GlobalObjectSpace;
import io.gosling.gos.space.HolderFetch;
import io.gosling.gos.space.ObjectStatus;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.gos.space.StorageThreads;
import io.gosling.gos.space.StoredResponseTransfer;
import io.gosling.gos.space.TransferResult;
import io.gosling.gos.space.UrlExplanation;
import io.gosling.gos.warm.DrainTransferReport;
import io.gosling.gos.warm.MemoryHandOver;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.purge.LeaseAndVoteStatus;
import io.gosling.purge.PurgeEnvironment;
import io.gosling.purge.QuorumMemberFileStorage;
import io.gosling.purge.QuorumMemberStorage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeVersionVector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's whole part in the object space: its memory, its tables, the peer channel and its membership.
 *
 * <pre>
 *   1 open:   serves from memory and files, alone; with a quorum, nothing without asking before it has a lease
 *   2 join:   binds the peer channel; the cluster is joined in the background, and used when it has been;
 *   3 leave:  the others are notified; still serves, without the table
 *   4 close:  memory is freed
 * </pre>
 *
 * <p>Safe for use by many threads; the life cycle is controlled by one.
 */
public final class ObjectSpaceNode implements AutoCloseable {
    /** The interval between two sweeps for purged objects that are not requested, and for entries of other owners. */
    private static final Duration SWEEP = Duration.ofSeconds(30);

    private final ObjectSpaceSettings settings;
    private final Transport transport;
    private final Ticker ticker;
    private final NodeObjectMemory memory;
    private final MemberList book;
    private final PeerLoads loads = new PeerLoads();
    private final ClusterAccess clusterPeers;
    private final GlobalObjectSpace space;
    private final ClusterResponseSharing shared;
    private final PurgeableMemory purged;
    private final MemoryHandOver handOvers;
    private final StoredResponseTransfer replyTransfer;
    private final RepositoryPurgeHistory purgedKeys = new RepositoryPurgeHistory();
    private final CountReporter report;
    private final PeriodicTask sweeper;
    private final PeriodicTask reporter;
    private final List<Consumer<List<ClusterMember>>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean vouched;
    private volatile boolean social;
    private volatile @Nullable DiskTierThread disk;
    private volatile SharedResponseSource responseSource = SharedResponseSource.none();
    private volatile Consumer<List<PurgeTarget>> lonePurge = targets -> {};
    private volatile Handler admin = request -> Response.of(404);
    private volatile @Nullable StorageThreads storageThreads;
    private volatile @Nullable PurgeService freshness;
    private volatile @Nullable ChangePurger changes;
    private volatile @Nullable ClusterTls tls;
    private volatile @Nullable PeerChannel channel;
    private volatile @Nullable Supplier<String> encryption;
    private volatile @Nullable ClusterMembership member;
    private volatile @Nullable DistributedObjectTable directory;
    private volatile @Nullable RepositoryNode repository;

    /** As {@link #open}, with control over the headers of the event-loop path and the keys of objects. */
    public ObjectSpaceNode(
            ObjectSpaceSettings settings,
            DocumentSource files,
            PreparedHeaderBuilder preparation,
            PurgeTargetResolver keys,
            Transport transport,
            Ticker ticker) {
        this.settings = settings;
        this.transport = transport;
        this.ticker = ticker;
        int tag = new SecureRandom().nextInt();
        this.memory = NodeObjectMemory.empty(settings, ticker);
        this.book = new MemberList(ClusterMember.named(settings.node(), tag));
        this.clusterPeers = new ClusterAccess(GlobalObjectTable.none(), PeerClient.none(), book, loads);
        this.space = new GlobalObjectSpace(files, preparation, memory, clusterPeers, settings, ticker);
        this.shared = space.sharedReplies();
        this.purged = new PurgeableMemory(memory, keys);
        memory.hot().knownAs(tag);
        this.handOvers = new MemoryHandOver(memory, this::transfer, book, ticker);
        this.replyTransfer = new StoredResponseTransfer(memory, clusterPeers::peers);
        this.report = new CountReporter(memory, clusterPeers::table, settings.counts(), tag);
        this.reporter = PeriodicTask.sparing(
                "gosling-reporter-" + settings.node(), settings.counts().get(CountSettings.INTERVAL), report::run);
        this.sweeper = PeriodicTask.start("gosling-sweeper-" + settings.node(), SWEEP, this::sweep);
    }

    /** A node with empty memory over its files; not in a cluster yet. The transport stays the caller's. */
    public static ObjectSpaceNode open(
            ObjectSpaceSettings settings, DocumentSource files, Transport transport, Ticker ticker) {
        return new ObjectSpaceNode(
                settings,
                files,
                PreparedHeaderBuilder.plain(settings.node()),
                PurgeTargetResolver.ofPaths(),
                transport,
                ticker);
    }

    /**
     * Opens the encryption of what the members of a cluster send each other; {@link #join} does so otherwise.
     *
     * @return for further listeners and pools, which are closed before this node; null where there is none
     */
    public @Nullable ClusterTls encrypt(ClusterSettings wanted) {
        if (encryption == null) {
            ClusterTls opened = ClusterEncryption.open(wanted);
            tls = opened;
            encryption = () -> ClusterEncryption.describe(wanted, opened);
        }
        return tls;
    }

    /**
     * Takes part in a cluster; once. Returns when the ports are bound; HTTP need not wait for the rest.
     *
     * @throws IOException when a port is in use; the message names it
     */
    public void join(ClusterSettings wanted) throws IOException {
        if (member != null) {
            throw new IllegalStateException(settings.node() + " has joined a cluster already");
        }
        ClusterSettings cluster = wanted;
        InetSocketAddress peerAddress = wanted.peer();
        QuorumSettings voting = wanted.voting();
        if (!wanted.join().isEmpty()) {
            social = true;
        }
        PurgeService vouching = voting == null ? null : vouch(voting);
        RepositoryNode opened =
                new RepositoryNode(settings.node(), wanted.repository(), this::grid, purgedKeys, vouching, ticker);
        repository = opened;
        ClusterTls opening = encrypt(wanted);
        if (peerAddress != null) {
            PeerChannel bound = PeerChannel.open(
                    peerAddress,
                    wanted,
                    space.peerService(),
                    handOvers,
                    ask -> responseSource.join(ask),
                    vouching,
                    book,
                    settings.cache().maxObjectBytes(),
                    loads,
                    opened,
                    new OwnedEntries(wanted.get(ClusterSettings.TABLE_ENTRIES)),
                    admin,
                    opening,
                    transport,
                    ticker);
            channel = bound;
            clusterPeers.use(bound.peers());
            cluster = wanted.withPeer(bound.address());
            directory = bound.links().directory(book.self().tag(), ticker);
        }
        ClusterMembership started = ClusterMembership.start(
                cluster,
                book,
                opening,
                Map.of(RepositoryHomeState.CONTEXT, opened.keeper()),
                this::tellMembers,
                memory.localObjects()::announceAgain);
        member = started;
        changeOwners();
        DistributedObjectTable entries = directory;
        if (entries != null && settings.get(ObjectSpaceSettings.COOPERATION)) {
            clusterPeers.use(entries);
        }
    }

    /**
     * Keeps stored responses on a disk as well, and finds those that are there: the disk is scanned in the background.
     * Must be called before {@link #join}, and before HTTP answers.
     *
     * @param store closed with this node
     * @param share of the memory that is loaded from there, once this node may serve from memory; 0 for none
     * @param asking requests a URL from this node, as a client would
     */
    public void keepOn(DiskStore store, double share, Consumer<String> asking) {
        DiskTier tier = new DiskTier(memory, store, ticker, InstantSource.system());
        tier.begin();
        long bytes = (long) (share * settings.cache().memoryBytes());
        disk = new DiskTierThread(settings.node(), tier, bytes, asking, this::mayServe);
    }

    /** The disk below memory; null where there is none. */
    public @Nullable DiskTier disk() {
        return of(disk, DiskTierThread::tier, null);
    }

    /**
     * From now on this node serves its objects only with a lease: nothing before {@link #join}, and then while it has
     * a lease. Must be called before HTTP answers.
     */
    public void serveWhenVouchedFor() {
        vouched = true;
        memory.hot().serveBy(now -> {
            PurgeService owner = freshness;
            return owner != null && owner.mayServe(now);
        });
    }

    private PurgeService vouch(QuorumSettings voting) throws IOException {
        serveWhenVouchedFor();
        SecureRandom random = new SecureRandom();
        Path file = voting.find(QuorumSettings.FILE).orElse(null);
        new RepositoryTier(
                        memory,
                        () -> of(repository, objects -> objects.space(), null),
                        () -> of(freshness, PurgeService::epoch, 0L),
                        () -> of(freshness, PurgeService::known, PurgeVersionVector.ZERO),
                        () -> of(freshness, PurgeService::tell, PurgeVersionVector.ZERO),
                        ticker,
                        InstantSource.system())
                .begin();
        boolean voter = voting.voters().contains(settings.node());
        PurgeService owner = PurgeService.start(
                NodeIncarnation.drawn(settings.node(), random),
                voting,
                voter && file != null ? QuorumMemberFileStorage.open(file) : QuorumMemberStorage.none(),
                new PurgeEnvironment(
                        new PurgeRouter(purged, purgedKeys), this::purgedNodes, random, System::currentTimeMillis),
                ticker);
        freshness = owner;
        ChangePurger telling =
                ChangePurger.start(settings.node(), voting.get(QuorumSettings.CHANGE_WAIT), owner::purge);
        changes = telling;
        shared.tellBy(telling);
        return owner;
    }

    /** Front-ends hold nothing. */
    private List<String> purgedNodes() {
        return book.others().stream()
                .filter(node -> node.peer() != null)
                .map(ClusterMember::name)
                .toList();
    }

    /**
     * Purges objects from the whole cluster, or makes them stale. Completes within two deadlines, never exceptionally:
     * the outcome lists the nodes that have done it, and whether it is certain that no node serves the objects.
     */
    public CompletableFuture<PurgeOutcome> purge(PurgeRequest purge) {
        PurgeService owner = freshness;
        if (owner != null) {
            return owner.purge(purge);
        }
        // Other nodes keep their copies: this one must not fetch the objects from them again.
        lonePurge.accept(purged.targets(purge));
        purged.apply(purge);
        SortedSet<String> self = new TreeSet<>(Set.of(settings.node()));
        SortedSet<String> others = new TreeSet<>(purgedNodes());
        String detail = vouched
                ? "this node has only just started, and purged nobody but itself; repeat it"
                : social
                        ? "no voters are configured, so only this node was purged; expected the setting voters, the"
                                + " same on every node"
                        : "";
        return CompletableFuture.completedFuture(new PurgeOutcome(detail.isEmpty(), self, others, detail));
    }

    /** The number of objects in this node's memory that a purge selects; looks at all of them. */
    public int countPurged(PurgeRequest purge) {
        return purged.count(purge);
    }

    /** Returns true if it may serve from memory without asking its sources; always, where no quorum is configured. */
    public boolean mayServe() {
        return memory.hot().mayServe();
    }

    /** The state of this node's lease and vote; null where no quorum is configured. */
    public @Nullable LeaseAndVoteStatus vouching() {
        return of(freshness, PurgeService::vouching, null);
    }

    private void tellMembers(List<ClusterMember> others) {
        loads.retain(book);
        when(channel, bound -> bound.links().retain(book));
        changeOwners();
        if (!purgedNodes().isEmpty()) {
            social = true;
        }
        listeners.forEach(listener -> listener.accept(others));
    }

    private void sweep() {
        memory.sweep();
        when(directory, entries -> entries.dropForeign());
    }

    /** Called after each change of a member, this node included. */
    private synchronized void changeOwners() {
        when(directory, entries -> memory.localObjects().announceAgain(entries.members(book.self(), book.others())));
    }

    public DocumentSource documents() {
        return space;
    }

    /**
     * Makes every object be compared with its source before it is served again: purges may have meant it by another
     * name.
     */
    public void doubt() {
        purged.doubt();
    }

    /** The objects in this node's memory, for the event-loop path. */
    public CachedDocumentLookup hotDocuments() {
        return memory.hot();
    }

    /**
     * Has documents that are not in memory fetched for the event-loop path too. Where the path of a request is its key,
     * and no handler but that of {@link #documents} would answer it. By the thread that controls the life cycle.
     */
    public void fetchForEventLoops() {
        memory.hot().fetchBy(space.cold(storageThreads(() -> StorageThreads.start(ticker))));
    }

    /**
     * The other nodes' memories, for the event-loop path of responses of an origin. By the thread that controls the
     * life cycle.
     */
    public Function<HolderFetch.Kind, UncachedDocumentFetcher> knownHolders() {
        return shared.knownHolders(storageThreads(() -> new StorageThreads(1, ticker)), ticker);
    }

    private StorageThreads storageThreads(Supplier<StorageThreads> opening) {
        StorageThreads opened = storageThreads;
        if (opened == null) {
            opened = opening.get();
            storageThreads = opened;
        }
        return opened;
    }

    /**
     * Sets the builder of headers, also for objects in memory: when this returns, the event-loop path uses no other
     * headers.
     */
    public void prepareBy(PreparedHeaderBuilder preparation) {
        memory.hot().prepareBy(preparation);
    }

    public ResponseMemory replies() {
        return memory.replies();
    }

    /** The other nodes, for the responses of origins. */
    public ClusterResponseSharing sharedReplies() {
        return shared;
    }

    /** Registers a listener for purges that reach this node alone, since no quorum is configured. */
    public void onLonePurge(Consumer<List<PurgeTarget>> listener) {
        lonePurge = listener;
    }

    /** Sets the handler of other members' requests for the admin API. Must be called before {@link #join}. */
    public void answerAdminBy(Handler handler) {
        admin = handler;
    }

    /** Sets the source of origin responses for other nodes. */
    public void giveRepliesBy(SharedResponseSource other) {
        responseSource = other;
    }

    /**
     * Get, put and remove for programs of this node.
     *
     * @throws IllegalStateException before {@link #join}
     */
    public ObjectRepository objects() {
        RepositoryNode joined = repository;
        if (joined == null) {
            throw new IllegalStateException(settings.node() + " has not joined a cluster; expected join() first");
        }
        return joined.space();
    }

    /** The same over HTTP; 503 before {@link #join}, and for a node that stays alone. */
    public Handler objectRequests() {
        return request -> {
            RepositoryNode joined = repository;
            return joined == null
                    ? Response.text(settings.node() + " is in no cluster, whose memory holds objects; expected"
                                    + " --cluster-port, voters, or --join with the addresses of other members\n")
                            .withStatus(503)
                    : joined.requests().handle(request);
        };
    }

    public RepositorySnapshot repositoryFigures() {
        return of(repository, objects -> objects.figures(), RepositorySnapshot.none());
    }

    /** The running instance; null before it has begun. */
    @Nullable
    public HazelcastInstance grid() {
        return of(member, ClusterMembership::instance, null);
    }

    public ObjectSpaceStatistics statistics() {
        return memory.statistics();
    }

    /** The objects in memory that purges have left. */
    public int objectsHeld() {
        memory.hot().freePurged();
        return memory.hot().size();
    }

    /** Their bytes, overhead included. */
    public long bytesHeld() {
        memory.hot().freePurged();
        return memory.hot().bytes();
    }

    /** The most requested objects in the cluster, as this node knows it. */
    public List<ObjectStatus> hottest(int most) {
        return space.hottest(most);
    }

    /**
     * Explains how this node would answer a GET with these headers; counts and changes nothing. Asks entry owners,
     * so that it blocks, and no origin.
     *
     * @param targets the URL's objects
     */
    public UrlExplanation explain(List<PurgeTarget> targets, Headers request) {
        return space.explain(targets, request);
    }

    public ClusterMember self() {
        return book.self();
    }

    public List<ClusterMember> members() {
        return book.others();
    }

    /** Told the other members after each change. */
    public void onMembers(Consumer<List<ClusterMember>> listener) {
        listeners.add(listener);
    }

    public boolean isJoined() {
        return of(member, joined -> joined.isJoined(), false);
    }

    /** The addresses from the join list without a member: {@link ClusterMembership#unmet}. */
    public List<MissingMember> unmet() {
        return of(member, joined -> joined.unmet(), List.of());
    }

    /** The address at which other nodes fetch objects from this one; null before {@link #join}. */
    public @Nullable InetSocketAddress peerAddress() {
        return of(channel, PeerChannel::address, null);
    }

    /** The encryption of what other nodes and this one send each other, or the reason for none. */
    public String encryption() {
        return of(encryption, Supplier::get, "none");
    }

    /** The address at which other members reach this one; null before {@link #join}. */
    public @Nullable InetSocketAddress clusterAddress() {
        return of(member, joined -> joined.address(), null);
    }

    /** Rows of the Global Object Table that this node owns; 0 while it is alone. */
    public int entriesOwned() {
        return of(directory, DistributedObjectTable::entriesOwned, 0);
    }

    /** A number that is equal on all nodes while they see the same entry owners; 0 while there are none. */
    public int ownersFingerprint() {
        return of(directory, DistributedObjectTable::ownersFingerprint, 0);
    }

    /**
     * Empties the Global Object Table of the whole cluster, which costs fetches until it is complete again; for drills.
     */
    public void emptyTable() {
        when(directory, DistributedObjectTable::clear);
    }

    /** Tells the others that this node is going, so that front-ends send nothing new; the node goes on serving. */
    public void announceLeaving() {
        ClusterMembership joined = member;
        if (joined != null) {
            joined.announceLeaving();
            changeOwners();
        }
    }

    private TransferResult transfer(ClusterMember holder, HeldObjectSummary object) {
        if (!object.key().startsWith("/")) {
            return replyTransfer.transfer(holder, object.key(), object.count());
        }
        DocumentPath path = DocumentPath.find(object.key());
        return path == null ? TransferResult.MISSED : space.transfer(holder, path, object.count());
    }

    /** Sets the receiver of origin responses that other nodes had in memory; until then none are taken. */
    public void takeRepliesBy(TransferredResponseSink sink) {
        replyTransfer.takeBy(sink);
    }

    /**
     * Transfers to the others the objects that only this node has in memory, hottest first; it continues to serve.
     * Blocks.
     */
    public DrainTransferReport handOver(Duration within) throws InterruptedException {
        return handOvers.handOver(within);
    }

    /** Leaves the cluster within the leave deadline; the node goes on serving. Before or while HTTP drains. */
    public void leave() {
        ClusterMembership joined = member;
        if (joined != null && joined.isJoined()) {
            announceLeaving();
            reporter.close();
            report.run();
        }
        clusterPeers.use(GlobalObjectTable.none());
        when(joined, left -> left.close());
        when(changes, ChangePurger::flush);
        // Only now: as long as objects are at home here, their home answers by this node's lease.
        when(freshness, PurgeService::leave);
    }

    /** Leaves if it has not left, and gives memory back. After HTTP has been closed. */
    @Override
    public void close() {
        when(storageThreads, StorageThreads::close);
        handOvers.close();
        reporter.close();
        sweeper.close();
        leave();
        when(repository, objects -> objects.close());
        when(changes, ChangePurger::close);
        when(freshness, PurgeService::close);
        clusterPeers.use(PeerClient.none());
        when(channel, PeerChannel::close);
        when(tls, ClusterTls::close);
        when(disk, DiskTierThread::close);
        memory.hot().clear();
    }

    /**
     * Does something with a part that is there after a part of the life cycle only. Lambdas name methods of what uses
     * Hazelcast: references to them would load it in a node without a cluster.
     */
    private static <T> void when(@Nullable T part, Consumer<T> then) {
        if (part != null) {
            then.accept(part);
        }
    }

    private static <T, R extends @Nullable Object> R of(@Nullable T part, Function<T, R> figure, R without) {
        return part == null ? without : figure.apply(part);
    }
}
