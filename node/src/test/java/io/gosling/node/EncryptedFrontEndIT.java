package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes and a front-end with a secret and nothing else configured, and strangers at the port for front-ends. */
class EncryptedFrontEndIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int PAGES = 40;

    /** Above the cache.max-object of the nodes. */
    private static final int LARGE = 4_000_000;

    @TempDir
    private Path folder;

    private final List<RunningProcess> processes = new ArrayList<>();

    /** Has another address than the front-ends. */
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .localAddress(InetAddress.ofLiteral("127.0.0.2"))
            .build();

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : processes) {
            process.close();
        }
        client.shutdownNow();
    }

    private String secret(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), ClusterSecret.generate(new SecureRandom()));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file.toString();
    }

    private RunningProcess start(String... arguments) throws IOException {
        RunningProcess process = RunningProcess.gosling(arguments);
        processes.add(process);
        return process;
    }

    private RunningProcess node(Path site, String name, String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of(more));
        String log = folder.resolve(name + ".log").toString();
        all.addAll(List.of(
                "--name",
                name,
                "--cache-max-object",
                "1m",
                "--access-log",
                log,
                "--access-log-format",
                "{remote} {request}"));
        return start(RunningProcess.serve(site, all.toArray(String[]::new)));
    }

    private static InetSocketAddress port(ReadyLine line, String key) {
        HostPort parsed = HostPort.parse(line.get(key));
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    private static RawResponse ask(InetSocketAddress server, String request) {
        try (RawConnection client = RawConnection.open(server)) {
            return client.send(request).read();
        }
    }

    private static long readyBackends(ReadyLine frontEnd) {
        try (AdminClient asking = new AdminClient(LONG)) {
            Map<?, ?> status = asking.status(HostPort.parse(frontEnd.get("admin")));
            return StatusReport.list(status, "backends").stream()
                    .filter(backend -> "ready".equals(backend.get("state")))
                    .count();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String err(RunningProcess process) {
        try {
            return process.err();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> logged(String name) {
        try {
            return Files.readAllLines(folder.resolve(name + ".log"));
        } catch (IOException e) {
            return List.of();
        }
    }

    @Test
    void requestsTravelEncryptedAndStrangersGetNothing() throws Exception {
        Path site = Files.createDirectory(folder.resolve("site"));
        for (int page = 0; page < PAGES; page++) {
            Files.writeString(site.resolve(page + ".txt"), "page " + page);
        }
        byte[] large = new byte[LARGE];
        new SecureRandom().nextBytes(large);
        Files.write(site.resolve("large.bin"), large);
        String secret = secret("secret");
        RunningProcess process = node(site, "n1", "--secret-file", secret);
        ReadyLine n1 = process.ready();
        String[] joining = {"--secret-file", secret, "--join", n1.get("cluster")};
        node(site, "n2", joining).ready();
        List<ReadyLine> frontEnds = new ArrayList<>();
        for (String protocol : List.of("http1", "h2c")) {
            List<String> dispatch = new ArrayList<>(List.of("dispatch", "--port", "0", "--admin-port", "0"));
            dispatch.addAll(List.of(joining));
            dispatch.addAll(List.of("--relay-protocol", protocol));
            ReadyLine frontEnd = start(dispatch.toArray(String[]::new)).ready();
            frontEnds.add(frontEnd);
            Eventually.within(LONG, "it knows both nodes", () -> readyBackends(frontEnd) == 2);
            for (int page = 0; page < PAGES; page++) {
                URI uri = URI.create("http://" + frontEnd.get("http") + "/" + page + ".txt");
                assertEquals(
                        "page " + page,
                        client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                                .body());
            }
            HttpRequest.Builder file =
                    HttpRequest.newBuilder(URI.create("http://" + frontEnd.get("http") + "/large.bin"));
            assertArrayEquals(
                    large, client.send(file.build(), BodyHandlers.ofByteArray()).body());
            file.header("Range", "bytes=1000000-2999999");
            assertArrayEquals(
                    Arrays.copyOfRange(large, 1_000_000, 3_000_000),
                    client.send(file.build(), BodyHandlers.ofByteArray()).body());
        }
        // Nobody but a front-end that has proved to be one is believed about its client: nothing came in plain text.
        Eventually.within(
                LONG, "all is logged", () -> logged("n1").size() + logged("n2").size() == 2 * (PAGES + 2));
        for (String name : List.of("n1", "n2")) {
            List<String> lines = logged(name);
            assertTrue(lines.stream().allMatch(line -> line.startsWith("127.0.0.2 GET /")), () -> name + ": " + lines);
            assertTrue(lines.stream().anyMatch(line -> line.endsWith("HTTP/1.1")), name);
            assertTrue(lines.stream().anyMatch(line -> line.endsWith("HTTP/2.0")), name);
        }
        // What nodes ask each other is answered at the peer port alone.
        for (ReadyLine frontEnd : frontEnds) {
            for (String path : List.of("/~gosling/messages", "/~gosling/hand-over")) {
                String post = "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
                assertEquals(405, ask(port(frontEnd, "http"), post).status(), path);
            }
        }
        assertEquals(
                400,
                ask(port(n1, "serving"), "GET /1.txt HTTP/1.1\r\nHost: x\r\n\r\n")
                        .status());
        Eventually.within(LONG, "the node says so", () -> err(process).contains("n1 refuses requests from 127.0.0.1:"));
        RunningProcess stranger = start(
                "dispatch",
                "--port",
                "0",
                "--admin-port",
                "0",
                "--secret-file",
                secret("other"),
                "--join",
                n1.get("cluster"));
        assertEquals(
                503,
                ask(port(stranger.ready(), "http"), "GET /1.txt HTTP/1.1\r\nHost: x\r\n\r\n")
                        .status());
        Eventually.within(LONG, "it is told why", () -> err(stranger).contains("give both the same secret-file"));
    }
}
