package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrameReader;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.repository.RemoteHomeReader;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.PeerRequestService;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The links of one node: it answers those that others have opened, and opens its own. Safe for use by many threads. The
 * connections that others have opened belong to the listener; the transport stays the caller's.
 */
public final class ClusterLinks implements AutoCloseable {
    /** The first byte on a link, with which no HTTP request begins. */
    public static final byte FIRST_BYTE = PeerFrameReader.FIRST_BYTE;

    /** Links that others have opened, at a time: half of the connections of the port, which HTTP uses as well. */
    private static final int MOST_LINKS = 5000;

    /** Questions of others that threads work on. */
    private static final int MOST_IN_HAND = 1024;

    /** Of them, those that wait for fetches of this node. */
    private static final int MOST_JOINED = MOST_IN_HAND / 2;

    /** Of them, reads of repository objects that threads of partitions work on. */
    private static final int MOST_READ = MOST_IN_HAND / 4;

    private final PeerLinkContext rules;
    private final LinkRequestHandler requests;
    private final PeerRequestLimiter load = new PeerRequestLimiter(MOST_IN_HAND, MOST_LINKS);
    private final OutgoingLinks links;
    private final OwnedEntries entries;
    private final EventLoopGroup loops;
    private final AnswerTimes owners;

    /**
     * Links of a node; none is open yet.
     *
     * @param homes the repository objects that are at home on this node
     * @param entries the directory entries that this node owns
     * @param tls encrypts the links that this node opens; null for plain links
     * @param work for answers that may have to look at a file; what waits there is bounded by {@link
     * PeerRequestLimiter}
     */
    public ClusterLinks(
            ClusterSecret secret,
            ClusterMember self,
            PeerRequestService service,
            SharedResponseSource responseSource,
            HomeReadService homes,
            OwnedEntries entries,
            KnownPurgeVersions purges,
            ClusterTimeouts timings,
            @Nullable ClusterTls tls,
            Executor work,
            Transport transport,
            Ticker ticker) {
        LinkTimeouts times =
                new LinkTimeouts(LinkTimeouts.HANDSHAKE, timings.get(ClusterTimeouts.PROGRESS), LinkTimeouts.IDLE);
        this.rules =
                new PeerLinkContext(new HandshakeRules(secret, self), purges, times, new LinkWarnings(ticker), tls);
        SharedResponseRequestHandler joins = new SharedResponseRequestHandler(
                responseSource,
                purges,
                timings.get(ClusterTimeouts.JOIN).dividedBy(2),
                timings.get(ClusterTimeouts.MEMORY_FIRST_BYTE).dividedBy(2),
                ticker,
                work,
                new Semaphore(MOST_JOINED));
        this.requests = new LinkRequestHandler(
                service,
                new TableRequestHandler(entries),
                joins,
                new RepositoryReadHandler(homes, new Semaphore(MOST_READ)),
                work);
        Bootstrap bootstrap = new Bootstrap()
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        timings.get(ClusterTimeouts.CONNECT).toMillis());
        this.links = new OutgoingLinks(bootstrap, rules);
        this.entries = entries;
        this.loops = transport.eventLoops();
        this.owners = LinkPeerClient.entryTimes(timings);
    }

    /** Speaks on a connection that another node has opened, from its first byte. Called on its loop. */
    public void speak(Channel channel) {
        new IncomingLink(channel, rules, load, requests).begin();
    }

    /** Warns of a connection that was refused before it spoke. Any thread. */
    public void refused(SocketAddress address, String why) {
        rules.warnings().warnOfStranger(address, why);
    }

    /**
     * The other nodes over links, for threads that wait.
     *
     * @param largestObject bytes; objects up to this size must come at the least speed
     */
    public PeerClient blocking(ClusterTimeouts timings, long largestObject, PeerLoads loads, Ticker ticker) {
        return new LinkPeerClient(loops, links, timings, largestObject, loads, owners, ticker);
    }

    /**
     * The Global Object Table: this node's entries, and those of other owners over links.
     *
     * @param self this node's tag
     */
    public DistributedObjectTable directory(int self, Ticker ticker) {
        return new DistributedObjectTable(entries, links, loops, self, owners, ticker);
    }

    /**
     * Reads repository objects from their homes on other nodes.
     *
     * @param longest for the beginning of an answer
     */
    public RemoteHomeReader homeReader(KnownNodes book, Duration longest, Ticker ticker) {
        return new LinkHomeReader(links, loops, book, longest, ticker);
    }

    /** Ends the links that this node has opened to nodes that are not in the book, once no question is under way. */
    public void retain(KnownNodes book) {
        links.retain(book);
    }

    /** Ends the links that this node has opened. */
    @Override
    public void close() {
        links.close();
    }
}
