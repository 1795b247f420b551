package io.gosling.dispatcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.document.Body;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.websocket.WebSocketSession;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.ProxyProtocolVersion;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ImpostorServer;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.WireTap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A front-end and a node of one cluster, with somebody who listens between them. */
@Timeout(120)
class EncryptedBackendTest {
    private static final byte[] SECRET = "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OTHER = "0y1xWJm9hcvN4Yy8nS0xT9xQb2k5cGxW".getBytes(StandardCharsets.US_ASCII);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int LARGE = 3_000_000;
    private static final int BURST = 400;

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<HttpServer> servers = new ArrayList<>();
    private final List<String> lookedUp = new CopyOnWriteArrayList<>();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private HttpLimits limits = HttpLimits.defaults();
    private final Transport transport = keep(Transport.open(TransportKind.AUTO, 1, "test"));

    /** Connections are closed before their loops, or the engines of their TLS would be lost with them. */
    @AfterEach
    void close() throws Exception {
        for (AutoCloseable opened : open.reversed()) {
            if (opened instanceof FrontEnd) {
                opened.close();
            }
        }
        Eventually.within(
                LONG, "the connections are closed", () -> servers.stream().allMatch(node -> node.connections() == 0));
        for (AutoCloseable opened : open.reversed()) {
            opened.close();
        }
    }

    private <C extends AutoCloseable> C keep(C opened) {
        open.add(opened);
        return opened;
    }

    private ClusterTls tls(String role, TlsProvider provider, byte[]... secrets) {
        return keep(ClusterTls.of(List.of(secrets), new ClusterPeer(role, role), List.of(), provider));
    }

    /** Finds nothing in memory, and records what was looked for. */
    private final class Lookup implements CachedDocumentLookup {
        private final String scheme;

        Lookup(String scheme) {
            this.scheme = scheme;
        }

        @Override
        public @Nullable StoredDocument acquire(String key, long nowNanos) {
            lookedUp.add(scheme + " " + key);
            return null;
        }

        @Override
        public CachedDocumentLookup over(boolean secure) {
            return new Lookup(secure ? "https" : "http");
        }
    }

    private static Response answer(Request request) throws IOException {
        String client = request.remoteAddress() instanceof ClusterProcessAddress ? "front-end" : "stranger";
        return Response.text(request.method() + " " + request.path() + " of a " + client + " over "
                + (request.isSecure() ? "https" : "http") + ", "
                + request.body().readAllBytes().length + " bytes, "
                + request.protocol());
    }

    private Response file(int from, int length) throws IOException {
        FileChannel file = FileChannel.open(folder.resolve("large"));
        return new Response(200, Headers.empty(), new Body.InFile(file, from, length));
    }

    private HttpServer server(ListenEndpoint endpoint) throws IOException {
        HttpServer server = keep(HttpServer.start(
                transport,
                List.of(endpoint),
                limits,
                new Lookup("http"),
                request -> switch (request.path()) {
                    case "/talk" ->
                        WebSocketSession.handler(socket -> socket.send("heard " + socket.receive()))
                                .handle(request);
                    case "/file" -> file(0, LARGE);
                    case "/range" -> file(1_000_000, 1_500_000);
                    default -> answer(request);
                },
                CompletedResponseListener.none(),
                null,
                Ticker.system()));
        servers.add(server);
        return server;
    }

    private ListenEndpoint forFrontEnds(ClusterTls tls) {
        return Stage.ANY_PORT.withCluster(new ListenEndpoint.Cluster(tls, true, (from, why) -> refused.add(why)));
    }

    private InetSocketAddress node(ClusterTls tls) throws IOException {
        return server(forFrontEnds(tls)).address();
    }

    private FrontEnd frontEnd(FrontEndSettings settings, ClusterTls tls, InetSocketAddress serving) throws IOException {
        return frontEnd(
                settings,
                tls,
                Backend.ready("n1", new InetSocketAddress("127.0.0.1", 1)).servingAt(serving));
    }

    private FrontEnd frontEnd(FrontEndSettings settings, ClusterTls tls, Backend node) throws IOException {
        List<Backend> backends = List.of(node);
        BackendSource source = new BackendSource() {
            @Override
            public Watch watch(Consumer<List<Backend>> changed) {
                return new ConfiguredBackends(backends).watch(changed);
            }

            @Override
            public Supplier<ClusterTls> encryption() {
                return () -> tls;
            }
        };
        return keep(FrontEnd.start(settings, List.of(Stage.ANY_PORT), transport, source, null, Ticker.system()));
    }

    private static FrontEndSettings settings(boolean http2) {
        return FrontEndSettings.defaults().with(ForwardingSettings.H2C, http2);
    }

    private static RawClient.Answer ask(FrontEnd frontEnd, String request) throws IOException {
        try (RawClient client = RawClient.connect(frontEnd.address())) {
            return client.send(request).answer();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoListensReadsNoRequestAndTheNodeKnowsTheFrontEnd(boolean http2) throws Exception {
        ClusterTls of = tls("node", TlsProvider.AUTO, SECRET);
        WireTap tap = keep(new WireTap(node(of), 1 << 14));
        FrontEnd frontEnd = frontEnd(settings(http2), tls("front-end", TlsProvider.AUTO, SECRET), tap.address());
        String protocol = http2 ? "HTTP/2.0" : "HTTP/1.1";
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    "GET /a of a front-end over http, 0 bytes, " + protocol,
                    ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").text());
        }
        String body = "b".repeat(200_000);
        assertEquals(
                "POST /secret of a front-end over http, 200000 bytes, " + protocol,
                ask(frontEnd, "POST /secret HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" + body)
                        .text());
        assertTrue(tap.seen().length() > 200_000);
        for (String clear : List.of("GET /a", "POST /", "/secret", "HTTP/1.1", "bbbbbbbb", "of a front")) {
            assertFalse(tap.seen().contains(clear), clear);
        }
        assertEquals(List.of(), refused);
    }

    @ParameterizedTest
    @CsvSource({"false, X-Other: 1", "false, If-None-Match: \"a\"", "true, X-Other: 1", "true, If-None-Match: \"a\""})
    void theSchemeOfTheClientIsThatOfTheRequestAndOfWhatMemoryAnswers(boolean http2, String more) throws Exception {
        InetSocketAddress node = node(tls("node", TlsProvider.AUTO, SECRET));
        FrontEnd frontEnd = frontEnd(
                settings(http2).with(RelaySettings.FORWARDED, RelaySettings.Forwarding.APPEND),
                tls("front-end", TlsProvider.AUTO, SECRET),
                node);
        for (String scheme : List.of("http", "HTTPS", "ws", "http, https")) {
            String path = "/" + scheme.length();
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: " + scheme + "\r\n" + more + "\r\n\r\n";
            String expected = scheme.equals("HTTPS") ? "https" : "http";
            String text = ask(frontEnd, request).text();
            assertTrue(text.startsWith("GET " + path + " of a front-end over " + expected + ","), text);
        }
        assertEquals(
                List.of("http /4", "https /5", "http /2", "http /11"),
                lookedUp.stream().distinct().toList());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeFilesAndRangesOfThemPassToo(boolean http2) throws Exception {
        byte[] large = new byte[LARGE];
        new Random(1).nextBytes(large);
        Files.write(folder.resolve("large"), large);
        InetSocketAddress node = node(tls("node", TlsProvider.AUTO, SECRET));
        FrontEnd frontEnd = frontEnd(settings(http2), tls("front-end", TlsProvider.AUTO, SECRET), node);
        assertArrayEquals(
                large, ask(frontEnd, "GET /file HTTP/1.1\r\nHost: x\r\n\r\n").body());
        assertArrayEquals(
                Arrays.copyOfRange(large, 1_000_000, 2_500_000),
                ask(frontEnd, "GET /range HTTP/1.1\r\nHost: x\r\n\r\n").body());
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void webSocketsPassToo(TlsProvider provider) throws Exception {
        InetSocketAddress node = node(tls("node", provider, SECRET));
        FrontEnd frontEnd = frontEnd(settings(true), tls("front-end", provider, SECRET), node);
        try (RawClient client = RawClient.connect(frontEnd.address())) {
            client.send("GET /talk HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            assertEquals(101, client.head().status());
            client.send(new byte[] {(byte) 0x81, (byte) 0x82, 0, 0, 0, 0, 'h', 'i'});
            byte[] heard = client.exactly(8);
            assertEquals((byte) 0x81, heard[0]);
            assertEquals("heard ", new String(heard, 2, 6, StandardCharsets.US_ASCII));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNodeWithAnotherSecretGetsNothingAndTheLogSaysWhy(boolean http2) throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            InetSocketAddress node = node(tls("node", TlsProvider.AUTO, OTHER));
            FrontEnd frontEnd = frontEnd(settings(http2), tls("front-end", TlsProvider.AUTO, SECRET), node);
            assertEquals(
                    502, ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").status());
            assertTrue(
                    log.messages(Level.WARNING)
                            .contains("this front-end sends no requests to the node at 127.0.0.1:" + node.getPort()
                                    + ": the certificate of node comes from another secret than this node's; give"
                                    + " both the same secret-file"),
                    () -> log.messages(Level.WARNING).toString());
            Eventually.within(LONG, "the node says so", () -> !refused.isEmpty());
            assertTrue(refused.getFirst().contains("give both the same secret-file"), refused.getFirst());
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aRecordedRequestThatIsSentAgainIsNotServed(TlsProvider provider) throws Exception {
        WireTap tap = keep(new WireTap(node(tls("node", provider, SECRET)), 1 << 14));
        FrontEnd frontEnd = frontEnd(settings(false), tls("front-end", provider, SECRET), tap.address());
        assertEquals(200, ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").status());
        List<String> served = List.copyOf(lookedUp);
        assertTrue(served.contains("http /a"));
        assertEquals(List.of(), refused);
        try (RawClient again = RawClient.connect(servers.getFirst().address())) {
            again.send(tap.sent().getFirst());
            Eventually.within(LONG, "the node refuses it", () -> !refused.isEmpty());
        }
        assertEquals(served, lookedUp);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aManInTheMiddleWithAnotherCertificateGetsNoData(boolean http2) throws Exception {
        ImpostorServer impostor = keep(new ImpostorServer(http2 ? ClusterTls.FRONT_END_HTTP2 : ClusterTls.FRONT_END));
        try (RecordedLog log = new RecordedLog()) {
            FrontEnd frontEnd =
                    frontEnd(settings(http2), tls("front-end", TlsProvider.AUTO, SECRET), impostor.address());
            assertEquals(
                    502, ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").status());
            assertTrue(
                    log.messages(Level.WARNING).toString().contains("something that is no process of a cluster comes"),
                    () -> log.messages(Level.WARNING).toString());
        }
        Eventually.within(LONG, "he is refused", () -> impostor.refusals() > 0);
        assertEquals(0, impostor.received());
    }

    @Test
    void noPlainConnectionIsHandedToANodeThatOnlyRedirectsThese() throws Exception {
        assumeTrue(Transport.mayPassConnections(), "this system passes no connections between processes");
        FrontEndSettings handsOff = settings(false)
                .with(HandoffSettings.DIRECTORY, folder.resolve("h"))
                .with(ForwardingSettings.FORWARDING, ForwardingMode.HANDOFF_LOCAL);
        InetSocketAddress node = node(tls("node", TlsProvider.AUTO, SECRET));
        FrontEnd frontEnd = frontEnd(handsOff, tls("front-end", TlsProvider.AUTO, SECRET), Backend.ready("n1", node));
        assertEquals(200, ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").status());
        assertEquals(1, Objects.requireNonNull(frontEnd.handoffs()).of(HandoffOutcome.ELSEWHERE));
    }

    @Test
    void aNodeThatDoesNotEncryptGetsNothing() throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            InetSocketAddress plain = server(Stage.ANY_PORT).address();
            FrontEnd frontEnd = frontEnd(settings(false), tls("front-end", TlsProvider.AUTO, SECRET), plain);
            assertEquals(
                    502, ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").status());
            assertTrue(
                    log.messages(Level.WARNING)
                            .contains("this front-end sends no requests to the node at 127.0.0.1:" + plain.getPort()
                                    + ": it does not encrypt; set cluster.encryption and secret-file to the same on"
                                    + " every node"),
                    () -> log.messages(Level.WARNING).toString());
        }
    }

    @Test
    void aFrontEndThatNamesItsClientByTheProxyProtocolIsKnownToo() throws Exception {
        ListenEndpoint endpoint =
                forFrontEnds(tls("node", TlsProvider.AUTO, SECRET)).withProxies(any -> true);
        FrontEnd frontEnd = frontEnd(
                settings(false).with(RelaySettings.PROXY_PROTOCOL, ProxyProtocolVersion.V1),
                tls("front-end", TlsProvider.AUTO, SECRET),
                server(endpoint).address());
        assertEquals(
                "GET /a of a front-end over http, 0 bytes, HTTP/1.1",
                ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").text());
    }

    @Test
    void limitsOfAnAddressAreNotThoseOfAFrontEnd() throws Exception {
        limits = HttpLimits.defaults().with(HttpLimits.ADDRESS_CONNECTIONS, 1);
        InetSocketAddress node = node(tls("node", TlsProvider.AUTO, SECRET));
        ClusterTls tls = tls("front-end", TlsProvider.AUTO, SECRET);
        for (int i = 0; i < 3; i++) {
            FrontEnd frontEnd = frontEnd(settings(false), tls, node);
            assertEquals(
                    200, ask(frontEnd, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").status());
        }
        assertEquals(3, servers.getFirst().connections());
    }

    @Test
    void aBurstOfHandshakesClosesNoneOfThem() throws Exception {
        InetSocketAddress node = node(tls("node", TlsProvider.AUTO, SECRET));
        for (int i = 0; i < BURST; i++) {
            keep(RawClient.connect(node));
        }
        HttpServer server = servers.getFirst();
        Eventually.within(LONG, "all are within their handshake", () -> server.connections() == BURST);
        assertEquals(0, server.limits().of(LimitKind.HANDSHAKES));
    }

    @Test
    void aFrontEndWithoutCertificateIsRefused() throws Exception {
        InetSocketAddress node = node(tls("node", TlsProvider.AUTO, SECRET));
        try (RawClient client = RawClient.connect(node)) {
            assertEquals(400, client.get("/a").answer().status());
        }
        Eventually.within(
                LONG,
                "the node says why",
                () -> refused.equals(List.of(
                        "it does not encrypt; set cluster.encryption and secret-file to the same on every node")));
        refused.clear();
        FrontEnd changed = frontEnd(settings(false), tls("front-end", TlsProvider.AUTO, OTHER, SECRET), node);
        assertEquals(502, ask(changed, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n").status());
        Eventually.within(LONG, "the node says why", () -> !refused.isEmpty());
        assertTrue(refused.getFirst().contains("the certificate of front-end"), refused.getFirst());
    }

    @ParameterizedTest
    @EnumSource(value = HealthCheckSettings.Means.class, names = "OFF", mode = EnumSource.Mode.EXCLUDE)
    void healthChecksTakeTheSameWay(HealthCheckSettings.Means means) throws Exception {
        FrontEndSettings checking = settings(false)
                .with(HealthCheckSettings.BY, means)
                .with(HealthCheckSettings.INTERVAL, Duration.ofMillis(100));
        WireTap tap = keep(new WireTap(node(tls("node", TlsProvider.AUTO, SECRET)), 1 << 14));
        ClusterTls tls = tls("front-end", TlsProvider.AUTO, SECRET);
        FrontEnd frontEnd = frontEnd(checking, tls, tap.address());
        FrontEnd stranger = frontEnd(checking, tls, node(tls("node", TlsProvider.AUTO, OTHER)));
        Eventually.within(LONG, "a check passes", () -> checks(frontEnd).passed() > 0);
        Eventually.within(LONG, "a check fails", () -> checks(stranger).failed() > 0);
        assertEquals(0, checks(frontEnd).failed());
        assertEquals(0, checks(stranger).passed());
        assertFalse(tap.seen().contains("GET / "));
    }

    private static FrontEndStatus.CheckCounts checks(FrontEnd frontEnd) {
        return frontEnd.status().backends().getFirst().checks();
    }
}
