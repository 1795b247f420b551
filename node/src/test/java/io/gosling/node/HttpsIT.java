package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTPS from the built jar: a node with a front-end above it, both with certificates. */
class HttpsIT {
    @TempDir
    private Path folder;

    @Test
    void aNodeAndAFrontEndSpeakHttpsAndTakeNewCertificates() throws Exception {
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        TestCertificate first = TestCertificate.of("localhost").write(folder, "a");
        try (RunningProcess node = RunningProcess.gosling(RunningProcess.serve(
                site, RunningProcess.https(folder, "--tls-reload", "100ms", "--hsts-max-age", "1h")))) {
            ReadyLine ready = node.ready();
            assertEquals(
                    List.of("name", "http", "https", "admin", "peer", "cluster"),
                    List.copyOf(ready.fields().keySet()));
            InetSocketAddress https = address(ready.get("https"));
            try (RawConnection client = TlsClient.create().open(https, "localhost")) {
                for (int i = 0; i < 3; i++) {
                    RawResponse page = client.get("/large.bin");
                    assertArrayEquals(Files.readAllBytes(site.resolve("large.bin")), page.body());
                    assertEquals("max-age=3600", page.header("Strict-Transport-Security"));
                }
            }
            // The native library comes out of the fat jar.
            assertTrue(node.err().contains("HTTPS: BoringSSL, TLS 1.2 and 1.3, 1 certificate"), node.err());
            assertEquals(first.certificate(), TlsClient.create().certificateOf(https, "localhost"));
            TestCertificate second = TestCertificate.of("localhost").write(folder, "a");
            Eventually.that(
                    "new connections get the new certificate",
                    () -> second.certificate().equals(TlsClient.create().certificateOf(https, "localhost")));
            frontEnd(ready.get("http"), site);
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    private void frontEnd(String backend, Path site) throws Exception {
        String[] secure = RunningProcess.https(folder, "--https-redirect", "on", "--tls-provider", "jdk");
        try (RunningProcess frontEnd = RunningProcess.gosling(RunningProcess.dispatch(backend, secure))) {
            ReadyLine ready = frontEnd.ready();
            InetSocketAddress https = address(ready.get("https"));
            RawResponse redirect;
            try (RawConnection client = RawConnection.open(address(ready.get("http")))) {
                redirect = client.get("/deep/page.html?a=b");
            }
            assertEquals(308, redirect.status());
            assertEquals("https://test:" + https.getPort() + "/deep/page.html?a=b", redirect.header("Location"));
            try (RawConnection client = TlsClient.create().open(https, "localhost")) {
                // With Host as many fields as the front-end lets through, and the node gets some more.
                String[] most = Collections.nCopies(2 * 99, "x").toArray(String[]::new);
                assertArrayEquals(
                        Files.readAllBytes(site.resolve("deep/page.html")),
                        client.get("/deep/page.html", most).body());
            }
            assertTrue(frontEnd.err().contains("HTTPS: JDK, TLS 1.2 and 1.3, 1 certificate"), frontEnd.err());
            frontEnd.terminate();
            assertEquals(0, frontEnd.status(), frontEnd.err());
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }
}
