package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.netty.transport.Transport;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A node with directory entries and nothing else, which answers links at a loopback socket; can be made to freeze. */
final class DirectoryNode implements AutoCloseable {
    static final ClusterTimeouts TIMINGS = new ClusterTimeouts(SettingValues.none());

    final ClusterMember node;
    final OwnedEntries entries;
    final OutgoingLinks links;

    /** Questions that have come, by their kinds, and all that have come. */
    final Map<String, Integer> kinds = new ConcurrentHashMap<>();

    final AtomicInteger asked = new AtomicInteger();
    private volatile boolean frozen;
    private final List<Runnable> held = new CopyOnWriteArrayList<>();
    private final Transport transport;
    private final ManualTicker ticker;
    private final PeerRequestLimiter load = new PeerRequestLimiter(1000, 1000);
    private final Channel listening;
    private final List<Channel> accepted = new CopyOnWriteArrayList<>();

    DirectoryNode(Transport transport, String name, int tag, NodeRole role, ManualTicker ticker) {
        this(transport, name, tag, role, ticker, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    DirectoryNode(Transport transport, String name, int tag, NodeRole role, ManualTicker ticker, InetSocketAddress at) {
        this.transport = transport;
        this.ticker = ticker;
        entries = new OwnedEntries(100_000);
        TableRequestHandler requests = new TableRequestHandler(entries);
        PeerLinkContext rules = rules(
                new HandshakeRules(LinkStage.SECRET, ClusterMember.named(name, tag)),
                new LinkWarnings(Ticker.system()));
        IncomingLink.QuestionHandler observed = (link, id, question) -> {
            kinds.merge(question.kind().name(), 1, Integer::sum);
            asked.incrementAndGet();
            if (frozen) {
                held.add(() -> link.loop().execute(() -> {
                    requests.answer(link, id, question);
                    link.batchEnded();
                }));
            } else {
                requests.answer(link, id, question);
            }
        };
        ServerBootstrap server = new ServerBootstrap()
                .group(transport.eventLoops())
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accepted.add(channel);
                        new IncomingLink(channel, rules, load, observed).begin();
                    }
                });
        listening = bind(server, at);
        node = new ClusterMember(name, tag, role, address(), null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
        Bootstrap bootstrap = new Bootstrap()
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 5000);
        links = new OutgoingLinks(bootstrap, rules);
    }

    private static PeerLinkContext rules(HandshakeRules handshake, LinkWarnings warnings) {
        return new PeerLinkContext(handshake, KnownPurgeVersions.none(), LinkStage.TIMES, warnings, null);
    }

    /** Java closes a listening socket only when its selector looks next: until then its port is in use. */
    private static Channel bind(ServerBootstrap server, InetSocketAddress at) {
        AtomicReference<Channel> bound = new AtomicReference<>();
        Eventually.that("the port is free", () -> {
            ChannelFuture done = server.bind(at).awaitUninterruptibly();
            bound.set(done.channel());
            return done.isSuccess();
        });
        return bound.get();
    }

    /** Answers nothing until {@link #thaw}. */
    void freeze() {
        frozen = true;
    }

    /** Answers what has come meanwhile, as a process does that stood still. */
    void thaw() {
        frozen = false;
        held.forEach(Runnable::run);
        held.clear();
    }

    /** Returns whether the links of all loops to a node, which are opened for it, are silent. */
    boolean isSilentOnAll(ClusterMember other) {
        boolean all = true;
        for (EventExecutor loop : transport.eventLoops()) {
            all &= loop.submit(() -> links.to(other, (EventLoop) loop).isSilent())
                    .syncUninterruptibly()
                    .getNow();
        }
        return all;
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** The table as this node sees it, among these others. */
    DistributedObjectTable table(Duration locate, ClusterMember... others) {
        ClusterTimeouts timings = TIMINGS.with(ClusterTimeouts.LOCATE, locate);
        DistributedObjectTable table = new DistributedObjectTable(
                entries, links, transport.eventLoops(), node.tag(), LinkPeerClient.entryTimes(timings), ticker);
        table.members(node, List.of(others));
        return table;
    }

    /** A table of a node that has heard of no member. */
    static DistributedObjectTable of(LinkStage stage, OwnedEntries entries) {
        PeerLinkContext rules = rules(new HandshakeRules(LinkStage.SECRET, LinkStage.PEER), stage.warnings);
        OutgoingLinks links = new OutgoingLinks(new Bootstrap(), rules);
        return new DistributedObjectTable(
                entries,
                links,
                stage.transport.eventLoops(),
                LinkStage.TAG,
                LinkPeerClient.entryTimes(TIMINGS),
                stage.ticker);
    }

    @Override
    public void close() {
        links.close();
        listening.close().syncUninterruptibly();
        accepted.forEach(channel -> channel.close().syncUninterruptibly());
    }
}
