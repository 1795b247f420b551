package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Ticker;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** First messages written byte by byte, since no client of today still sends them. */
class OldTlsTest {
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;

    private final Site folder = Site.empty();

    @AfterEach
    void deleteFolder() {
        folder.close();
    }

    /**
     * Alerts of RFC 8446, section 6: 40 is handshake_failure, 70 is protocol_version. The last line shows that such a
     * message is understood.
     */
    @ParameterizedTest
    @CsvSource({
        "SSL 3.0,                       0x0300, 0xc009 0x002f, 70",
        "TLS 1.0,                       0x0301, 0xc009 0x002f, 70",
        "TLS 1.1,                       0x0302, 0xc009 0x002f, 70",
        "no forward secrecy,            0x0303, 0x009c 0x002f, 40",
        "CBC,                           0x0303, 0xc009 0xc023, 40",
        "RC4 and triple DES,            0x0303, 0xc007 0xc008, 40",
        "no encryption,                 0x0303, 0xc006 0x0000, 40",
        "no certificate,                0x0303, 0xc018 0xc015, 40",
        "TLS 1.2 as it is today,        0x0303, 0xc02b 0xc009, 0"
    })
    void oldVersionsAndWeakCiphersAreRefused(String what, String version, String ciphers, int alert)
            throws IOException {
        for (TlsProvider provider : List.of(TlsProvider.JDK, TlsProvider.BORINGSSL)) {
            assertEquals(alert, answer(provider, hello(Integer.decode(version), ciphers)), what + ", " + provider);
        }
    }

    /** The alert that ends the handshake, or 0 when the server goes on with it. */
    private int answer(TlsProvider provider, byte[] hello) throws IOException {
        TestCertificate.of("localhost").write(folder.directory(), "server");
        Path directory = folder.directory();
        TlsSettings settings = TlsSettings.of(
                        new CertificateFiles(directory.resolve("server.pem"), directory.resolve("server.key")))
                .with(TlsSettings.PROVIDER, provider);
        try (ReloadingTlsContext tls = ReloadingTlsContext.open(settings, Ticker.system(), InstantSource.system());
                ServerFixture server = ServerFixture.start(
                        ListenEndpoint.secure(ServerFixture.anyPort(), tls), request -> ErrorPageBuilder.of(404));
                Socket client = new Socket(
                        InetAddress.getLoopbackAddress(),
                        server.server().address().getPort())) {
            client.setSoTimeout(30_000);
            client.getOutputStream().write(hello);
            InputStream in = client.getInputStream();
            int kind = in.read();
            in.skipNBytes(4);
            assertEquals(kind == ALERT ? ALERT : HANDSHAKE, kind);
            int level = in.read();
            return kind == ALERT && level == 2 ? in.read() : 0;
        }
    }

    /** A ClientHello for one version (RFC 5246, section 7.4.1.2), with the curves and signatures that everybody has. */
    private static byte[] hello(int version, String ciphers) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(body);
        fields.writeShort(version);
        fields.write(new byte[32]);
        fields.writeByte(0);
        String[] suites = ciphers.split(" ");
        fields.writeShort(suites.length * 2);
        for (String suite : suites) {
            fields.writeShort(Integer.decode(suite));
        }
        fields.write(new byte[] {1, 0});
        byte[] extensions = {
            0,
            10,
            0,
            4,
            0,
            2,
            0,
            23, // supported_groups: secp256r1
            0,
            11,
            0,
            2,
            1,
            0, // ec_point_formats: uncompressed
            0,
            13,
            0,
            6,
            0,
            4,
            4,
            3,
            4,
            1, // signature_algorithms: ECDSA and RSA with SHA-256
            0,
            23,
            0,
            0 // extended_master_secret
        };
        fields.writeShort(extensions.length);
        fields.write(extensions);
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(record);
        out.writeByte(HANDSHAKE);
        out.writeShort(0x0301);
        out.writeShort(body.size() + 4);
        out.writeInt(1 << 24 | body.size());
        body.writeTo(out);
        return record.toByteArray();
    }
}
