package io.gosling.gos.peer;

import io.gosling.document.Ticker;
import io.gosling.gos.hazelcast.RepositoryNode;
import io.gosling.gos.link.ClusterLinks;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.quorum.PurgeService;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.PeerRequestService;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.gos.warm.MemoryHandOver;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.purge.message.PurgeMessageCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Both sides of the peer channel: a listening port, links and pools of connections, on the node's own event loops.
 *
 * @param client for transfers
 * @param post for purge messages
 * @param links for contents; they share the port
 */
public record PeerChannel(HttpServer server, HttpClient client, HttpClient post, ClusterLinks links, PeerClient peers)
        implements AutoCloseable {
    private static final int WAITING = 1024;
    /** Connections for purge messages, one for each message that a node may get at a time. */
    private static final int POST = PurgeMessageSender.MOST;
    /** So much of a home's deadline may a read take over a link: the rest is for the grid. */
    private static final int READ_SHARE = 2;
    /** A process that has just begun needs some 100 ms for its first handshake. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(2);
    /** Below the server's idle time-out, so that a connection is not closed while it is being reused. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    /**
     * Binds the port.
     *
     * @param admin answers other members' requests for the admin API
     * @param tls encrypts everything, and stays the caller's; null for plain text
     * @throws IOException when the peer port cannot be bound
     */
    public static PeerChannel open(
            InetSocketAddress address,
            ClusterSettings settings,
            PeerRequestService service,
            MemoryHandOver warmUp,
            SharedResponseSource responseSource,
            @Nullable PurgeService freshness,
            KnownNodes book,
            long largestObject,
            PeerLoads loads,
            RepositoryNode repository,
            OwnedEntries entries,
            Handler admin,
            @Nullable ClusterTls tls,
            Transport transport,
            Ticker ticker)
            throws IOException {
        ClusterSecret secret = settings.secretOrLoopback();
        ClusterTimeouts timings = settings.timings();
        NodeLocator whereabouts = new NodeLocator(book, freshness == null ? List.of() : freshness.voters());
        KnownPurgeVersions purges = freshness == null ? KnownPurgeVersions.none() : freshness;
        HttpLimits limits = HttpLimits.defaults().with(HttpLimits.BODY, (long)
                Math.max(PurgeMessageCodec.MOST_BYTES, repository.space().largest()));
        ClusterLinks links = new ClusterLinks(
                secret,
                book.self(),
                service,
                responseSource,
                repository.homeReads(),
                entries,
                purges,
                timings,
                tls,
                step -> Thread.ofVirtual().name("gosling-link-work").start(step),
                transport,
                ticker);
        HttpServer server = HttpServer.start(
                transport,
                List.of(ListenEndpoint.plain(address)
                        .withRaw(ClusterLinks.FIRST_BYTE, links::speak)
                        .withCluster(tls == null ? null : new ListenEndpoint.Cluster(tls, links::refused))),
                limits,
                CachedDocumentLookup.none(),
                new RepositoryPortHandler(
                        secret,
                        repository.requests(),
                        new PeerHttpHandler(tls != null, freshness, whereabouts, warmUp, secret, book, admin),
                        new Semaphore(limits.get(HttpLimits.EXCHANGES) / 2)),
                CompletedResponseListener.none(),
                null,
                ticker);
        Duration connect = timings.get(ClusterTimeouts.CONNECT);
        HttpClient client = client(
                transport, tls, new PoolLimits(settings.get(ClusterTimeouts.CONNECTIONS), WAITING, IDLE, connect));
        // Leases must not wait for a connection behind bodies.
        HttpClient post = client(transport, tls, new PoolLimits(POST, WAITING, IDLE, connect));
        warmUp.reach(new WarmUpClient(client, secret, book));
        repository.readBy(links.homeReader(
                book, settings.repository().get(RepositorySettings.DEADLINE).dividedBy(READ_SHARE), ticker));
        if (freshness != null) {
            freshness.sendBy(new PurgeMessageSender(post, secret, whereabouts, freshness));
        }
        return new PeerChannel(server, client, post, links, links.blocking(timings, largestObject, loads, ticker));
    }

    /** A client for the peer port of other members; with TLS where there is. */
    static HttpClient client(Transport transport, @Nullable ClusterTls tls, PoolLimits limits) {
        return tls == null
                ? HttpClient.open(transport, limits)
                : HttpClient.secure(transport, limits.withHandshake(HANDSHAKE), () -> tls.client(ClusterTls.HTTP), "");
    }

    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
        links.close();
        client.close();
        post.close();
    }
}
