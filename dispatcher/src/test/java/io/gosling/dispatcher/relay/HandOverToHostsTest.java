package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendIds;
import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.RestoringNode;
import io.gosling.dispatcher.testing.ScriptedDoor;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import io.gosling.testing.RawConnection;
import io.gosling.testing.TlsClient;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients' connections that go to nodes on other hosts, which are network namespaces of this one. */
@Timeout(120)
class HandOverToHostsTest {
    private static final String CLUSTER = "10.77.0.100";
    private static final int PORT = 80;
    private static final String SECRET = "a secret of the whole cluster";
    private static final byte[] LARGE = new byte[3_000_000];

    /** As much as a node's handler may have in memory, all but. */
    private static final byte[] SENT = new byte[1_000_000];

    static {
        new Random(7).nextBytes(LARGE);
        new Random(8).nextBytes(SENT);
    }

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Handler handler = request -> switch (request.rawPath()) {
        case "/large" -> Response.bytes("application/octet-stream", LARGE);
        default -> {
            byte[] sent = request.body().readAllBytes();
            yield Response.text(request.rawPath() + " "
                    + ((InetSocketAddress) request.remoteAddress()).getAddress().getHostAddress() + " " + sent.length
                    + " " + sum(sent));
        }
    };
    private final Hosts hosts = new Hosts(
            "client",
            "10.77.0.1/24",
            "router",
            "10.77.0.254/24",
            "front",
            "10.77.0.2/24",
            "n1",
            "10.77.0.11/24",
            "n2",
            "10.77.0.12/24");
    private Duration timeout = Duration.ofMinutes(1);
    private @Nullable FrontEnd front;

    HandOverToHostsTest() throws Exception {
        open.add(hosts);
        hosts.ip("front", "address", "add", CLUSTER + "/32", "dev", "eth0");
        for (String node : List.of("n1", "n2")) {
            hosts.sh(node, "echo 1 > /proc/sys/net/ipv4/conf/all/arp_ignore");
            hosts.sh(node, "echo 2 > /proc/sys/net/ipv4/conf/all/arp_announce");
            hosts.ip(node, "address", "add", CLUSTER + "/32", "dev", "lo");
        }
    }

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private RestoringNode node(String name) throws Exception {
        return node(name, SECRET);
    }

    private RestoringNode node(String name, String secret) throws Exception {
        String address = name.equals("n1") ? "10.77.0.11" : "10.77.0.12";
        RestoringNode node = RestoringNode.on(hosts, name, address, secret, handler);
        open.add(node);
        return node;
    }

    /** A node whose door does with connections what a test says, and who answers who is proxied. */
    private RestoringNode scripted(BiConsumer<Channel, HandoffFrame.Transfer> then) throws Exception {
        // So that its kernel, which nobody has silenced, says nothing of connections that it does not have.
        hosts.ip("n1", "address", "del", CLUSTER + "/32", "dev", "lo");
        RestoringNode node = node("n1");
        node.closeDoor();
        open.add(ScriptedDoor.on(hosts, "n1", "10.77.0.11", SECRET, then));
        return node;
    }

    /** A front-end before these. */
    private void front(RestoringNode... nodes) throws Exception {
        List<Backend> backends =
                List.of(nodes).stream().map(RestoringNode::backend).toList();
        ClusterTls tls = RestoringNode.tls("front", SECRET);
        open.add(tls);
        FrontEndSettings settings = new FrontEndSettings(SettingValues.none(), tls, BackendIds.OF_PROCESS)
                .with(HandoffSettings.PORT, RestoringNode.DOOR)
                .with(HandoffSettings.TIMEOUT, timeout)
                .with(ForwardingSettings.FORWARDING, ForwardingMode.HANDOFF);
        hosts.in("front", () -> {
            Transport transport = Transport.open(TransportKind.AUTO, 2, "front");
            open.add(transport);
            FrontEnd started = FrontEnd.start(
                    settings,
                    List.of(ListenEndpoint.plain(cluster())),
                    transport,
                    changed -> {
                        changed.accept(backends);
                        return () -> {};
                    },
                    null,
                    Ticker.system());
            open.add(started);
            front = started;
            return started;
        });
    }

    private FrontEnd front() {
        return Objects.requireNonNull(front);
    }

    private static InetSocketAddress cluster() throws IOException {
        return new InetSocketAddress(InetAddress.getByName(CLUSTER), PORT);
    }

    private RawClient client() throws Exception {
        return hosts.in("client", () -> RawClient.connect(cluster()));
    }

    private HandoffCounts counts() {
        return Objects.requireNonNull(front().handoffs());
    }

    private long taken() {
        return counts().of(HandoffOutcome.TAKEN);
    }

    /** A client may have its answer before the front-end has heard that its connection was taken. */
    private void taken(long connections) {
        Eventually.that("the front-end has counted " + connections, () -> taken() == connections);
    }

    /** Asks until each of the two event loops, which connections come to in turn, has handed one over. */
    private void linked() {
        AtomicInteger handedOver = new AtomicInteger();
        AtomicInteger inARow = new AtomicInteger();
        Eventually.that("two connections in a row are handed over", () -> {
            try (RawClient client = client()) {
                String text = client.get("/linked").answer().text();
                assertTrue(text.matches("/linked 10.7[78].0.\\d+ 0 0"), text);
                if (text.contains(" 10.77.0.2 ")) {
                    inARow.set(0);
                    return false;
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            handedOver.incrementAndGet();
            return inARow.incrementAndGet() == 2;
        });
        taken(handedOver.get());
    }

    private static long sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    @Test
    void theNodeAnswersOnTheClientsOwnConnection() throws Exception {
        front(node("n1"));
        linked();
        long before = taken();
        try (RawClient client = client()) {
            for (int i = 0; i < 20; i++) {
                assertEquals(
                        "/" + i + " 10.77.0.1 0 0", client.get("/" + i).answer().text());
            }
            assertArrayEquals(LARGE, client.get("/large").answer().body());
            taken(before + 1);
            Eventually.that("the front-end has let go", () -> front().status().connections() == 0);
        }
    }

    @Test
    void anUploadGoesOnWhereItIsHandedOver() throws Exception {
        front(node("n1"));
        linked();
        try (RawClient client = client()) {
            client.send("POST /up HTTP/1.1\r\nHost: test\r\nContent-Length: " + SENT.length + "\r\n\r\n");
            client.send(SENT);
            assertEquals(
                    "/up 10.77.0.1 " + SENT.length + " " + sum(SENT),
                    client.answer().text());
            assertEquals("/next 10.77.0.1 0 0", client.get("/next").answer().text());
        }
    }

    @Test
    void whatWasSentAheadGoesAlongAndIsAnsweredInOrder() throws Exception {
        front(node("n1"));
        linked();
        try (RawClient client = client()) {
            StringBuilder many = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                many.append("GET /").append(i).append(" HTTP/1.1\r\nHost: test\r\n\r\n");
            }
            client.send(many.toString());
            for (int i = 0; i < 50; i++) {
                assertEquals("/" + i + " 10.77.0.1 0 0", client.answer().text());
            }
        }
    }

    /** Options agreed on when connecting still hold. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp_timestamps", "tcp_sack", "tcp_window_scaling"})
    void clientsOfOldKindsGo(String without) throws Exception {
        hosts.sh("client", "echo 0 > /proc/sys/net/ipv4/" + without);
        front(node("n1"));
        linked();
        long before = taken();
        try (RawClient client = client()) {
            assertArrayEquals(LARGE, client.get("/large").answer().body());
            client.send("POST /up HTTP/1.1\r\nHost: test\r\nContent-Length: " + SENT.length + "\r\n\r\n");
            client.send(SENT);
            assertEquals(
                    "/up 10.77.0.1 " + SENT.length + " " + sum(SENT),
                    client.answer().text());
        }
        taken(before + 1);
    }

    /**
     * Once more from a port whose connection has just ended, which the front-end still steers and the node still
     * remembers.
     */
    @Test
    void aPortThatIsUsedAgainIsServedAgain() throws Exception {
        front(node("n1"));
        linked();
        long before = taken();
        for (int i = 0; i < 4; i++) {
            askFromOnePort("/" + i);
        }
        taken(before + 4);
    }

    /**
     * Without known timestamps a node takes no connection from a reused port for a minute: it declines this one. A SYN
     * that came to the node would end its memory of the port. One comes if the port's packets are still redirected, or
     * if the front-end sees it only after it has handed off the connection that the SYN began. A RST (RFC 1337) would
     * end it too: a client sends one if it is answered after it has sent its end twice.
     */
    @Test
    void aPortThatIsUsedAgainByAClientWithoutTimestampsIsServedAgain() throws Exception {
        hosts.sh("client", "echo 0 > /proc/sys/net/ipv4/tcp_timestamps");
        hosts.sh("n1", "echo 1 > /proc/sys/net/ipv4/tcp_rfc1337");
        front(node("n1"));
        linked();
        long before = taken();
        askFromOnePort("/1");
        Eventually.that("its packets are redirected no more", () -> taken() > before && counts().flows() == 0);
        try (RawClient other = client()) {
            assertEquals("/a 10.77.0.1 0 0", other.get("/a").answer().text());
            try (RawClient again = fromOnePort()) {
                // Redirected packets are seen in the order in which they come: the SYN was before this one.
                assertEquals("/b 10.77.0.1 0 0", other.get("/b").answer().text());
                assertServedOnce(again, "/2");
            }
        }
        assertEquals(1, counts().of(HandoffOutcome.DECLINED), this::outcomes);
    }

    private void askFromOnePort(String path) throws Exception {
        try (RawClient client = fromOnePort()) {
            assertServedOnce(client, path);
        }
    }

    /** Of a port that the client's system gives to no other connection. */
    private RawClient fromOnePort() throws Exception {
        return hosts.in("client", () -> RawClient.connectFrom(20_000, cluster()));
    }

    /** Clients and hosts that lose a packet in fifty say it again, to whoever has the connection by then. */
    @Test
    void packetsThatAreLostAreMadeGood() throws Exception {
        front(node("n1"));
        linked();
        for (String host : List.of("client", "n1")) {
            assumeTrue(isLossy(host), "no nft here, by which packets are lost");
        }
        fetchAndSend(5);
    }

    private boolean isLossy(String host) throws InterruptedException {
        try {
            for (String hook : List.of("input", "output")) {
                hosts.sh(
                        host,
                        "nft add table ip lossy; nft add chain ip lossy " + hook + " '{ type filter hook " + hook
                                + " priority 0; }'; nft add rule ip lossy " + hook
                                + " meta l4proto tcp numgen random mod 50 == 0 drop");
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** By a line on which packets wait for each other. */
    @Test
    void packetsThatAreLateAreWaitedFor() throws Exception {
        front(node("n1"));
        linked();
        hosts.sh("client", "tc qdisc add dev eth0 root tbf rate 40mbit burst 20kb latency 200ms");
        hosts.sh("switch", "tc qdisc add dev client root tbf rate 40mbit burst 20kb latency 200ms");
        fetchAndSend(2);
    }

    @Test
    void clientsBehindARouterGo() throws Exception {
        hosts.ip("client", "link", "set", "eth0", "down");
        hosts.wire("client", "10.78.0.1/24", "router", "10.78.0.254/24");
        hosts.ip("client", "route", "add", "default", "via", "10.78.0.254");
        hosts.sh("router", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        for (String host : List.of("front", "n1")) {
            hosts.ip(host, "route", "add", "10.78.0.0/24", "via", "10.77.0.254");
        }
        front(node("n1"));
        linked();
        fetchAndSend(2);
    }

    /** Each on a connection of its own that is handed over in mid-upload. */
    private void fetchAndSend(int times) throws Exception {
        long before = taken();
        for (int i = 0; i < times; i++) {
            try (RawClient client = client()) {
                client.send("POST /up HTTP/1.1\r\nHost: test\r\nContent-Length: " + SENT.length + "\r\n\r\n");
                client.send(SENT);
                assertTrue(client.answer().text().endsWith(" " + SENT.length + " " + sum(SENT)));
                assertArrayEquals(LARGE, client.get("/large").answer().body());
            }
        }
        assertTrue(taken() > before, this::outcomes);
        assertEquals(0, counts().of(HandoffOutcome.LOST), this::outcomes);
    }

    private String outcomes() {
        StringBuilder text = new StringBuilder();
        for (HandoffOutcome outcome : HandoffOutcome.values()) {
            text.append(outcome).append(' ').append(counts().of(outcome)).append(' ');
        }
        return text.append("flows ").append(counts().flows()).toString();
    }

    /** By the node, or, where its end has come before it could go, through the front-end. */
    @Test
    void whoSendsNoMoreIsStillAnswered() throws Exception {
        front(node("n1"));
        linked();
        for (int i = 0; i < 50; i++) {
            try (RawClient client = client()) {
                client.get("/half").sendsNoMore();
                String text = client.answer().text();
                assertTrue(text.matches("/half 10.77.0.[12] 0 0"), text);
                assertTrue(client.isClosed());
            }
        }
    }

    /**
     * Requests under way are answered, their connections end, and then the front-end ends, long before its deadline.
     */
    @Test
    void aFrontEndThatIsDrainedHasItsConnectionsEnd() throws Exception {
        front(node("n1"));
        linked();
        try (RawClient quiet = client();
                RawClient busy = client()) {
            assertEquals("/a 10.77.0.1 0 0", quiet.get("/a").answer().text());
            RawClient.Answer head = busy.get("/large").head();
            Thread draining = Thread.ofVirtual().start(() -> front().drain(Duration.ofHours(1)));
            assertTrue(quiet.isClosed());
            assertArrayEquals(LARGE, busy.body(head));
            assertTrue(busy.isClosed());
            busy.close();
            draining.join();
        }
        assertEquals(0, counts().held.sum());
    }

    @Test
    void connectionsEndWithTheirFrontEnd() throws Exception {
        front(node("n1"));
        linked();
        try (RawClient client = client()) {
            assertEquals("/a 10.77.0.1 0 0", client.get("/a").answer().text());
            front().close();
            assertTrue(client.isClosed());
        }
    }

    @Test
    void whoDoesNotHaveTheSecretIsProxiedTo() throws Exception {
        front(node("n1", "another secret of nobody"));
        try (RawClient client = client()) {
            assertEquals("/a 10.77.0.2 0 0", client.get("/a").answer().text());
        }
        assertEquals(0, taken());
    }

    /** The first frame of a front-end is answered to processes of the cluster alone. */
    @Test
    void whoHasNoCertificateOfTheClusterIsNotAnswered() throws Exception {
        node("n1");
        InetSocketAddress door = new InetSocketAddress(InetAddress.getByName("10.77.0.11"), RestoringNode.DOOR);
        byte[] knock = {0, 0, 0, 5, 12, 0, 0, 0, HandoffFrame.ACROSS_HOSTS};
        hosts.in("client", () -> {
            try (RawConnection plain = RawConnection.open(door)) {
                assertTrue(plain.send(knock).ends());
            }
            try (RawConnection stranger =
                    TlsClient.create().offering(ClusterTls.HANDOFF).open(door, "n1")) {
                assertFalse(hears(stranger, knock));
            }
            return true;
        });
    }

    private static boolean hears(RawConnection connection, byte[] sent) {
        try {
            return connection.send(sent).readByte() >= 0;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    @Test
    void whoDoesNotHaveTheClustersAddressIsProxiedTo() throws Exception {
        hosts.ip("n1", "address", "del", CLUSTER + "/32", "dev", "lo");
        front(node("n1"));
        try (RawClient client = client()) {
            assertEquals("/a 10.77.0.2 0 0", client.get("/a").answer().text());
        }
        assertEquals(0, taken());
    }

    @Test
    void aConnectionEndsWithTheLinkByWhichItCame() throws Exception {
        RestoringNode node = node("n1");
        front(node);
        linked();
        try (RawClient client = client()) {
            assertEquals("/a 10.77.0.1 0 0", client.get("/a").answer().text());
            node.closeDoor();
            assertTrue(client.isClosed());
        }
    }

    @Test
    void aConnectionThatANodeDeclinesIsProxied() throws Exception {
        front(scripted((door, transfer) -> door.writeAndFlush(new HandoffFrame.Declined(transfer.number()))));
        try (RawClient client = client()) {
            Eventually.that("a connection is declined", () -> {
                try {
                    assertEquals("/a 10.77.0.2 0 0", client.get("/a").answer().text());
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                return counts().of(HandoffOutcome.DECLINED) > 3;
            });
        }
        assertEquals(0, taken());
    }

    /** Its control connection is read to its end: it has not touched what it has not taken. */
    @Test
    void aNodeThatDiesBeforeItTakesAConnectionCostsTheClientNothing() throws Exception {
        front(scripted((door, transfer) -> door.close()), node("n2"));
        for (int i = 0; counts().of(HandoffOutcome.RETURNED) == 0; i++) {
            try (RawClient client = client()) {
                String text = client.get("/" + i).answer().text();
                assertTrue(text.matches("/" + i + " 10.77.0.[12] 0 0"), text);
            }
        }
        assertEquals(0, counts().of(HandoffOutcome.LOST));
    }

    @Test
    void aNodeThatFallsSilentLosesTheConnectionAndNoOther() throws Exception {
        timeout = Duration.ofMillis(200);
        front(scripted((door, transfer) -> {}));
        Eventually.that("a connection is lost", () -> {
            try (RawClient client = client()) {
                client.get("/a");
                boolean closed = client.isClosed();
                assertEquals(closed, counts().of(HandoffOutcome.LOST) > 0);
                return closed;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    /** None fails, and everything that was needed for one is gone soon after. Ports are used again meanwhile. */
    @Test
    @Timeout(900)
    void connectionsByTheThousandLoseNoneAndLeaveNothingBehind() throws Exception {
        front(node("n1"), node("n2"));
        linked();
        int clients = 8;
        CountDownLatch done = new CountDownLatch(clients);
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < clients; i++) {
            hosts.in(
                    "client",
                    () -> Thread.ofPlatform().start(() -> {
                        try {
                            for (int n = 0; n < 2_000 / clients; n++) {
                                askOnce("/" + n);
                            }
                        } catch (Exception | AssertionError e) {
                            failures.add(e);
                        } finally {
                            done.countDown();
                        }
                    }));
        }
        done.await();
        assertEquals(List.of(), failures, this::outcomes);
        assertTrue(taken() > 1_800, this::outcomes);
        assertEquals(0, counts().of(HandoffOutcome.LOST), this::outcomes);
        Eventually.that("nothing is steered any more", () -> counts().flows() == 0);
        for (String host : List.of("front", "n1", "n2")) {
            Eventually.that(host + " has none any more", () -> hasNone(host));
        }
    }

    private static void askOnce(String path) throws IOException {
        try (RawClient client = RawClient.connect(cluster())) {
            assertServedOnce(client, path);
        }
    }

    private static void assertServedOnce(RawClient client, String path) throws IOException {
        client.send("GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
        String text = client.answer().text();
        assertTrue(text.matches(path + " 10.77.0.[12] 0 0"), text);
        assertTrue(client.isClosed());
    }

    /** No connection of the cluster's address that is open, as the system tells: 10.77.0.100:80 in its own way. */
    private boolean hasNone(String host) {
        try {
            hosts.sh(host, "! grep -h '64004D0A:0050 [0-9A-F]*:[0-9A-F]* 01 ' /proc/net/tcp /proc/net/tcp6");
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
