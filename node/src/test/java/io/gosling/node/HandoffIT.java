package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A front-end that hands its clients' connections to two nodes of the same host: bytes, kills, and what is left behind.
 */
// In a plain build, besides what has no tag: HandOverToHostsTest of the dispatcher, with two thousand connections.
@EnabledOnOs(OS.LINUX)
class HandoffIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int LARGE = 24 << 20;
    private static final int CONNECTIONS = 10_000;
    private static final int CLIENTS = 4;
    private static final int PAGES = 100;

    private final List<RunningProcess> nodes = new ArrayList<>();
    private final List<RunningProcess> all = new ArrayList<>();
    private final List<String> dispatching = new ArrayList<>();
    private @Nullable RunningProcess frontEnd;
    private InetSocketAddress http = new InetSocketAddress(0);
    private InetSocketAddress admin = new InetSocketAddress(0);
    private byte[] large = new byte[0];

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        Path site = Files.createDirectory(folder.resolve("site"));
        large = new byte[LARGE];
        new Random(12).nextBytes(large);
        Files.write(site.resolve("large.bin"), large);
        Files.writeString(site.resolve("page.txt"), "a page");
        for (int i = 0; i < PAGES; i++) {
            Files.writeString(site.resolve("page-" + i + ".txt"), "page " + i);
        }
        String meeting = folder.resolve("h").toString();
        dispatching.addAll(List.of("dispatch", "--port", "0", "--admin-port", "0"));
        for (String name : List.of("n1", "n2")) {
            RunningProcess node =
                    RunningProcess.gosling(RunningProcess.serve(site, "--name", name, "--handoff-directory", meeting));
            nodes.add(node);
            all.add(node);
            dispatching.addAll(List.of("--backend", String.valueOf(node.ready().get("http"))));
        }
        dispatching.addAll(List.of("--policy", "rr", "--forwarding", "handoff-local", "--handoff-directory", meeting));
        startFrontEnd();
    }

    private void startFrontEnd(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(dispatching);
        arguments.addAll(List.of(more));
        RunningProcess dispatch = RunningProcess.gosling(arguments.toArray(String[]::new));
        frontEnd = dispatch;
        all.add(dispatch);
        ReadyLine ready = dispatch.ready();
        http = address(String.valueOf(ready.get("http")));
        admin = address(String.valueOf(ready.get("admin")));
        Eventually.within(TIMEOUT, "connections go to both nodes", () -> {
            long before = count("taken");
            for (int i = 0; i < 2; i++) {
                assertEquals("a page", once("/page.txt"));
            }
            untilQuiet(); // or a late count would be one of the next round, or of the test
            return count("taken") == before + 2;
        });
    }

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : all) {
            process.close();
        }
    }

    private static InetSocketAddress address(String text) {
        HostPort parsed = HostPort.parse(text);
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    private String once(String path) {
        try (RawConnection client = RawConnection.open(http)) {
            RawResponse answer = client.get(path);
            assertEquals(200, answer.status());
            return answer.text();
        }
    }

    private String metrics() {
        try (RawConnection connection = RawConnection.open(admin)) {
            return connection
                    .send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read()
                    .text();
        }
    }

    /** A client may have its answer before the front-end knows that the connection was taken. */
    private void untilQuiet() {
        Eventually.within(TIMEOUT, "the front-end has let go", () -> reading("gosling_connections") == 0);
    }

    private long count(String outcome) {
        return reading("gosling_handoffs_total{outcome=\"" + outcome + "\"}");
    }

    private long reading(String name) {
        List<MatchResult> found = Pattern.compile("(?m)^" + Pattern.quote(name) + " (\\S+)$")
                .matcher(metrics())
                .results()
                .toList();
        assertEquals(1, found.size(), name);
        return (long) Double.parseDouble(found.getFirst().group(1));
    }

    private static long descriptors(RunningProcess of) {
        try (Stream<Path> open =
                Files.list(Path.of("/proc", Long.toString(of.process().pid()), "fd"))) {
            return open.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Tag("lab")
    void tenThousandConnectionsLoseNoneAndLeaveNothingBehind() throws Exception {
        List<Long> before = all.stream().map(HandoffIT::descriptors).toList();
        long taken = count("taken");
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> each = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                each.add(clients.submit(() -> {
                    for (int i = 0; i < CONNECTIONS / CLIENTS; i++) {
                        assertEquals("a page", once("/page.txt"));
                    }
                }));
            }
            for (Future<?> client : each) {
                client.get();
            }
        }
        untilQuiet();
        assertEquals(CONNECTIONS, count("taken") - taken);
        assertEquals(0, count("lost") + count("returned"));
        Eventually.within(TIMEOUT, "nodes hold nothing", () -> reading("gosling_handoff_held") == 0);
        for (int i = 0; i < all.size(); i++) {
            RunningProcess process = all.get(i);
            long allowed = before.get(i) + 4;
            Eventually.within(TIMEOUT, "descriptors are closed", () -> descriptors(process) <= allowed);
        }
    }

    @Test
    void aDownloadOutlivesTheFrontEndThatIsKilled() throws Exception {
        try (Socket client = new Socket(http.getAddress(), http.getPort())) {
            client.setSoTimeout((int) TIMEOUT.toMillis());
            client.getOutputStream()
                    .write("GET /large.bin HTTP/1.0\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = client.getInputStream();
            String header = header(in);
            assertTrue(header.startsWith("HTTP/1.1 200 "), header);
            assertArrayEquals(Arrays.copyOf(large, 1000), in.readNBytes(1000));
            untilQuiet();
            Objects.requireNonNull(frontEnd).process().destroyForcibly().waitFor();
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(large, 0, 1000);
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            assertArrayEquals(MessageDigest.getInstance("SHA-256").digest(large), digest.digest());
        }
    }

    private static String header(InputStream in) throws IOException {
        StringBuilder header = new StringBuilder();
        while (!header.toString().endsWith("\r\n\r\n")) {
            header.append((char) in.read());
        }
        return header.toString();
    }

    @Test
    void aNodeThatIsKilledCostsItsOwnConnectionsOnly() throws Exception {
        List<RawConnection> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                RawConnection client = RawConnection.open(http);
                clients.add(client);
                assertEquals("a page", client.get("/page.txt").text());
            }
            nodes.getFirst().process().destroyForcibly().waitFor();
            long lived = clients.stream().filter(HandoffIT::isAlive).count();
            assertTrue(lived >= 4 && lived < 8, "half of them were on each node, and these live: " + lived);
        } finally {
            clients.forEach(RawConnection::close);
        }
        for (int i = 0; i < 50; i++) {
            assertEquals("a page", once("/page.txt"));
        }
    }

    private static boolean isAlive(RawConnection client) {
        try {
            return client.get("/page.txt").text().equals("a page");
        } catch (UncheckedIOException closed) {
            return false;
        }
    }

    /**
     * A front-end of its own beside the other one. What a node has sent once it has in memory, and answers where it is.
     */
    @Test
    void aConnectionComesBackForWhatItsNodeDoesNotHave() throws Exception {
        startFrontEnd("--persistent", "multiple", "--handoff-move-from", "0");
        try (RawConnection client = RawConnection.open(http)) {
            for (int i = 0; i < PAGES; i++) {
                assertEquals("page " + i, client.get("/page-" + i + ".txt").text());
            }
            // An answer may be with its client before its node knows that it is over; such a request stays.
            long back = reading("gosling_handoff_returns_total{outcome=\"taken\"}");
            assertTrue(back > PAGES / 10, () -> "came back " + back + " times");
            assertEquals(0, reading("gosling_handoff_returns_total{outcome=\"declined\"}"));
            assertArrayEquals(large, client.get("/large.bin").body());
            client.send("GET /page.txt HTTP/1.1\r\nHost: test\r\n\r\n".repeat(20));
            for (int i = 0; i < 20; i++) {
                assertEquals("a page", client.read().text());
            }
            assertEquals(0, count("lost") + count("returned"));
            Eventually.within(TIMEOUT, "a node has it", () -> reading("gosling_handoff_held") == 1);
            Objects.requireNonNull(frontEnd).process().destroyForcibly().waitFor();
            for (int i = 0; i < PAGES; i++) {
                assertEquals("page " + i, client.get("/page-" + i + ".txt").text(), "the front-end is gone");
            }
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        try (RawConnection client = RawConnection.open(http)) {
            client.send("GET /page.txt HTTP/1.1\r\nHost: test\r\n\r\n".repeat(20)
                    + "GET /nothing HTTP/1.1\r\nHost: test\r\n\r\n"
                    + "GET /large.bin HTTP/1.1\r\nHost: test\r\nRange: bytes=5-9\r\n\r\n");
            for (int i = 0; i < 20; i++) {
                assertEquals("a page", client.read().text());
            }
            assertEquals(404, client.read().status());
            assertEquals(206, client.read().status());
        }
    }
}
