package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.testing.TestCertificate;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups for key exchange that servers take, by first messages written byte by byte (RFC 8446, section 4.1.2). */
class KeyExchangeTest {
    private static final int X25519 = 0x001d;

    /** X25519MLKEM768 (draft-ietf-tls-ecdhe-mlkem), which no quantum computer is known to break. */
    private static final int HYBRID = 0x11ec;

    /** Bytes of a client's share of it. */
    private static final int HYBRID_SHARE = 1184 + 32;

    /** The random of a ServerHello that asks for a key share of another group (RFC 8446, section 4.1.3). */
    private static final String RETRY = "cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c";

    private static final int SUPPORTED_GROUPS = 10;
    private static final int SIGNATURES = 13;
    private static final int VERSIONS = 43;
    private static final int KEY_SHARE = 51;

    @TempDir
    private Path folder = Path.of("");

    private SslContext ofClients(TlsProvider provider) throws IOException {
        TestCertificate.of("localhost").write(folder, "server");
        CertificateFiles files = new CertificateFiles(folder.resolve("server.pem"), folder.resolve("server.key"));
        TlsContexts contexts = TlsContexts.read(TlsSettings.of(files), provider);
        SslContext context = Objects.requireNonNull(contexts.acquire(null));
        contexts.release();
        return context;
    }

    /** The native library is there for some systems only. */
    @BeforeAll
    static void boringSslIsThere() {
        assumeTrue(OpenSsl.isAvailable(), () -> String.valueOf(OpenSsl.unavailabilityCause()));
    }

    @Test
    void clientsMayExchangeKeysByAHybridWithMlKemWhereBoringSslIsUsed() throws IOException {
        SslContext boring = ofClients(TlsProvider.BORINGSSL);
        assertEquals(HYBRID, asked(boring, HYBRID));
        assertEquals(X25519, asked(boring, X25519));
        assertEquals(HYBRID, asked(boring, X25519, HYBRID), "preferred");
        ReferenceCountUtil.release(boring);
        SslContext java = ofClients(TlsProvider.JDK);
        assertEquals(0, asked(java, HYBRID));
        assertEquals(X25519, asked(java, X25519));
    }

    @Test
    void soMayProcessesOfACluster() throws IOException {
        try (ClusterTls tls = ClusterTls.of(
                List.of("kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh".getBytes(StandardCharsets.US_ASCII)),
                new ClusterPeer("node", "n1"),
                List.of(),
                TlsProvider.BORINGSSL)) {
            assertEquals(HYBRID, asked(tls.server(ClientAuth.REQUIRE, ClusterTls.LINK), X25519, HYBRID));
            int hello = hello(tls.client(ClusterTls.LINK)).remaining();
            assertTrue(hello > HYBRID_SHARE, () -> "no such key share fits into " + hello + " bytes");
        }
    }

    /** The first message of a client. */
    private static ByteBuffer hello(SslContext context) throws IOException {
        SSLEngine engine = context.newEngine(UnpooledByteBufAllocator.DEFAULT);
        ByteBuffer hello = ByteBuffer.allocate(64 << 10);
        try {
            engine.beginHandshake();
            engine.wrap(ByteBuffer.allocate(0), hello);
            return hello.flip();
        } finally {
            engine.closeOutbound();
            ReferenceCountUtil.release(engine);
        }
    }

    /** The group for which a server wants a key share of a client that offers these groups; 0 if it refuses. */
    private static int asked(SslContext context, int... groups) throws IOException {
        SSLEngine engine = context.newEngine(UnpooledByteBufAllocator.DEFAULT);
        ByteBuffer answer = ByteBuffer.allocate(64 << 10);
        try {
            engine.beginHandshake();
            engine.unwrap(ByteBuffer.wrap(hello(groups)), ByteBuffer.allocate(64 << 10));
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                engine.getDelegatedTask().run();
            }
            engine.wrap(ByteBuffer.allocate(0), answer);
            return selected(answer.flip());
        } catch (SSLException e) {
            return 0;
        } finally {
            engine.closeOutbound();
            ReferenceCountUtil.release(engine);
        }
    }

    private static int selected(ByteBuffer answer) {
        byte[] random = new byte[32];
        answer.position(5 + 4 + 2).get(random);
        if (!HexFormat.of().formatHex(random).equals(RETRY)) {
            return 0;
        }
        // Session, cipher, compression, length of the extensions.
        answer.position(answer.position() + 1 + answer.get(answer.position()) + 2 + 1 + 2);
        while (answer.hasRemaining()) {
            int kind = answer.getShort();
            int length = answer.getShort();
            if (kind == KEY_SHARE) {
                return answer.getShort();
            }
            answer.position(answer.position() + length);
        }
        return 0;
    }

    private static byte[] hello(int... groups) throws IOException {
        ByteArrayOutputStream extensions = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(extensions);
        extension(fields, SUPPORTED_GROUPS, groups);
        // ECDSA with P-256, and RSA with PSS, both with SHA-256.
        extension(fields, SIGNATURES, 0x0403, 0x0804);
        fields.writeShort(VERSIONS);
        fields.writeShort(3);
        fields.writeByte(2);
        fields.writeShort(0x0304);
        extension(fields, KEY_SHARE);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream message = new DataOutputStream(body);
        message.writeShort(0x0303);
        message.write(new byte[32]);
        message.writeByte(0);
        message.writeShort(2);
        message.writeShort(0x1301);
        message.write(new byte[] {1, 0});
        message.writeShort(extensions.size());
        extensions.writeTo(message);
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(record);
        out.writeByte(22);
        out.writeShort(0x0301);
        out.writeShort(body.size() + 4);
        out.writeInt(1 << 24 | body.size());
        body.writeTo(out);
        return record.toByteArray();
    }

    /** An extension that is a list of numbers. */
    private static void extension(DataOutputStream out, int kind, int... values) throws IOException {
        out.writeShort(kind);
        out.writeShort(2 + 2 * values.length);
        out.writeShort(2 * values.length);
        for (int value : values) {
            out.writeShort(value);
        }
    }
}
