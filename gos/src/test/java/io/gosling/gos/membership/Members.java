package io.gosling.gos.membership;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.hazelcast.ClusterMembership;
import io.gosling.gos.link.ClusterLinks;
import io.gosling.gos.link.DistributedObjectTable;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.space.AloneReplies;
import io.gosling.gos.space.GlobalObjectSpace;
import io.gosling.gos.space.PeerRequestService;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Real Hazelcast members on the loopback address, with links, over which they have directory entries alone. Closing it
 * closes them.
 */
public final class Members implements AutoCloseable {
    public static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    // Silenced for all tests of the process. Held, because loggers that nobody holds forget their level.
    private static final Logger HAZELCAST = Logger.getLogger("com.hazelcast");

    static {
        HAZELCAST.setLevel(Level.SEVERE);
    }

    private final List<ClusterMembership> started = new ArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Transport transport = Transport.open(TransportKind.NIO, 2, "members");
    private final Site site = Site.empty();
    /** Number of notifications of a merge. */
    public final AtomicInteger merges = new AtomicInteger();

    private final String secret = ClusterSecret.generate(new SecureRandom());

    public Members() {
        opened.add(site);
        opened.add(transport);
    }

    /** A member, and the table as it sees it. */
    public record Member(ClusterMembership member, DistributedObjectTable table, int tag) {}

    public Member start(String name, NodeRole role) {
        return start(name, role, secret);
    }

    /** Starts one that looks for those started before, and waits until it has joined. */
    public Member start(String name, NodeRole role, @Nullable String secretText) {
        try {
            int tag = started.size() + 1;
            ClusterSettings settings = ClusterSettings.of(
                            name, role, ANY_PORT, secretText == null ? null : ClusterSecret.of(secretText))
                    // A busy machine is not a frozen owner.
                    .with(ClusterTimeouts.LOCATE, Duration.ofSeconds(10))
                    .joining(started.stream()
                            .map(member -> SocketAddressFormat.text(member.address()))
                            .toList());
            MemberList book = new MemberList(ClusterMember.named(name, tag));
            ClusterTls tls = ClusterEncryption.open(settings);
            ClusterLinks links = new ClusterLinks(
                    settings.secretOrLoopback(),
                    book.self(),
                    nothing(),
                    SharedResponseSource.none(),
                    HomeReadService.none(),
                    new OwnedEntries(100_000),
                    KnownPurgeVersions.none(),
                    settings.timings(),
                    tls,
                    Runnable::run,
                    transport,
                    Ticker.system());
            DistributedObjectTable table = links.directory(tag, Ticker.system());
            if (role != NodeRole.FRONT_END) {
                settings = settings.withPeer(serve(links, tls).address());
            }
            opened.add(links);
            ClusterMembership member = ClusterMembership.start(
                    settings,
                    book,
                    tls,
                    Map.of(),
                    others -> table.members(book.self(), others),
                    merges::incrementAndGet);
            started.add(member);
            Eventually.that(name + " joins", member::isJoined);
            table.members(book.self(), book.others());
            return new Member(member, table, tag);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PeerRequestService nothing() throws IOException {
        ObjectSpaceSettings settings = ObjectSpaceSettings.of("members", 1 << 20);
        return new GlobalObjectSpace(
                        DocumentRoot.at(site.directory()),
                        PreparedHeaderBuilder.plain(settings.node()),
                        NodeObjectMemory.empty(settings, Ticker.system()),
                        AloneReplies.peers(ClusterMember.named(settings.node(), 0)),
                        settings,
                        Ticker.system())
                .peerService();
    }

    private HttpServer serve(ClusterLinks links, @Nullable ClusterTls tls) throws IOException {
        HttpServer server = HttpServer.start(
                transport,
                List.of(ListenEndpoint.plain(ANY_PORT)
                        .withRaw(ClusterLinks.FIRST_BYTE, links::speak)
                        .withCluster(tls == null ? null : new ListenEndpoint.Cluster(tls, links::refused))),
                HttpLimits.defaults(),
                CachedDocumentLookup.none(),
                request -> Response.of(404),
                CompletedResponseListener.none(),
                null,
                Ticker.system());
        opened.add(server);
        return server;
    }

    /** Waits until everybody sees everybody. */
    public void settle() {
        for (ClusterMembership member : started) {
            Eventually.that("all members are seen", () -> member.book().others().size() == started.size() - 1);
        }
    }

    @Override
    public void close() {
        started.reversed().forEach(ClusterMembership::close);
        for (AutoCloseable one : opened.reversed()) {
            try {
                one.close();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
