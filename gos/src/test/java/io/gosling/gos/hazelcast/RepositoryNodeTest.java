package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.instance.impl.LifecycleServiceImpl;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.LookupResult;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.ChangeCondition;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.RemoveResult;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.RepositoryStatistics.Event;
import io.gosling.gos.repository.StoredContent;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The repository on real members: who leaves, who is killed, what is lost. */
class RepositoryNodeTest {
    private static final Logger HAZELCAST = Logger.getLogger("com.hazelcast");
    private static final int OBJECTS = 100;

    /** Three voters. The first puts wait until the leases that voters might have given before are over. */
    private static final QuorumSettings VOTING = new QuorumSettings(
            new Quorum(List.of("n1", "n2", "n3")),
            new PurgeSettings(
                    Duration.ofSeconds(3),
                    Duration.ofMillis(500),
                    Duration.ofMillis(200),
                    Duration.ofMillis(300),
                    Duration.ofSeconds(6),
                    Duration.ofMinutes(10),
                    1 << 16,
                    32 << 20,
                    4096));

    private final Transport transport = Transport.open(TransportKind.NIO, 2, "test");
    private final ClusterSecret secret = ClusterSecret.of(ClusterSecret.generate(new SecureRandom()));
    private final Site files = Site.empty();
    private final List<ObjectSpaceNode> nodes = new ArrayList<>();

    @BeforeAll
    static void quiet() {
        HAZELCAST.setLevel(Level.OFF);
    }

    @AfterEach
    void close() {
        nodes.reversed().forEach(ObjectSpaceNode::close);
        transport.close();
        files.close();
    }

    /** Patient, since a busy machine is no dead home. */
    private static RepositorySettings settings(int backups) {
        return RepositorySettings.defaults()
                .with(RepositorySettings.OBJECTS, 10_000)
                .with(RepositorySettings.BYTES, 16L << 20)
                .with(RepositorySettings.BACKUPS, backups)
                .with(RepositorySettings.LARGEST, 4 << 20)
                .with(RepositorySettings.DEADLINE, Duration.ofSeconds(30));
    }

    private ObjectSpaceNode start(RepositorySettings repository, @Nullable QuorumSettings voting) throws IOException {
        return start(NodeRole.ALL, repository, voting);
    }

    private ObjectSpaceNode start(NodeRole role, RepositorySettings repository, @Nullable QuorumSettings voting)
            throws IOException {
        String name = "n" + (nodes.size() + 1);
        List<String> join = nodes.stream()
                .map(other -> SocketAddressFormat.text(Objects.requireNonNull(other.clusterAddress())))
                .toList();
        ObjectSpaceNode node = ObjectSpaceNode.open(
                ObjectSpaceSettings.of(name, 1 << 20), DocumentRoot.at(files.directory()), transport, Ticker.system());
        nodes.add(node);
        node.join(ClusterSettings.of(name, role, Members.ANY_PORT, secret)
                .withPeer(Members.ANY_PORT)
                .withVoting(voting)
                .of(repository.values())
                .joining(join));
        Eventually.that(name + " joins", node::isJoined);
        return node;
    }

    private void start(int count, RepositorySettings repository, @Nullable QuorumSettings voting) throws IOException {
        for (int i = 0; i < count; i++) {
            start(repository, voting);
        }
        settle();
    }

    /** Everybody knows everybody, and every partition is where it belongs, with its backups. */
    private void settle() {
        Eventually.that(
                "all are seen",
                () -> nodes.stream().allMatch(node -> node.members().size() == nodes.size() - 1));
        Eventually.that(
                "partitions are at rest",
                () -> nodes.stream()
                        .allMatch(node -> Objects.requireNonNull(node.grid())
                                .getPartitionService()
                                .isClusterSafe()));
    }

    private void kill(ObjectSpaceNode node) {
        Objects.requireNonNull(node.grid()).getLifecycleService().terminate();
        nodes.remove(node);
        node.close();
        settle();
    }

    private static ObjectKey key(int number) {
        return ObjectKey.of("key " + number);
    }

    private static int atHome(ObjectSpaceNode node) {
        return node.repositoryFigures().objects();
    }

    private static void fill(ObjectSpaceNode node) {
        for (int i = 0; i < OBJECTS; i++) {
            assertInstanceOf(PutResult.Stored.class, node.objects().put(key(i), StoredContent.of("text " + i)));
        }
    }

    private static @Nullable String text(ObjectSpaceNode node, ObjectKey key) {
        return switch (node.objects().get(key)) {
            case GetResult.Found found -> found.content().text();
            case GetResult.Missing missing -> null;
            case GetResult.Unavailable unavailable -> throw new AssertionError(unavailable.reason());
        };
    }

    private int present(ObjectSpaceNode node) {
        int present = 0;
        for (int i = 0; i < OBJECTS; i++) {
            String text = text(node, key(i));
            assertTrue(text == null || text.equals("text " + i), text);
            present += text == null ? 0 : 1;
        }
        return present;
    }

    @Test
    void withoutBackupsALeaveInOrderLosesNothingAndACrashWhatWasAtHomeThere() throws IOException {
        start(3, settings(0), null);
        fill(nodes.get(0));
        assertEquals(OBJECTS, present(nodes.get(1)));
        Eventually.that(
                "homes are on all nodes",
                () -> nodes.stream().allMatch(node -> atHome(node) > OBJECTS / 10)
                        && nodes.stream().mapToInt(RepositoryNodeTest::atHome).sum() == OBJECTS);

        nodes.removeLast().close();
        settle();
        assertEquals(OBJECTS, present(nodes.get(0)));

        Eventually.that(
                "homes are counted again",
                () -> nodes.stream().mapToInt(RepositoryNodeTest::atHome).sum() == OBJECTS);
        ObjectSpaceNode victim = nodes.get(1);
        int there = atHome(victim);
        kill(victim);
        assertEquals(OBJECTS - there, present(nodes.get(0)));
    }

    @Test
    void withABackupACrashLosesNothingThatIsAtHome() throws IOException {
        start(3, settings(1), null);
        fill(nodes.get(0));
        kill(nodes.get(2));
        assertEquals(OBJECTS, present(nodes.get(1)));
        ObjectKey key = key(0);
        long version = assertInstanceOf(
                        GetResult.Found.class, nodes.get(0).objects().get(key))
                .version();
        long next = assertInstanceOf(
                        PutResult.Stored.class,
                        nodes.get(1)
                                .objects()
                                .put(
                                        key,
                                        StoredContent.of("new"),
                                        ChangeCondition.version(version),
                                        AcknowledgementLevel.EVERYWHERE))
                .version();
        assertTrue(next > version);
        assertEquals(
                new PutResult.Conflict(next),
                nodes.get(0)
                        .objects()
                        .put(
                                key,
                                StoredContent.of("x"),
                                ChangeCondition.version(version),
                                AcknowledgementLevel.EVERYWHERE));
        assertEquals(new RemoveResult.Removed(), nodes.get(0).objects().remove(key));
        assertNull(text(nodes.get(1), key));
    }

    private static String ask(ObjectSpaceNode node) {
        try {
            if (node.documents().find(DocumentPath.parse("/page.html")) instanceof LookupResult.Found found) {
                found.document().close();
                return "found";
            }
            return "not found";
        } catch (IOException | IllegalDocumentPathException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aNodeWhoseMemberEndsByItselfJoinsAnewAndAllOfItGoesOn() throws Exception {
        files.file("page.html", "text");
        start(2, settings(1), null);
        fill(nodes.get(0));
        ObjectSpaceNode node = nodes.get(1);
        for (LifecycleState end : List.of(LifecycleState.SHUTDOWN, LifecycleState.MERGE_FAILED)) {
            HazelcastInstance old = Objects.requireNonNull(node.grid());
            if (end == LifecycleState.SHUTDOWN) {
                old.getLifecycleService().terminate();
            } else {
                ((LifecycleServiceImpl) old.getLifecycleService()).fireLifecycleEvent(end);
            }
            Eventually.that("it joins anew", () -> node.grid() != null && !old.equals(node.grid()));
            settle();
            assertEquals(
                    1,
                    Objects.requireNonNull(nodes.get(0).grid()).getCluster().getMembers().stream()
                            .map(MemberAttributeCodec::read)
                            .filter(member -> member != null && member.name().equals("n2"))
                            .count());
            assertEquals(OBJECTS, present(node));
            assertInstanceOf(PutResult.Stored.class, node.objects().put(key(OBJECTS), StoredContent.of(end.name())));
            assertEquals(end.name(), text(nodes.get(0), key(OBJECTS)));
            Eventually.that("it is a home again", () -> atHome(node) > OBJECTS / 10);
            nodes.get(0).emptyTable();
            Eventually.that("the table hears what it is asked for", () -> {
                assertEquals("found", ask(node));
                return nodes.stream().mapToInt(ObjectSpaceNode::entriesOwned).sum() == 1;
            });
        }
    }

    @Test
    void withVotersCopiesAreServedUnaskedAndAPutIsEverywhereWhenItIsAnswered() throws IOException {
        start(3, settings(1), VOTING);
        Eventually.within(
                Duration.ofMinutes(1),
                "all have leases",
                () -> nodes.stream().noneMatch(node -> node.objects().get(key(0)) instanceof GetResult.Unavailable));
        fill(nodes.get(0));
        for (int round = 0; round < 5; round++) {
            for (ObjectSpaceNode node : nodes) {
                assertEquals(round == 0 ? "text 1" : "round " + (round - 1), text(node, key(1)));
            }
            PutResult put = nodes.get(round % 3).objects().put(key(1), StoredContent.of("round " + round));
            assertInstanceOf(PutResult.Stored.class, put, put.toString());
        }
        for (int i = 0; i < OBJECTS; i++) {
            text(nodes.get(1), key(i));
            text(nodes.get(1), key(i));
        }
        long copies = nodes.get(1).objects().statistics().of(Event.COPY);
        assertTrue(copies > OBJECTS / 10, "copies: " + copies);
        assertEquals(new RemoveResult.Removed(), nodes.get(2).objects().remove(key(2)));
        for (ObjectSpaceNode node : nodes) {
            assertNull(text(node, key(2)));
        }
    }

    @Test
    void whatTheRoleWebPutsIsAtHomeOnTheRoleStore() throws IOException {
        ObjectSpaceNode web = start(NodeRole.WEB, settings(1), null);
        PutResult.Unavailable nobody =
                assertInstanceOf(PutResult.Unavailable.class, web.objects().put(key(0), StoredContent.of("text 0")));
        assertEquals(
                "no node of the cluster stores anything; expected one with the role all or store", nobody.reason());

        ObjectSpaceNode store = start(NodeRole.STORE, settings(1), null);
        ObjectSpaceNode other = start(NodeRole.WEB, settings(1), null);
        settle();
        fill(web);
        Eventually.that("homes are counted", () -> atHome(store) == OBJECTS);
        assertEquals(OBJECTS, present(other));
        assertEquals(0, atHome(web) + atHome(other));
        assertEquals(0, store.repositoryFigures().held().copies());
        assertTrue(other.repositoryFigures().held().copies() > 0);
        assertEquals(new RemoveResult.Removed(), other.objects().remove(key(0)));
        assertNull(text(web, key(0)));
    }

    @Test
    void aFullHomeSaysSoUntilSomethingIsRemovedAndOneThatDropsTakesEverything() throws IOException {
        RepositorySettings few = settings(0)
                .with(RepositorySettings.OBJECTS, 10)
                .with(RepositorySettings.BYTES, 1L << 20)
                .with(RepositorySettings.BACKUPS, 0)
                .with(RepositorySettings.LARGEST, 1 << 20);
        ObjectSpaceNode node = start(few, null);
        int stored = 0;
        while (node.objects().put(key(stored), StoredContent.of("x")) instanceof PutResult.Stored) {
            stored++;
        }
        assertEquals(10, stored);
        assertEquals(new PutResult.Full(), node.objects().put(key(10), StoredContent.of("x")));
        assertInstanceOf(PutResult.Stored.class, node.objects().put(key(3), StoredContent.of("again")));
        node.objects().remove(key(3));
        assertInstanceOf(PutResult.Stored.class, node.objects().put(key(10), StoredContent.of("x")));
        node.close();
        nodes.clear();

        RepositorySettings cache = settings(0)
                .with(RepositorySettings.BYTES, 1L << 20)
                .with(RepositorySettings.FULL, RepositorySettings.WhenFull.DROP)
                .with(RepositorySettings.BACKUPS, 0)
                .with(RepositorySettings.LARGEST, 1 << 20);
        ObjectSpaceNode dropping = start(cache, null);
        for (int size : List.of(500, 10_000, 200_000, 500)) {
            for (int i = 0; i < 300; i++) {
                ObjectKey key = key(i + size);
                Eventually.that(
                        "place is made",
                        () -> dropping.objects().put(key, StoredContent.of(new byte[size]))
                                instanceof PutResult.Stored);
                long bytes = cost(dropping);
                assertTrue(bytes <= (1 << 20) * 5 / 4, "bytes: " + bytes);
            }
        }
        Eventually.that(
                "it is within its quota", () -> dropping.repositoryFigures().bytes() <= 1 << 20);
        assertTrue(atHome(dropping) > 50, "objects: " + atHome(dropping));
    }

    /** Bytes as counted by Hazelcast. */
    private static long cost(ObjectSpaceNode node) {
        return HazelcastHomeClient.map(Objects.requireNonNull(node.grid()))
                .getLocalMapStats()
                .getOwnedEntryMemoryCost();
    }

    @Test
    void whatIsToldOfHomesIsWhatTheyTake() throws IOException {
        ObjectSpaceNode node = start(settings(0), null);
        for (int i = 0; i < 50; i++) {
            StoredContent content = StoredContent.of(new byte[i * 100]).tagged("tag", "t\u00e4g");
            ObjectKey key = key(i);
            node.objects().put(key, i % 2 == 0 ? content : content.expiring(Duration.ofHours(1)));
        }
        node.objects().put(key(1), StoredContent.of("another"));
        node.objects().remove(key(2));
        long sizes = 0;
        for (byte[] packed :
                HazelcastHomeClient.map(Objects.requireNonNull(node.grid())).values()) {
            sizes += HomeCodec.readEntry(packed).size();
        }
        assertEquals(cost(node), sizes);
        Eventually.that("it is counted so", () -> node.repositoryFigures().bytes() == cost(node));
    }

    @Test
    void whileANodeLeavesInOrderItsObjectsAreAnsweredByItsLease() throws Exception {
        start(3, settings(1), VOTING);
        Eventually.within(
                Duration.ofMinutes(1),
                "all have leases",
                () -> nodes.stream().noneMatch(node -> node.objects().get(key(0)) instanceof GetResult.Unavailable));
        fill(nodes.get(0));
        ObjectSpaceNode leaving = nodes.get(2);
        Thread leave = Thread.ofVirtual().start(leaving::leave);
        do {
            // Copies are not what is asked here.
            nodes.get(0).objects().clear();
            assertEquals(OBJECTS, present(nodes.get(0)));
        } while (leave.isAlive());
        leave.join();
        nodes.get(0).objects().clear();
        assertEquals(OBJECTS, present(nodes.get(0)));
    }

    @Test
    void overThePeerPortWithTheClustersTokenAndCertificate() throws Exception {
        ObjectSpaceNode node = start(settings(0), null);
        try (HttpClient stranger = HttpClient.newHttpClient()) {
            assertThrows(SSLHandshakeException.class, () -> send(stranger, node, "GET", ""));
        }
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(trusting(secret)).build()) {
            assertEquals(
                    403, send(client, node, "GET", "", "Gosling-Token", "guess").statusCode());
            assertEquals(
                    403,
                    send(client, node, "GET", "", "Gosling-Token", secret.peerToken())
                            .statusCode());
            URI hottest = URI.create("https://127.0.0.1:"
                    + Objects.requireNonNull(node.peerAddress()).getPort() + "/~gosling/hottest");
            HttpRequest withoutCertificate = HttpRequest.newBuilder(hottest)
                    .header("Gosling-Token", secret.peerToken())
                    .build();
            assertEquals(
                    403,
                    client.send(withoutCertificate, BodyHandlers.discarding()).statusCode());
            String token = secret.objectsToken();
            assertEquals(
                    404, send(client, node, "GET", "", "Gosling-Token", token).statusCode());
            HttpResponse<String> put =
                    send(client, node, "PUT", "x".repeat(2 << 20), "Gosling-Token", token, "Gosling-Ttl", "60");
            assertEquals(204, put.statusCode());
            HttpResponse<String> got = send(client, node, "GET", "", "Gosling-Token", token);
            assertEquals(2 << 20, got.body().length());
            assertEquals(put.headers().firstValue("ETag"), got.headers().firstValue("ETag"));
            assertEquals("60", got.headers().firstValue("Gosling-Ttl").orElseThrow());
            String etag = got.headers().firstValue("ETag").orElseThrow();
            assertEquals(
                    412,
                    send(client, node, "PUT", "y", "Gosling-Token", token, "If-None-Match", "*")
                            .statusCode());
            assertEquals(
                    204,
                    send(client, node, "DELETE", "", "Gosling-Token", token, "If-Match", etag)
                            .statusCode());
        }
    }

    /** Trusts the nodes with this secret, as curl does with the output of {@code gosling ca}. */
    private static SSLContext trusting(ClusterSecret secret) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        byte[] pem = ClusterTls.authority(secret.tlsSecrets().getFirst()).getBytes(StandardCharsets.US_ASCII);
        store.setCertificateEntry(
                "cluster", CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static HttpResponse<String> send(
            HttpClient client, ObjectSpaceNode node, String method, String body, String... headers)
            throws IOException, InterruptedException {
        InetSocketAddress address = Objects.requireNonNull(node.peerAddress());
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + address.getPort() + "/objects/any%00bytes%2F%FF"))
                .method(method, BodyPublishers.ofString(body))
                .headers(headers.length == 0 ? new String[] {"Accept", "*/*"} : headers)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
