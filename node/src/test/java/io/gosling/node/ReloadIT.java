package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Response;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes whose configuration changes while clients are connected. */
class ReloadIT {
    private static final String PORTS = """
            port: 0
            admin-port: 0
            cluster-port: 0
            """;
    private static final String NODE = PORTS + """
            peer-port: 0
            memory: 16m
            name: n1
            """;

    @TempDir
    private Path folder;

    private Path file;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** An origin whose only response is a stream of events that goes on until {@link #ended}. */
    private final Gosling origin;

    ReloadIT() throws IOException {
        file = Path.of("");
        origin = Gosling.serve(request -> Response.events(events -> {
            do {
                events.send("tick");
            } while (!ended.await(100, TimeUnit.MILLISECONDS));
        }));
    }

    @AfterEach
    void closeOrigin() {
        ended.countDown();
        origin.close();
    }

    @BeforeEach
    void makeSite() throws IOException {
        file = folder.resolve("gosling.yaml");
        for (String directory : new String[] {"a/private", "b"}) {
            Files.createDirectories(folder.resolve(directory));
        }
        Files.writeString(folder.resolve("a/index.html"), "a");
        Files.writeString(folder.resolve("a/private/plan.txt"), "plan");
        Files.writeString(folder.resolve("b/index.html"), "b");
    }

    private void write(String common, String sites) throws IOException {
        Files.writeString(
                file, common + sites.formatted(folder, origin.address().getPort()));
    }

    private static InetSocketAddress address(ReadyLine ready, String port) {
        HostPort at = HostPort.parse(String.valueOf(ready.get(port)));
        return new InetSocketAddress(at.host(), at.port());
    }

    private static RawResponse reload(ReadyLine ready) {
        try (RawConnection admin = RawConnection.open(address(ready, "admin"))) {
            return admin.send("POST /reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
                    .read();
        }
    }

    private static RawResponse get(RawConnection connection, String host, String path) {
        return connection
                .send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                .read();
    }

    /** A stream of events that goes on. */
    private static BufferedReader events(Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write("GET /run/events HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        BufferedReader events =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        assertEquals("HTTP/1.1 200 OK", events.readLine());
        next(events);
        return events;
    }

    private static void next(BufferedReader events) throws IOException {
        String line = events.readLine();
        while (!"data: tick".equals(line)) {
            assertTrue(line != null, "the stream has ended");
            line = events.readLine();
        }
    }

    private static final String BEFORE = """
            sites:
              - name: a
                roots: %1$s/a
                origins: [{path: /run/**, servers: 'http://127.0.0.1:%2$d'}]
            """;

    private static final String AFTER = """
            access-log: %1$s/access.log
            access-log-format: '{status} {target}'
            sites:
              - name: a
                roots: %1$s/a
                origins: [{path: /run/**, servers: 'http://127.0.0.1:%2$d'}]
                access: [{path: /private/**, allow: 192.0.2.1}]
                routes: [{headers: {set: {X-New: yes}}}]
              - name: b
                hosts: b.example
                roots: %1$s/b
            """;

    @Test
    void sitesAndTheAccessLogChangeUnderConnectionsAndBytesThatStay() throws Exception {
        write(NODE, BEFORE);
        try (RunningProcess node = RunningProcess.gosling("serve", "--config", file.toString())) {
            ReadyLine ready = node.ready();
            InetSocketAddress http = address(ready, "http");
            try (RawConnection kept = RawConnection.open(http);
                    Socket stream = new Socket(http.getAddress(), http.getPort());
                    BufferedReader events = events(stream)) {
                for (String path : new String[] {"/", "/private/plan.txt", "/private/plan.txt"}) {
                    assertEquals(200, get(kept, "a", path).status());
                }
                assertEquals("n1; hit", get(kept, "a", "/").header("Cache-Status"));

                write(NODE, AFTER);
                RawResponse said = reload(ready);
                assertEquals("""
                        reloaded: sites has changed
                        reloaded: access-log has changed
                        reloaded: access-log-format has changed
                        """, said.text());
                RawResponse same = get(kept, "a", "/");
                assertEquals("n1; hit", same.header("Cache-Status"), "the bytes stay in memory");
                assertEquals("yes", same.header("X-New"));
                assertEquals(403, get(kept, "a", "/private/plan.txt").status(), "guarded now, though in memory");
                assertEquals("b", get(kept, "b.example", "/").text());
                next(events);
                try (RawConnection later = RawConnection.open(http)) {
                    assertEquals(200, get(later, "a", "/").status());
                }
                Path log = folder.resolve("access.log");
                Eventually.that(
                        "the lines of all requests since",
                        () -> sortedLines(log).equals(List.of("200 /", "200 /", "200 /", "403 /private/plan.txt")));

                aWrongFileChangesNothing(ready, kept);

                write(NODE, BEFORE);
                assertEquals(200, reload(ready).status());
                RawResponse back = get(kept, "a", "/private/plan.txt");
                assertEquals("plan", back.text());
                assertNull(back.header("X-New"));
                assertEquals("a", get(kept, "b.example", "/").text());
                next(events);
                aDirectoryThatALinkNamesIsAnotherAfterwards(ready, kept);
                next(events);
                ended.countDown();
            }
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    @Test
    void aFrontEndChangesUnderConnectionsThatStay() throws Exception {
        write(NODE, BEFORE);
        try (RunningProcess node = RunningProcess.gosling("serve", "--config", file.toString())) {
            String backend = PORTS + "backend: " + node.ready().get("http") + "\n";
            file = folder.resolve("front-end.yaml");
            write(backend, "");
            try (RunningProcess frontEnd = RunningProcess.gosling("dispatch", "--config", file.toString())) {
                ReadyLine ready = frontEnd.ready();
                InetSocketAddress http = address(ready, "http");
                try (RawConnection kept = RawConnection.open(http);
                        Socket stream = new Socket(http.getAddress(), http.getPort());
                        BufferedReader events = events(stream)) {
                    assertEquals(200, get(kept, "a", "/").status());
                    write(backend, """
                            access-log: %1$s/front.log
                            access-log-format: '{status} {target}'
                            relay: {connections: 100}
                            limits:
                              request-line: 64
                            """);
                    assertEquals("""
                            reloaded: limits.request-line has changed
                            reloaded: access-log has changed
                            reloaded: access-log-format has changed
                            reloaded: relay.connections differs and stays as it is; it changes with a restart
                            """, reload(ready).text());
                    assertEquals(200, get(kept, "a", "/").status(), "the old connection goes on");
                    try (RawConnection later = RawConnection.open(http)) {
                        assertEquals(200, get(later, "a", "/?later").status());
                    }
                    Path log = folder.resolve("front.log");
                    Eventually.that(
                            "the lines of both connections",
                            () -> sortedLines(log).equals(List.of("200 /", "200 /?later")));
                    write(backend, "queue:\n  length: -1\n");
                    RawResponse wrong = reload(ready);
                    assertEquals(422, wrong.status());
                    assertTrue(wrong.text().contains("front-end.yaml:6:11: key \"queue.length\""), wrong.text());
                    next(events);
                    ended.countDown();
                }
                frontEnd.terminate();
                assertEquals(0, frontEnd.status(), frontEnd.err());
            }
        }
    }

    private void aWrongFileChangesNothing(ReadyLine ready, RawConnection kept) throws IOException {
        write(NODE, AFTER + "limits:\n  header: big\n");
        RawResponse wrong = reload(ready);
        assertEquals(422, wrong.status());
        assertTrue(wrong.text().contains("gosling.yaml:19:11: key \"limits.header\": value \"big\""), wrong.text());
        write(NODE, AFTER.replace("%1$s/b", "%1$s/none"));
        assertTrue(reload(ready).text().contains("none does not exist"));
        write(NODE, AFTER.replace("%1$s/access.log", "%1$s/none/access.log").replace("X-New: yes", "X-New: no"));
        assertTrue(reload(ready).text().contains("cannot be written"));
        assertEquals("yes", get(kept, "a", "/").header("X-New"));
        assertEquals("b", get(kept, "b.example", "/").text());
    }

    private void aDirectoryThatALinkNamesIsAnotherAfterwards(ReadyLine ready, RawConnection kept) throws IOException {
        Files.createSymbolicLink(folder.resolve("now"), folder.resolve("a"));
        write(NODE, BEFORE.replace("%1$s/a\n", "%1$s/now\n"));
        assertEquals(200, reload(ready).status());
        assertEquals("a", get(kept, "a", "/").text());
        Files.delete(folder.resolve("now"));
        Files.createSymbolicLink(folder.resolve("now"), folder.resolve("b"));
        assertEquals("reloaded: nothing has changed\n", reload(ready).text());
        Eventually.that(
                "the other directory is served",
                () -> get(kept, "a", "/").text().equals("b"));
    }

    /** Connections of different event loops write in no common order. */
    private static List<String> sortedLines(Path log) {
        try {
            return Files.readString(log).lines().sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
