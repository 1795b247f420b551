package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.document.Body;
import io.gosling.document.DocumentPath;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.ImpostorServer;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.TlsClient;
import io.gosling.testing.WireTap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The peer port of a node, and those who may not speak there, or who listen on the way. */
class EncryptedLinkTest {
    private static final int ANY_SIZE = 1 << 16;
    private static final DocumentPath PATH = DocumentPath.parse("/a.html");
    private static final ClusterSecret OTHER = ClusterSecret.of("another secret of some length");
    private static final ClusterTimeouts TIMINGS = new ClusterTimeouts(SettingValues.none())
            .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimeouts.CONNECT, Duration.ofSeconds(10));
    private static final String WRONG_CERTIFICATE =
            " comes from another secret than this node's; give both the same secret-file";
    private static final String REFUSED = "n2: it does not accept this node's certificate, which comes from another"
            + " secret than its own; give both the same secret-file";

    private static ClusterTls tls(TlsProvider provider, String name, ClusterSecret... secrets) {
        return ClusterTls.of(
                List.of(secrets).stream()
                        .map(secret -> secret.tlsSecrets().getFirst())
                        .toList(),
                new ClusterPeer("all", name),
                List.of(InetAddress.getLoopbackAddress()),
                provider);
    }

    /** Both nodes of a story; n1 asks n2, which has the object in memory. */
    private static final class Nodes implements AutoCloseable {
        final LinkStage stage = new LinkStage();
        final HttpServer server;
        final ClusterLinks asker;
        final PeerClient peers;
        private final ClusterLinks holder;

        Nodes(@Nullable ClusterTls asking, @Nullable ClusterTls holding) throws IOException {
            this(asking, holding, HttpLimits.defaults());
        }

        Nodes(@Nullable ClusterTls asking, @Nullable ClusterTls holding, HttpLimits limits) throws IOException {
            stage.hold("/a.html");
            asker = links(ClusterMember.named("n1", LinkStage.ASKER), asking);
            holder = links(LinkStage.PEER, holding);
            server = HttpServer.start(
                    stage.transport,
                    List.of(ListenEndpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                            .withRaw(ClusterLinks.FIRST_BYTE, holder::speak)
                            .withCluster(
                                    holding == null ? null : new ListenEndpoint.Cluster(holding, holder::refused))),
                    limits,
                    CachedDocumentLookup.none(),
                    request -> Response.text(
                            request.remoteAddress() instanceof ClusterProcessAddress
                                    ? "from a process"
                                    : "from anyone"),
                    CompletedResponseListener.none(),
                    null,
                    Ticker.system());
            peers = asker.blocking(TIMINGS, 1 << 20, new PeerLoads(), Ticker.system());
        }

        private ClusterLinks links(ClusterMember self, @Nullable ClusterTls tls) {
            return new ClusterLinks(
                    LinkStage.SECRET,
                    self,
                    stage.service(),
                    SharedResponseSource.none(),
                    HomeReadService.none(),
                    stage.entries,
                    KnownPurgeVersions.none(),
                    TIMINGS,
                    tls,
                    Runnable::run,
                    stage.transport,
                    Ticker.system());
        }

        PeerObjectResult fetch() {
            return fetch(server.address());
        }

        PeerObjectResult fetch(InetSocketAddress at) {
            return peers.fetch(
                    new ClusterMember(
                            "n2",
                            LinkStage.TAG,
                            NodeRole.ALL,
                            at,
                            null,
                            null,
                            ClusterMember.Phase.READY,
                            NodeProfile.PLAIN),
                    PATH,
                    AgedCount.NONE);
        }

        @Override
        public void close() {
            asker.close();
            holder.close();
            server.close();
            stage.close();
        }
    }

    private static byte[] bytes(PeerObjectResult result) throws IOException {
        try (var document =
                        assertInstanceOf(PeerObjectResult.Copy.class, result).document();
                InputStream in =
                        assertInstanceOf(Body.Streamed.class, document.body()).in()) {
            return in.readAllBytes();
        }
    }

    private static void assertLogged(RecordedLog log, String part) {
        Eventually.that(
                "it is logged: " + part,
                () -> log.messages(Level.WARNING).stream().anyMatch(line -> line.contains(part)));
    }

    @ParameterizedTest(name = "{0} asks {1}")
    @CsvSource({"JDK, JDK", "JDK, BORINGSSL", "BORINGSSL, JDK", "BORINGSSL, BORINGSSL"})
    void nobodyOnTheWayCanReadOrChangeAnything(TlsProvider asking, TlsProvider holding) throws Exception {
        try (ClusterTls n1 = tls(asking, "n1", LinkStage.SECRET);
                ClusterTls n2 = tls(holding, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(n1, n2);
                WireTap tap = new WireTap(nodes.server.address(), ANY_SIZE)) {
            assertArrayEquals("alpha".getBytes(StandardCharsets.UTF_8), bytes(nodes.fetch(tap.address())));
            for (String told : List.of("alpha", "/a.html", LinkStage.SECRET.peerToken())) {
                assertFalse(tap.seen().contains(told), told);
            }
            tap.flipOneBit();
            assertInstanceOf(PeerObjectResult.Failed.class, nodes.fetch(tap.address()));
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aRecordedConnectionThatIsSentAgainOpensNothing(TlsProvider provider) throws Exception {
        try (ClusterTls n1 = tls(provider, "n1", LinkStage.SECRET);
                ClusterTls n2 = tls(provider, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(n1, n2);
                WireTap tap = new WireTap(nodes.server.address(), ANY_SIZE);
                RecordedLog log = new RecordedLog()) {
            assertEquals("alpha", new String(bytes(nodes.fetch(tap.address())), StandardCharsets.UTF_8));
            assertEquals(List.of(), log.messages(Level.WARNING));
            try (RawConnection again = RawConnection.open(nodes.server.address())) {
                again.send(tap.sent().getFirst());
                assertLogged(log, "link with 127.0.0.1 closed: ");
            }
            assertEquals("alpha", new String(bytes(nodes.fetch(tap.address())), StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aManInTheMiddleWithAnotherCertificateGetsNoData(TlsProvider provider) throws Exception {
        try (ClusterTls tls = tls(provider, "n1", LinkStage.SECRET);
                Nodes nodes = new Nodes(tls, tls);
                ImpostorServer impostor = new ImpostorServer(ClusterTls.LINK)) {
            assertEquals(
                    new PeerObjectResult.Failed(
                            "n2: the certificate of something that is no process of a cluster" + WRONG_CERTIFICATE),
                    nodes.fetch(impostor.address()));
            Eventually.that("he is refused", () -> impostor.refusals() == 1);
            assertEquals(0, impostor.received());
        }
    }

    /** The same search finds everything where nothing is encrypted. */
    @Test
    void withoutEncryptionAllCanBeRead() throws Exception {
        try (Nodes nodes = new Nodes(null, null);
                WireTap tap = new WireTap(nodes.server.address(), ANY_SIZE)) {
            assertArrayEquals("alpha".getBytes(StandardCharsets.UTF_8), bytes(nodes.fetch(tap.address())));
            for (String told : List.of("alpha", "/a.html", LinkStage.SECRET.peerToken())) {
                assertTrue(tap.seen().contains(told), told);
            }
        }
    }

    @ParameterizedTest(name = "{0} asks {1}")
    @CsvSource({"JDK, JDK", "JDK, BORINGSSL", "BORINGSSL, JDK", "BORINGSSL, BORINGSSL"})
    void aNodeWithAnotherSecretIsToldWhatToChange(TlsProvider asking, TlsProvider holding) throws Exception {
        try (ClusterTls n1 = tls(asking, "n1", OTHER);
                ClusterTls n2 = tls(holding, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(n1, n2);
                RecordedLog log = new RecordedLog()) {
            assertEquals(new PeerObjectResult.Failed("n2: the certificate of n2" + WRONG_CERTIFICATE), nodes.fetch());
            assertLogged(log, "link with 127.0.0.1 closed: it does not accept this node's certificate");
        }
    }

    @ParameterizedTest(name = "{0} asks {1}")
    @CsvSource({"JDK, JDK", "JDK, BORINGSSL", "BORINGSSL, JDK", "BORINGSSL, BORINGSSL"})
    void aNodeThatIsRefusedAfterItsOwnHandshakeIsToldWhatToChange(TlsProvider asking, TlsProvider holding)
            throws Exception {
        try (ClusterTls n1 = tls(asking, "n1", OTHER, LinkStage.SECRET);
                ClusterTls n2 = tls(holding, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(n1, n2);
                RecordedLog log = new RecordedLog()) {
            assertEquals(new PeerObjectResult.Failed(REFUSED), nodes.fetch());
            assertLogged(log, "link with 127.0.0.1 closed: the certificate of n1" + WRONG_CERTIFICATE);
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void nodesOfWhichOneDoesNotEncryptDoNotSpeakPlain(TlsProvider provider) throws Exception {
        try (ClusterTls tls = tls(provider, "n1", LinkStage.SECRET)) {
            try (Nodes nodes = new Nodes(null, tls);
                    RecordedLog log = new RecordedLog()) {
                assertEquals(
                        new PeerObjectResult.Failed("n2: it does not speak the protocol of links between nodes; set"
                                + " cluster.encryption to the same on every node"),
                        nodes.fetch());
                assertLogged(log, "link with 127.0.0.1 closed: it does not encrypt; set cluster.encryption");
            }
            try (Nodes nodes = new Nodes(tls, null)) {
                assertEquals(
                        new PeerObjectResult.Failed("n2: it does not encrypt; set cluster.encryption and secret-file"
                                + " to the same on every node"),
                        nodes.fetch());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aStrangerMayAskByHttpAndOpensNoLink(TlsProvider provider) throws Exception {
        try (ClusterTls tls = tls(provider, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(tls, tls);
                RecordedLog log = new RecordedLog()) {
            InetSocketAddress at = nodes.server.address();
            try (RawConnection http = TlsClient.create().offering("http/1.1").open(at, "localhost")) {
                assertEquals("from anyone", http.get("/").text());
            }
            try (RawConnection http = TlsClient.create().open(at, "localhost")) {
                assertEquals("from anyone", http.get("/").text());
            }
            try (RawConnection link =
                    TlsClient.create().offering(ClusterTls.LINK).open(at, "localhost")) {
                assertTrue(link.ends());
            }
            assertLogged(log, "link with 127.0.0.1 closed: the other side has presented no certificate of a process");
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aProcessOfTheClusterIsKnownByHttpToo(TlsProvider provider) throws Exception {
        Duration longest = Duration.ofSeconds(10);
        try (ClusterTls n1 = tls(provider, "n1", LinkStage.SECRET);
                ClusterTls n2 = tls(provider, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(n1, n2);
                HttpClient client = HttpClient.secure(
                        nodes.stage.transport,
                        new PoolLimits(1, 1, longest, longest),
                        () -> n1.client(ClusterTls.HTTP),
                        "");
                ClientResponse response = client.send(
                        nodes.server.address(),
                        new ClientRequest("GET", "/", Headers.empty(), new byte[0], longest, longest))) {
            assertEquals("from a process", new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void strangersTakeHalfOfThePlacesAndMembersStillGetIn() throws Exception {
        try (ClusterTls n1 = tls(TlsProvider.AUTO, "n1", LinkStage.SECRET);
                ClusterTls n2 = tls(TlsProvider.AUTO, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(n1, n2, HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 4));
                RecordedLog log = new RecordedLog();
                RawConnection first = TlsClient.create().open(nodes.server.address(), "localhost")) {
            assertEquals(200, first.get("/").status());
            try (RawConnection second = TlsClient.create().open(nodes.server.address(), "localhost")) {
                assertEquals(200, second.get("/").status());
                try (RawConnection third = TlsClient.create().open(nodes.server.address(), "localhost")) {
                    assertTrue(third.ends());
                }
                assertLogged(log, "2 connections without a certificate of the cluster are open");
                assertEquals("alpha", new String(bytes(nodes.fetch()), StandardCharsets.UTF_8));
            }
            Eventually.that("the place of one that has left is free", () -> {
                try (RawConnection next = TlsClient.create().open(nodes.server.address(), "localhost")) {
                    return next.get("/").status() == 200;
                } catch (UncheckedIOException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void strangersWhoBeginHandshakesAndSayNoMoreShutNobodyOut() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (ClusterTls n1 = tls(TlsProvider.AUTO, "n1", LinkStage.SECRET);
                ClusterTls n2 = tls(TlsProvider.AUTO, "n2", LinkStage.SECRET);
                Nodes nodes = new Nodes(n1, n2)) {
            for (int i = 0; i < 300; i++) {
                silent.add(new Socket(
                        nodes.server.address().getAddress(),
                        nodes.server.address().getPort()));
            }
            silent.getFirst().setSoTimeout(20_000);
            assertEquals(-1, silent.getFirst().getInputStream().read(), "the oldest is closed");
            assertEquals("alpha", new String(bytes(nodes.fetch()), StandardCharsets.UTF_8));
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }
}
