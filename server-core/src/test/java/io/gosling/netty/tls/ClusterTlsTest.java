package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.TestCertificate;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.ReferenceCounted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Handshakes that succeed and handshakes that are refused, with each implementation of TLS on each side. */
class ClusterTlsTest {
    private static final byte[] SECRET = bytes("kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh");
    private static final byte[] OTHER = bytes("0y1xWJm9hcvN4Yy8nS0xT9xQb2k5cGxW");

    private final List<ClusterTls> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(ClusterTls::close);
    }

    @ParameterizedTest(name = "{0} opens, {1} accepts")
    @CsvSource({"JDK, JDK", "JDK, BORINGSSL", "BORINGSSL, JDK", "BORINGSSL, BORINGSSL"})
    void processesWithTheSameSecretSpeak(TlsProvider opening, TlsProvider accepting) throws Exception {
        ClusterTls n1 = process("n1", opening, SECRET);
        ClusterTls n2 = process("n2", accepting, SECRET);
        try (TlsPair pair = new TlsPair(
                n1.client(ClusterTls.LINK), n2.server(ClientAuth.REQUIRE, ClusterTls.LINK, ClusterTls.HTTP))) {
            assertEquals("a question", pair.send(pair.client, pair.server, "a question"));
            assertEquals("an answer", pair.send(pair.server, pair.client, "an answer"));
            assertEquals(new ClusterPeer("node", "n2"), ClusterTls.verified(pair.client.stage, ClusterTls.LINK));
            assertEquals(new ClusterPeer("node", "n1"), ClusterTls.verified(pair.server.stage, ClusterTls.LINK));
            assertEquals("TLSv1.3", pair.server.stage.engine().getSession().getProtocol());
            assertEquals(0, pair.laterRecords, "tickets");
        }
    }

    @ParameterizedTest(name = "{0} opens, {1} accepts")
    @CsvSource({"JDK, JDK", "JDK, BORINGSSL", "BORINGSSL, JDK", "BORINGSSL, BORINGSSL"})
    void whoHasAnotherSecretLearnsWhyAndSendsNothing(TlsProvider opening, TlsProvider accepting) {
        ClusterTls n1 = process("n1", opening, OTHER);
        ClusterTls n2 = process("n2", accepting, SECRET);
        try (TlsPair pair = new TlsPair(n1.client(ClusterTls.LINK), n2.server(ClientAuth.REQUIRE, ClusterTls.LINK))) {
            assertEquals("", pair.send(pair.client, pair.server, "a question"));
            assertFalse(pair.client.shaken);
            assertEquals(
                    "the certificate of n2 comes from another secret than this node's; give both the same"
                            + " secret-file",
                    explained(pair.client));
            assertTrue(explained(pair.server).contains("give both the same secret-file"), explained(pair.server));
        }
    }

    @ParameterizedTest(name = "{0} opens, {1} accepts")
    @CsvSource({"JDK, JDK", "JDK, BORINGSSL", "BORINGSSL, JDK", "BORINGSSL, BORINGSSL"})
    void whoPresentsACertificateOfAnotherSecretIsRefusedAfterItsOwnHandshake(
            TlsProvider opening, TlsProvider accepting) {
        // It accepts both secrets, and the other side does not know the one it presents.
        ClusterTls n1 = process("n1", opening, OTHER, SECRET);
        ClusterTls n2 = process("n2", accepting, SECRET);
        try (TlsPair pair = new TlsPair(n1.client(ClusterTls.LINK), n2.server(ClientAuth.REQUIRE, ClusterTls.LINK))) {
            assertEquals("", pair.send(pair.client, pair.server, "a question"));
            assertFalse(pair.server.shaken);
            assertEquals(
                    "the certificate of n1 comes from another secret than this node's; give both the same"
                            + " secret-file",
                    explained(pair.server));
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void whileASecretIsBeingChangedBothAreAccepted(TlsProvider provider) throws SSLException {
        ClusterTls old = process("n1", provider, SECRET);
        ClusterTls prepared = process("n2", provider, SECRET, OTHER);
        ClusterTls changed = process("n3", provider, OTHER, SECRET);
        ClusterTls done = process("n4", provider, OTHER);
        for (ClusterTls[] both : new ClusterTls[][] {
            {old, prepared}, {prepared, old}, {prepared, changed}, {changed, prepared}, {changed, done}, {done, changed}
        }) {
            try (TlsPair pair = pair(both[0], both[1])) {
                assertEquals(
                        "x", pair.send(pair.client, pair.server, "x"), () -> both[0].self() + " to " + both[1].self());
                assertEquals(both[0].self(), ClusterTls.verified(pair.server.stage, ClusterTls.LINK));
            }
        }
        try (TlsPair pair = pair(old, done)) {
            assertEquals("", pair.send(pair.client, pair.server, "x"));
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aSecretIsChangedUnderOpenConnectionsAndThoseOfARemovedOneEnd(TlsProvider provider) {
        ClusterTls n1 = process("n1", provider, SECRET);
        ClusterTls n2 = process("n2", provider, SECRET);
        try (TlsPair old = pair(n1, n2)) {
            n1.change(List.of(SECRET, OTHER)).run();
            n2.change(List.of(SECRET, OTHER)).run();
            n1.change(List.of(OTHER, SECRET)).run();
            assertEquals("x", old.send(old.client, old.server, "x"));
            assertFalse(old.server.retired);
            try (TlsPair fresh = pair(n1, n2)) {
                assertEquals("y", fresh.send(fresh.client, fresh.server, "y"), "n1 presents the new secret");
                n2.change(List.of(OTHER)).run();
                old.server.channel.runPendingTasks();
                fresh.server.channel.runPendingTasks();
                assertTrue(old.server.retired);
                assertTrue(old.server.channel.isOpen(), "it may end in good order");
                assertFalse(fresh.server.retired);
                assertEquals("yz", fresh.send(fresh.client, fresh.server, "z"));
            }
            old.server.channel.advanceTimeBy(ProvenConnections.GRACE_SECONDS, TimeUnit.SECONDS);
            old.server.channel.runScheduledPendingTasks();
            assertFalse(old.server.channel.isOpen());
        }
        ClusterTls forgotten = process("n3", provider, SECRET);
        try (TlsPair pair = pair(forgotten, n2)) {
            assertEquals("", pair.send(pair.client, pair.server, "x"));
            assertEquals(
                    "the certificate of n2 comes from another secret than this node's; give both the same"
                            + " secret-file",
                    explained(pair.client));
            assertTrue(explained(pair.server).contains("give both the same secret-file"), explained(pair.server));
        }
    }

    @Test
    void preparedSecretsChangeNothingBeforeTheyAreTaken() {
        ClusterTls n1 = process("n1", TlsProvider.JDK, SECRET);
        ClusterTls n2 = process("n2", TlsProvider.JDK, SECRET);
        n2.change(List.of(OTHER));
        try (TlsPair pair = pair(n1, n2)) {
            assertEquals("x", pair.send(pair.client, pair.server, "x"));
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void whoPresentsNoCertificateIsRefusedOrKnownAsNobody(TlsProvider provider) throws SSLException {
        ClusterTls node = process("n1", provider, SECRET);
        SslContext program = stranger("TLSv1.3", ClusterTls.LINK).build();
        try (TlsPair pair = new TlsPair(program, node.server(ClientAuth.REQUIRE, ClusterTls.LINK))) {
            assertEquals("", pair.send(pair.client, pair.server, "x"));
            assertNotNull(pair.server.failure);
        }
        try (TlsPair pair = new TlsPair(program, node.server(ClientAuth.OPTIONAL, ClusterTls.LINK))) {
            assertEquals("x", pair.send(pair.client, pair.server, "x"));
            SSLException refused =
                    assertThrows(SSLException.class, () -> ClusterTls.verified(pair.server.stage, ClusterTls.LINK));
            assertEquals(
                    "the other side has presented no certificate of a process; expected one that comes from this"
                            + " cluster's secret",
                    refused.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void aForeignCertificateIsRefusedAlsoWhereNoneIsRequired(TlsProvider provider) throws SSLException {
        TestCertificate foreign = TestCertificate.of("localhost");
        ClusterTls node = process("n1", provider, SECRET);
        SslContext client = stranger("TLSv1.3", ClusterTls.LINK)
                .keyManager(foreign.keyManagers()[0])
                .build();
        try (TlsPair pair = new TlsPair(client, node.server(ClientAuth.OPTIONAL, ClusterTls.LINK))) {
            assertEquals("", pair.send(pair.client, pair.server, "x"));
            assertTrue(explained(pair.server).startsWith("the certificate of something that is no process"));
        }
    }

    @ParameterizedTest
    @EnumSource(value = TlsProvider.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void olderVersionsAreRefused(TlsProvider provider) throws SSLException {
        ClusterTls node = process("n1", provider, SECRET);
        SslContext old = stranger("TLSv1.2", ClusterTls.LINK).build();
        try (TlsPair pair = new TlsPair(old, node.server(ClientAuth.OPTIONAL, ClusterTls.LINK))) {
            assertEquals("", pair.send(pair.client, pair.server, "x"));
            assertFalse(pair.server.shaken);
            assertEquals("it does not speak TLS 1.3; expected another node", explained(pair.server));
        }
    }

    @ParameterizedTest
    @MethodSource("foreignProtocols")
    void aConnectionOfAnotherProtocolIsRefused(TlsProvider opening, TlsProvider accepting, String spoken) {
        ClusterTls n1 = process("n1", opening, SECRET);
        ClusterTls n2 = process("n2", accepting, SECRET);
        try (TlsPair pair = new TlsPair(n1.client(spoken), n2.server(ClientAuth.REQUIRE, ClusterTls.MEMBER))) {
            assertThrows(SSLException.class, () -> ClusterTls.verified(pair.server.stage, ClusterTls.MEMBER));
            assertThrows(SSLException.class, () -> ClusterTls.verified(pair.client.stage, spoken));
        }
    }

    static Stream<Arguments> foreignProtocols() {
        List<TlsProvider> providers = List.of(TlsProvider.JDK, TlsProvider.BORINGSSL);
        return providers.stream()
                .flatMap(opening -> providers.stream()
                        .flatMap(accepting -> Stream.of(ClusterTls.LINK, "h2")
                                .map(spoken -> Arguments.of(opening, accepting, spoken))));
    }

    @Test
    void enginesOfTheJdkSpeakWithEachOther() throws SSLException {
        ClusterTls n1 = process("n1", TlsProvider.JDK, SECRET);
        ClusterTls n2 = process("n2", TlsProvider.JDK, SECRET);
        SslHandler client = new SslHandler(n1.engine(true, ClusterTls.MEMBER));
        SslHandler server = new SslHandler(n2.engine(false, ClusterTls.MEMBER));
        try (TlsPair pair = new TlsPair(client, server)) {
            assertEquals("x", pair.send(pair.client, pair.server, "x"));
            assertEquals(n2.self(), ClusterTls.verified(client.engine(), ClusterTls.MEMBER));
            assertEquals(n1.self(), ClusterTls.verified(server.engine(), ClusterTls.MEMBER));
            assertEquals(0, pair.laterRecords, "tickets");
        }
    }

    @Test
    void whatTheOtherSideHasWrittenBeginsNoLineAndFillsNoLog() {
        String written = "a\nforged\u001b[31m" + "x".repeat(10_000);
        String explained = ClusterTls.explain(new SSLException("Illegal server name, name=" + written));
        assertTrue(explained.startsWith("Illegal server name, name=a?forged?[31mxx"), explained);
        assertTrue(explained.length() < 400, explained);
    }

    @Test
    void messagesOfTheJdkAreSaidInWords() {
        assertEquals(ClusterTls.NO_CERTIFICATE, ClusterTls.explain(new SSLException("Empty client certificate chain")));
        assertEquals(
                "it does not speak TLS 1.3; expected another node",
                ClusterTls.explain(new SSLException("Received fatal alert: protocol_version")));
        assertEquals("Tag mismatch", ClusterTls.explain(new SSLException("Tag mismatch")));
    }

    @Test
    void aFailureWithoutMessageIsNamedByItsKind() {
        assertEquals("java.lang.IllegalStateException", ClusterTls.explain(new IllegalStateException()));
    }

    /** With ALPN, but trusting everybody, and without a certificate. */
    private static SslContextBuilder stranger(String version, String protocol) {
        return SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .endpointIdentificationAlgorithm(null)
                .protocols(version)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        protocol));
    }

    @Test
    void contextsAreMadeBeforeTheFirstConnection() {
        ClusterTls node =
                ClusterTls.of(List.of(SECRET), new ClusterPeer("node", "n1"), List.of(), TlsProvider.JDK, true);
        open.add(node);
        assertEquals(6, node.contexts());
        List.of(
                        node.ofPeers(),
                        node.ofFrontEnds(),
                        node.client(ClusterTls.LINK),
                        node.client(ClusterTls.HTTP),
                        node.client(ClusterTls.FRONT_END),
                        node.client(ClusterTls.FRONT_END_HTTP2))
                .forEach(context -> context.newHandler(UnpooledByteBufAllocator.DEFAULT));
        assertEquals(6, node.contexts());
    }

    @Test
    void contextsOfAnOldSecretAreFreedWithTheirLastConnection() {
        ClusterTls node = process("n1", TlsProvider.BORINGSSL, SECRET);
        AtomicReference<ReferenceCounted> used = new AtomicReference<>();
        SslContext context = node.client(ClusterTls.LINK);
        EmbeddedChannel connection = connection(node, used);
        ReferenceCounted old = used.get();
        node.change(List.of(OTHER)).run();
        assertEquals(1, old.refCnt(), "the connection's");
        EmbeddedChannel later = connection(node, used);
        assertNotSame(old, used.get());
        connection.finishAndReleaseAll();
        assertEquals(0, old.refCnt());
        assertEquals(2, used.get().refCnt());
        later.finishAndReleaseAll();
        node.close();
        assertEquals(0, used.get().refCnt());
        assertThrows(IllegalStateException.class, () -> context.newHandler(UnpooledByteBufAllocator.DEFAULT));
    }

    private static EmbeddedChannel connection(ClusterTls node, AtomicReference<ReferenceCounted> used) {
        var kind = new ClusterContexts.Kind(true, ClientAuth.NONE, List.of(ClusterTls.LINK));
        SslHandler stage = node.use(kind, (contexts, context) -> {
            used.set((ReferenceCounted) context);
            return context.newHandler(UnpooledByteBufAllocator.DEFAULT);
        });
        return new EmbeddedChannel(stage);
    }

    @Test
    void aProcessThatUsesEnginesAloneMakesNoContext() {
        ClusterTls node = process("n1", TlsProvider.JDK, SECRET);
        node.engine(false, ClusterTls.HANDOFF);
        assertEquals(0, node.contexts());
    }

    private static TlsPair pair(ClusterTls client, ClusterTls server) {
        return new TlsPair(client.client(ClusterTls.LINK), server.server(ClientAuth.REQUIRE, ClusterTls.LINK));
    }

    private ClusterTls process(String name, TlsProvider provider, byte[]... secrets) {
        ClusterTls tls = ClusterTls.of(List.of(secrets), new ClusterPeer("node", name), List.of(), provider);
        open.add(tls);
        return tls;
    }

    private static String explained(TlsPair.End end) {
        return end.failure == null ? "no failure" : ClusterTls.explain(end.failure);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
