package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with two sites in a process of its own, from the built jar. */
class SitesIT {
    private static final String TEXT = "line\n".repeat(1000);
    private static final String ANN =
            "Basic " + Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));

    @TempDir
    private Path folder;

    @Test
    void eachHostHasItsSiteItsRulesAndItsPlaceInTheMemory() throws Exception {
        Files.createDirectories(folder.resolve("a/private"));
        Files.createDirectories(folder.resolve("b"));
        Files.writeString(folder.resolve("a/index.html"), "a");
        Files.writeString(folder.resolve("a/page.html"), TEXT);
        Files.writeString(folder.resolve("a/private/plan.txt"), "old");
        Files.writeString(folder.resolve("b/index.html"), "b");
        Files.writeString(folder.resolve("users"), user());
        Path configuration = Files.writeString(folder.resolve("node.yaml"), """
                sites:
                  - name: a
                    hosts: a.example
                    roots: %1$s/a
                    access:
                      - {path: /private/**, users: %1$s/users}
                    compression: {gzip: on}
                  - name: b
                    roots: %1$s/b
                    routes:
                      - {path: /go/*, redirect: {to: /$1}}
                port: 0
                admin-port: 0
                peer-port: 0
                cluster-port: 0
                memory: 16m
                name: n1
                """.formatted(folder));
        try (RunningProcess node = RunningProcess.gosling("serve", "--config", configuration.toString())) {
            HostPort http = HostPort.parse(node.ready().get("http"));
            InetSocketAddress address = new InetSocketAddress(http.host(), http.port());
            for (String cacheStatus : new String[] {"n1; fwd=miss; detail=disk", "n1; hit"}) {
                RawResponse a = ask(address, "a.example", "GET / HTTP/1.1", "");
                assertEquals("a", a.text());
                assertEquals(cacheStatus, a.headers().first("Cache-Status"));
                assertEquals("b", ask(address, "other", "GET / HTTP/1.1", "").text());
                RawResponse packed = ask(address, "a.example", "GET /page.html HTTP/1.1", "Accept-Encoding: gzip\r\n");
                assertEquals(cacheStatus, packed.headers().first("Cache-Status"));
                assertEquals(TEXT, unzipped(packed.body()));
                assertEquals(
                        TEXT,
                        ask(address, "a.example", "GET /page.html HTTP/1.1", "").text());
            }
            assertEquals(
                    "/x",
                    ask(address, "other", "GET /go/x HTTP/1.1", "").headers().first("Location"));
            onlyAUserSeesWhatIsGuarded(address);
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    private static void onlyAUserSeesWhatIsGuarded(InetSocketAddress address) throws IOException {
        String get = "GET /private/plan.txt HTTP/1.1";
        String password = "Authorization: " + ANN + "\r\n";
        assertEquals(401, ask(address, "a.example", get, "").status());
        assertEquals("old", ask(address, "a.example", get, password).text());
        assertEquals("old", ask(address, "a.example", get, password).text());
        assertEquals(401, ask(address, "a.example", get, "").status(), "in memory and still guarded");
        assertEquals(404, ask(address, "other", get, "").status());
    }

    private static RawResponse ask(InetSocketAddress address, String host, String line, String fields) {
        try (RawConnection connection = RawConnection.open(address)) {
            return connection
                    .send(line + "\r\nHost: " + host + "\r\n" + fields + "\r\n")
                    .read();
        }
    }

    private static String unzipped(byte[] bytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The line that {@code gosling password} makes. */
    private String user() throws Exception {
        Path typed = Files.writeString(folder.resolve("typed"), "secret\n");
        Path line = folder.resolve("line");
        Process process = new ProcessBuilder(
                        RunningProcess.java(), "-jar", RunningProcess.JAR.toString(), "password", "ann")
                .redirectInput(typed.toFile())
                .redirectOutput(line.toFile())
                .start();
        assertEquals(0, process.waitFor());
        String text = Files.readString(line);
        assertTrue(text.startsWith("ann:pbkdf2-sha256:600000:"), text);
        return text;
    }
}
