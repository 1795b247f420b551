package io.gosling.gos.link;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.LookupResult;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.AloneReplies;
import io.gosling.gos.space.GlobalObjectSpace;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.PeerRequestService;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.Site;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OptionalSslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A node that answers links at a loopback socket, over real files, and links of another node to it. When it is closed,
 * no byte of the memory is in use and no question in hand.
 */
final class LinkStage implements AutoCloseable {
    static final ClusterSecret SECRET = ClusterSecret.of("0123456789abcdef");
    static final ClusterTls TLS =
            ClusterTls.of(SECRET.tlsSecrets(), new ClusterPeer("all", "n2"), List.of(), TlsProvider.AUTO);

    static final int ASKER = 76;
    static final int TAG = 77;
    static final int READS = 32;
    static final LinkTimeouts TIMES =
            new LinkTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(60));
    /** Requests that may wait for fetches. */
    static final int JOINED = 2;

    static final ClusterMember PEER = ClusterMember.named("n2", TAG);

    final ManualTicker ticker = new ManualTicker();
    final Site site = Site.empty().file("a.html", "alpha");
    final NodeObjectMemory memory;
    final OwnedEntries entries = new OwnedEntries(1000);
    final PeerRequestLimiter load;
    final LinkWarnings warnings = new LinkWarnings(Ticker.system());
    final Transport transport = Transport.open(TransportKind.AUTO, 2, "test");
    final EventLoop loop = transport.eventLoops().next();
    final AtomicInteger over = new AtomicInteger();
    final SampleHomes homes = new SampleHomes();

    private final GlobalObjectSpace space;
    private final Channel listening;
    private final List<OutgoingLink> links = new ArrayList<>();

    LinkStage() throws IOException {
        this(KnownPurgeVersions.none(), TIMES, 256, Runnable::run);
    }

    LinkStage(KnownPurgeVersions purges, LinkTimeouts times, int most, Executor executor) throws IOException {
        this(purges, times, most, executor, SharedResponseSource.none());
    }

    /** A node that gives responses of origins, each on a thread that may wait. */
    LinkStage(KnownPurgeVersions purges, SharedResponseSource desk) throws IOException {
        this(purges, TIMES, 256, Thread::startVirtualThread, desk);
    }

    LinkStage(KnownPurgeVersions purges, LinkTimeouts times, int most, Executor executor, SharedResponseSource desk)
            throws IOException {
        ObjectSpaceSettings settings = ObjectSpaceSettings.of("n2", 64 << 20);
        memory = NodeObjectMemory.empty(settings, ticker);
        space = new GlobalObjectSpace(
                DocumentRoot.at(site.directory()),
                PreparedHeaderBuilder.plain(settings.node()),
                memory,
                AloneReplies.peers(PEER),
                settings,
                ticker);
        load = new PeerRequestLimiter(most, 4);
        PeerLinkContext rules = new PeerLinkContext(new HandshakeRules(SECRET, PEER), purges, times, warnings, TLS);
        LinkRequestHandler requests = requests(space.peerService(), desk, purges, executor);
        listening = new ServerBootstrap()
                .group(transport.eventLoops())
                .channel(transport.serverChannel())
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new OptionalSslHandler(TLS.server(ClientAuth.REQUIRE, ClusterTls.LINK)));
                        new IncomingLink(channel, rules, load, requests).begin();
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    LinkRequestHandler requests(
            PeerRequestService service, SharedResponseSource desk, KnownPurgeVersions purges, Executor executor) {
        var joins = new SharedResponseRequestHandler(
                desk, purges, Duration.ZERO, Duration.ZERO, ticker, executor, new Semaphore(JOINED));
        return new LinkRequestHandler(
                service,
                new TableRequestHandler(entries),
                joins,
                new RepositoryReadHandler(homes, new Semaphore(READS)),
                executor);
    }

    PeerRequestService service() {
        return space.peerService();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    LookupResult find(String path) throws IOException {
        return space.find(DocumentPath.parse(path));
    }

    /** Brings a file into the node's memory. */
    void hold(String path) throws IOException {
        if (find(path) instanceof LookupResult.Found found) {
            try (Document document = found.document()) {
                // It is read while it is brought.
            }
        }
    }

    /** Brings a file into the node's memory that has to be compared before it is given. */
    void holdUnchecked(String path) throws IOException {
        hold(path);
        ticker.advance(Duration.ofSeconds(3));
    }

    /** Links of another node, opened when they are needed. */
    OutgoingLinks links(KnownPurgeVersions purges, LinkTimeouts times) {
        return links(purges, times, TLS);
    }

    /** The same without encryption, to plain sockets that play a node. */
    OutgoingLinks plainLinks(LinkTimeouts times) {
        return links(KnownPurgeVersions.none(), times, null);
    }

    private OutgoingLinks links(KnownPurgeVersions purges, LinkTimeouts times, @Nullable ClusterTls tls) {
        HandshakeRules handshake = new HandshakeRules(SECRET, ClusterMember.named("n1", ASKER));
        return new OutgoingLinks(
                new Bootstrap().channel(transport.clientChannel()),
                new PeerLinkContext(handshake, purges, times, warnings, tls));
    }

    /** The nodes behind links. */
    PeerClient peers(OutgoingLinks opened, ClusterTimeouts timings, PeerLoads loads, Ticker time) {
        return new LinkPeerClient(
                transport.eventLoops(), opened, timings, 1 << 20, loads, LinkPeerClient.entryTimes(timings), time);
    }

    /** The node, or another one at this address. */
    static ClusterMember node(InetSocketAddress at) {
        return new ClusterMember("n2", TAG, NodeRole.ALL, at, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    OutgoingLink link() {
        return link(KnownPurgeVersions.none());
    }

    OutgoingLink link(KnownPurgeVersions purges) {
        return link(new HandshakeRules(SECRET, ClusterMember.named("n1", ASKER)), PEER, purges, TIMES, address());
    }

    OutgoingLink link(
            HandshakeRules handshake,
            ClusterMember peer,
            KnownPurgeVersions purges,
            LinkTimeouts times,
            InetSocketAddress to) {
        Bootstrap bootstrap = new Bootstrap()
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 5000);
        return onLoop(() -> {
            ClusterTls tls = to.equals(address()) ? TLS : null;
            PeerLinkContext rules = new PeerLinkContext(handshake, purges, times, warnings, tls);
            OutgoingLink link = new OutgoingLink(peer, loop, rules, new SilentPeers(), over::incrementAndGet);
            link.connect(bootstrap, to);
            links.add(link);
            return link;
        });
    }

    <T> T onLoop(Callable<T> step) {
        return loop.submit(step).syncUninterruptibly().getNow();
    }

    boolean isSilent(OutgoingLinks opened, ClusterMember node) {
        return onLoop(() -> opened.to(node, loop).isSilent());
    }

    /** Asks with a deadline of 20 s. */
    HeardAnswer ask(OutgoingLink link, PeerFrame question) {
        return ask(link, question, Duration.ofSeconds(20), true);
    }

    /** @param consuming true if what comes is consumed at once */
    HeardAnswer ask(OutgoingLink link, PeerFrame question, Duration deadline, boolean consuming) {
        return onLoop(() -> {
            HeardAnswer heard = new HeardAnswer(link, consuming);
            heard.id = link.ask(question, loop.ticker().nanoTime() + deadline.toNanos(), heard);
            return heard;
        });
    }

    @Override
    public void close() {
        onLoop(() -> {
            links.forEach(link -> link.close("the test is over"));
            return true;
        });
        Eventually.that("no link is left", () -> load.links() == 0);
        Eventually.that("nothing is in hand", () -> load.inHand() == 0);
        memory.hot().clear();
        Eventually.that("no byte is in use", () -> memory.hot().inUse().now() == 0);
        listening.close().syncUninterruptibly();
        transport.close();
        site.close();
    }
}
