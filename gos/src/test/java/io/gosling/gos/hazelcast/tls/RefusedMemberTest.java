package io.gosling.gos.hazelcast.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.testing.Eventually;
import io.gosling.testing.ImpostorServer;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.gosling.testing.WireTap;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that a member refuses, with what it says about them. */
class RefusedMemberTest {
    private static final String REFUSES_OURS = "it does not accept this node's certificate";

    private static final String NO_TLS = ClusterTls.explain(new NotSslRecordException());

    private final TlsMembers members = new TlsMembers();
    private final RecordedLog log = new RecordedLog();

    @AfterEach
    void close() {
        members.close();
        log.close();
    }

    private void assertLogged(String... parts) {
        Eventually.within(
                Duration.ofSeconds(30),
                () -> "logged: " + log.messages(Level.WARNING),
                () -> log.messages(Level.WARNING).stream().anyMatch(line -> {
                    for (String part : parts) {
                        if (!line.contains(part)) {
                            return false;
                        }
                    }
                    return true;
                }));
    }

    private static Socket connect(InetSocketAddress to) throws IOException {
        Socket socket = new Socket(to.getAddress(), to.getPort());
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** The next byte, or -1 for an end of any kind. */
    private static int read(Socket socket) {
        try {
            return socket.getInputStream().read();
        } catch (IOException e) {
            return -1;
        }
    }

    private static String at(HazelcastInstance member) {
        return "127.0.0.1:" + TlsMembers.address(member).getPort();
    }

    private static String from(Socket socket) {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    @Test
    void firstBytesTellTlsFromOtherProtocols() throws Exception {
        MemberTlsDecoder.requireTls((byte) 0x16);
        MemberTlsDecoder.requireTls((byte) 0x15);
        for (String other : new String[] {"HZC", "CB2", "GET", "PRI", "SSH", "\u00c7"}) {
            assertThrows(NotSslRecordException.class, () -> MemberTlsDecoder.requireTls((byte) other.charAt(0)), other);
        }
    }

    @Test
    void aPeerWithoutEncryptionGetsNotAByte() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        try (Socket plain = connect(TlsMembers.address(n1))) {
            plain.getOutputStream().write("HZC".getBytes(StandardCharsets.US_ASCII));
            assertEquals(-1, read(plain));
            assertLogged("n1 ", from(plain), NO_TLS);
        }
    }

    @Test
    void aMemberWithoutEncryptionStaysAloneAndBothCanBeToldWhy() {
        HazelcastInstance n1 = members.start("n1");
        HazelcastInstance plain = Hazelcast.newHazelcastInstance(TlsMembers.config(TlsMembers.address(n1)));
        try {
            HazelcastInstance n2 = members.start("n2", TlsMembers.address(plain));
            assertEquals(1, plain.getCluster().getMembers().size());
            assertEquals(1, n1.getCluster().getMembers().size());
            assertEquals(1, n2.getCluster().getMembers().size());
            assertLogged("n1 ", "127.0.0.1:", NO_TLS);
            assertLogged("n2 ", at(plain), NO_TLS);
        } finally {
            plain.getLifecycleService().terminate();
        }
    }

    @Test
    void aMemberWithAnotherSecretStaysAloneAndBothCanBeToldWhy() {
        HazelcastInstance n1 = members.start("n1");
        try (TlsMembers others = new TlsMembers()) {
            HazelcastInstance stranger = others.start("stranger", TlsMembers.address(n1));
            assertEquals(1, stranger.getCluster().getMembers().size());
            assertEquals(1, n1.getCluster().getMembers().size());
            assertLogged("stranger ", at(n1), "the certificate of n1 comes from another secret");
            assertLogged("n1 ", "127.0.0.1:", REFUSES_OURS);
        }
    }

    @Test
    void aMemberWhoseSecretIsNoLongerAcceptedDoesNotWaitForThatOne() {
        HazelcastInstance n1 = members.start("n1");
        HazelcastInstance n2 = members.start(MemberEncryption.of(members.former("n2")), TlsMembers.address(n1));
        assertEquals(1, n2.getCluster().getMembers().size());
        assertLogged("n1 ", "127.0.0.1:", "the certificate of n2 comes from another secret");
        assertLogged("n2 ", at(n1), REFUSES_OURS);
    }

    @Test
    void aRecordedConnectionThatIsSentAgainIsRefused() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        try (WireTap tap = new WireTap(TlsMembers.address(n1), 1 << 14)) {
            HazelcastInstance n2 = members.start("n2", tap.address());
            assertEquals(2, n2.getCluster().getMembers().size());
            try (Socket again = connect(TlsMembers.address(n1))) {
                tap.replay(again);
                assertLogged("n1 closes a connection from " + from(again) + " to its cluster port: (bad_record_mac)");
            }
            assertEquals(1, TlsMembers.established(n1));
            assertEquals(2, n1.getCluster().getMembers().size());
        }
    }

    @Test
    void aManInTheMiddleWithAnotherCertificateGetsNoData() throws Exception {
        try (ImpostorServer impostor = new ImpostorServer(ClusterTls.MEMBER)) {
            HazelcastInstance n1 = members.start("n1", impostor.address());
            assertEquals(1, n1.getCluster().getMembers().size());
            assertLogged("n1 ", "something that is no process of a cluster comes from another secret");
            Eventually.that("he is refused", () -> impostor.refusals() > 0);
            assertEquals(0, impostor.received());
        }
    }

    /** Connects as something that takes any certificate, and reads until the member's refusal. */
    private SSLException refusal(TlsClient client, HazelcastInstance member) throws IOException {
        try (SSLSocket socket = client.connect(TlsMembers.address(member), "")) {
            return assertThrows(
                    SSLException.class, () -> socket.getInputStream().read());
        } catch (SSLException e) {
            return e;
        }
    }

    @Test
    void aCertificateThatIsNotOfTheClusterIsRefusedWithAnAlert() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        TlsClient client = TlsClient.with(TestCertificate.of("n2"));
        SSLException told = refusal(client.speaking("TLSv1.3").offering(ClusterTls.MEMBER), n1);
        assertTrue(String.valueOf(told.getMessage()).contains("certificate_unknown"), told::getMessage);
        assertLogged("n1 ", "something that is no process of a cluster comes from another secret");
    }

    @Test
    void whoShowsNoCertificateIsRefused() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        refusal(TlsClient.create().speaking("TLSv1.3").offering(ClusterTls.MEMBER), n1);
        assertLogged("n1 ", ClusterTls.NO_CERTIFICATE);
    }

    @Test
    void anOlderVersionIsRefused() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        refusal(TlsClient.create().speaking("TLSv1.2").offering(ClusterTls.MEMBER), n1);
        assertLogged("n1 ", "it does not speak TLS 1.3");
    }

    @Test
    void aNameThatAStrangerSendsBeginsNoLineOfTheLog() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        SSLEngine stranger = members.tls("n2").engine(true, ClusterTls.MEMBER);
        SSLParameters parameters = stranger.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName("forged.line")));
        stranger.setSSLParameters(parameters);
        ByteBuffer hello = ByteBuffer.allocate(64 << 10);
        stranger.wrap(ByteBuffer.allocate(0), hello);
        String bytes = new String(hello.array(), 0, hello.position(), StandardCharsets.ISO_8859_1);
        try (Socket socket = connect(TlsMembers.address(n1))) {
            socket.getOutputStream()
                    .write(bytes.replace("forged.line", "forged\nline").getBytes(StandardCharsets.ISO_8859_1));
            assertLogged("n1 ", from(socket), "forged?line");
        }
    }

    private EngineSocket node(HazelcastInstance member, String protocol) throws IOException {
        return new EngineSocket(TlsMembers.address(member), members.tls("n2").engine(true, protocol));
    }

    @Test
    void anotherProtocolOrNoneIsRefusedAlsoFromANodeOfTheCluster() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        assertThrows(IOException.class, () -> node(n1, ClusterTls.LINK).read());
        assertLogged("n1 ", "it does not speak this protocol on that port");
        SSLEngine without = members.tls("n2").engine(true, ClusterTls.MEMBER);
        SSLParameters parameters = without.getSSLParameters();
        parameters.setApplicationProtocols(new String[0]);
        without.setSSLParameters(parameters);
        try (EngineSocket node = new EngineSocket(TlsMembers.address(n1), without)) {
            assertThrows(IOException.class, node::read);
            assertLogged("n1 ", "the other side speaks \"\" by ALPN");
        }
    }

    @Test
    void aNodeOfTheClusterIsHeardUntilItClosesWholeOrByHalf() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        try (EngineSocket announced = node(n1, ClusterTls.MEMBER);
                EngineSocket half = node(n1, ClusterTls.MEMBER)) {
            announced.write((byte) 'H');
            half.write((byte) 'H');
            Eventually.that("both are members", () -> TlsMembers.established(n1) == 2);
            announced.closeNotify();
            Eventually.that("one is left", () -> TlsMembers.established(n1) == 1);
            half.socket.shutdownOutput();
            Eventually.that("none is left", () -> TlsMembers.established(n1) == 0);
            assertThrows(IOException.class, announced::read);
            assertThrows(IOException.class, half::read);
        }
        assertEquals(List.of(), log.messages(Level.WARNING));
    }

    @Test
    void whatIsNoPacketAfterTheHandshakeIsRefusedAsWithoutEncryption() throws Exception {
        HazelcastInstance n1 = members.start("n1");
        try (EngineSocket node = node(n1, ClusterTls.MEMBER)) {
            node.write("GET".getBytes(StandardCharsets.US_ASCII));
            assertEquals('H', node.read());
            assertEquals('Z', node.read());
            assertEquals('X', node.read());
            assertThrows(IOException.class, node::read);
        }
    }

    @Test
    void aSilentConnectionIsClosed() throws Exception {
        HazelcastInstance n1 = members.start(new MemberEncryption(members.tls("n1"), 64, Duration.ofMillis(300)));
        try (Socket silent = connect(TlsMembers.address(n1));
                Socket begun = connect(TlsMembers.address(n1))) {
            begun.getOutputStream().write(new byte[] {0x16, 3, 1});
            assertEquals(-1, read(silent));
            assertEquals(-1, read(begun));
            assertLogged("n1 ", "127.0.0.1:", "it has not completed a TLS handshake within 300 ms");
        }
    }

    @Test
    void ofTooManyHandshakesTheOldestIsGivenUpSoThatAMemberStillGetsIn() throws Exception {
        HazelcastInstance n1 = members.start(new MemberEncryption(members.tls("n1"), 2, Duration.ofMinutes(5)));
        InetSocketAddress address = TlsMembers.address(n1);
        try (Socket first = connect(address);
                Socket second = connect(address);
                Socket third = connect(address)) {
            assertEquals(-1, read(first));
            HazelcastInstance n2 = members.start("n2", address);
            assertEquals(2, n2.getCluster().getMembers().size());
            assertEquals(-1, read(second));
            assertTrue(third.isConnected());
        }
    }

    @Test
    void aHostThatBeginsManyHandshakesDisplacesNoOther() throws Exception {
        HazelcastInstance n1 = members.start(new MemberEncryption(members.tls("n1"), 2, Duration.ofMinutes(5)));
        InetSocketAddress address = TlsMembers.address(n1);
        try (Socket other = new Socket(address.getAddress(), address.getPort(), InetAddress.getByName("127.0.0.2"), 0);
                Socket first = connect(address);
                Socket second = connect(address);
                Socket third = connect(address)) {
            assertEquals(-1, read(first));
            assertEquals(-1, read(second));
            assertTrue(third.isConnected());
            other.getOutputStream().write("HZC".getBytes(StandardCharsets.US_ASCII));
            assertLogged("n1 ", "127.0.0.2:" + other.getLocalPort(), NO_TLS);
        }
    }
}
