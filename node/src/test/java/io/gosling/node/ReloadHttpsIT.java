package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes whose TLS and log change at a reload; the files' times are looked at so seldom that nothing else does it.
 */
class ReloadHttpsIT {
    private static final String NODE = """
            port: 0
            admin-port: 0
            peer-port: 0
            cluster-port: 0
            memory: 16m
            """;
    private static final String FRONT_END = """
            port: 0
            admin-port: 0
            backend: 127.0.0.1:1
            """;
    private static final String HTTPS = """
            https-port: 0
            certificate: %1$s/%2$s.pem
            private-key: %1$s/%2$s.key
            tls:
              reload: 1h
            """;

    @TempDir
    private Path folder;

    private Path write(String common, String certificate, String more) throws IOException {
        return Files.writeString(folder.resolve("gosling.yaml"), common + HTTPS.formatted(folder, certificate) + more);
    }

    private static InetSocketAddress address(ReadyLine ready, String port) {
        HostPort at = HostPort.parse(String.valueOf(ready.get(port)));
        return new InetSocketAddress(at.host(), at.port());
    }

    private static String reload(ReadyLine ready) {
        try (RawConnection admin = RawConnection.open(address(ready, "admin"))) {
            RawResponse said = admin.send("POST /reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                    .read();
            return said.status() + "\n" + said.text();
        }
    }

    private static int refused(InetSocketAddress http) {
        try (RawConnection client = RawConnection.open(http)) {
            return client.send("GET / HTTP/1.1\r\n\r\n").read().status();
        }
    }

    private static String protocol(InetSocketAddress https) throws IOException {
        try (SSLSocket socket = TlsClient.create().offering("h2", "http/1.1").connect(https, "localhost")) {
            return socket.getApplicationProtocol();
        }
    }

    @Test
    void aNodeTakesOtherCertificatesAndSaysMore() throws Exception {
        TestCertificate first = TestCertificate.of("localhost").write(folder, "a");
        TestCertificate second = TestCertificate.of("localhost").write(folder, "b");
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        Path file = write(NODE, "a", "");
        try (RunningProcess node = RunningProcess.gosling("serve", site.toString(), "--config", file.toString())) {
            ReadyLine ready = node.ready();
            InetSocketAddress https = address(ready, "https");
            try (RawConnection kept = TlsClient.create().open(https, "localhost")) {
                assertEquals(200, kept.get("/large.bin").status());
                assertEquals(first.certificate(), TlsClient.create().certificateOf(https, "localhost"));
                assertEquals(400, refused(address(ready, "http")));

                write(NODE, "b", "log-level: debug\n");
                assertEquals("""
                        200
                        reloaded: log-level has changed
                        reloaded: certificate has changed
                        reloaded: private-key has changed
                        """, reload(ready));
                assertEquals(second.certificate(), TlsClient.create().certificateOf(https, "localhost"));
                assertEquals(200, kept.get("/large.bin").status(), "the old connection goes on");
                assertEquals(400, refused(address(ready, "http")));
                Eventually.that("refusals are logged now", () -> refusals(node) > 0);
                assertEquals(1, refusals(node), "and were not before");

                TestCertificate third = TestCertificate.of("localhost").write(folder, "b");
                node.signal("HUP");
                Eventually.that(
                        "new files under the same names are taken",
                        () -> third.certificate().equals(TlsClient.create().certificateOf(https, "localhost")));
                Files.writeString(folder.resolve("b.key"), first.keyPem());
                Eventually.that(
                        "a key of another is refused, once the reload of the signal has ended",
                        () -> reload(ready).startsWith("422\n"));
                assertEquals(third.certificate(), TlsClient.create().certificateOf(https, "localhost"));
                assertEquals(200, kept.get("/large.bin").status());
            }
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    @Test
    void aFrontEndGoesOnOfferingWhatItOffered() throws Exception {
        TestCertificate.of("localhost").write(folder, "a");
        TestCertificate second = TestCertificate.of("localhost").write(folder, "b");
        Path file = write(FRONT_END, "a", "");
        try (RunningProcess frontEnd = RunningProcess.gosling("dispatch", "--config", file.toString())) {
            ReadyLine ready = frontEnd.ready();
            InetSocketAddress https = address(ready, "https");
            assertEquals("h2", protocol(https));
            assertEquals("200\nreloaded: nothing has changed\n", reload(ready));
            assertEquals("h2", protocol(https));
            write(FRONT_END, "b", "http2:\n  offered: off\n");
            assertEquals("""
                    200
                    reloaded: certificate has changed
                    reloaded: private-key has changed
                    reloaded: http2.offered differs and stays as it is; it changes with a restart
                    """, reload(ready));
            assertEquals(second.certificate(), TlsClient.create().certificateOf(https, "localhost"));
            assertEquals("h2", protocol(https));
            frontEnd.terminate();
            assertEquals(0, frontEnd.status(), frontEnd.err());
        }
    }

    private static long refusals(RunningProcess node) {
        try {
            return node.err()
                    .lines()
                    .filter(line -> line.contains(" refused: "))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
