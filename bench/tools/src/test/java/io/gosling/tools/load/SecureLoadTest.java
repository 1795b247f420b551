package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Response;
import io.gosling.testing.TestCertificate;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Load over TLS, on a server whose certificate nobody has signed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SecureLoadTest {
    private static final int REQUESTS = 200;

    private final Set<String> protocols = ConcurrentHashMap.newKeySet();

    @TempDir
    private Path folder = Path.of(".");

    private Gosling server() throws Exception {
        TestCertificate.of("somebody.example").write(folder, "s");
        return Gosling.builder()
                .certificate(folder.resolve("s.pem"), folder.resolve("s.key"))
                .serve(request -> {
                    protocols.add(request.protocol());
                    return Response.text("hello");
                });
    }

    private static LoadStatistics load(URI url, boolean http2, boolean keep) throws InterruptedException {
        LoadSettings settings = new LoadSettings(
                List.of(TargetServer.of(url, new LoadTargetAddressCheck(false))),
                http2,
                2,
                4,
                keep,
                0,
                Duration.ZERO,
                Duration.ofSeconds(40),
                REQUESTS,
                Duration.ofSeconds(20),
                1,
                Map.of());
        byte[] target = "/".getBytes(StandardCharsets.US_ASCII);
        return new LoadRun(settings, number -> target).run(now -> {}).loadCounts();
    }

    private void assertAnswered(boolean http2, boolean keep, String protocol) throws Exception {
        try (Gosling server = server()) {
            URI url = server.url("/");
            assertEquals("https", url.getScheme());
            LoadStatistics loadCounts = load(url, http2, keep);
            assertEquals(Map.of(), loadCounts.errors());
            assertEquals(REQUESTS, loadCounts.ofClass(2));
            assertEquals(Set.of(protocol), protocols);
        }
    }

    @Test
    void http11OverKeptConnections() throws Exception {
        assertAnswered(false, true, "HTTP/1.1");
    }

    @Test
    void http11WithAConnectionForEachRequest() throws Exception {
        assertAnswered(false, false, "HTTP/1.1");
    }

    @Test
    void http2IsAgreedUpon() throws Exception {
        assertAnswered(true, true, "HTTP/2.0");
    }

    @Test
    void whereNobodySpeaksTlsEveryRequestFails() throws Exception {
        try (Gosling plain = Gosling.serve(request -> Response.text("hello"))) {
            URI url = URI.create("https://127.0.0.1:" + plain.address().getPort() + "/");
            for (boolean http2 : new boolean[] {false, true}) {
                LoadStatistics loadCounts = load(url, http2, true);
                assertEquals(0, loadCounts.requests());
                assertTrue(loadCounts.failures() >= REQUESTS, loadCounts.errors()::toString);
            }
        }
    }
}
