package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.settings.HostPort;
import io.gosling.node.testing.RunningProcess;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node of the built jar with programs whose answers are kept, and others whose are not; each writes down its runs. */
class KeptProgramsIT {
    @TempDir
    private Path folder;

    private Path runs;

    @BeforeEach
    void write() throws IOException {
        runs = folder.resolve("runs");
        for (String directory : new String[] {"kept", "plain"}) {
            Path programs = Files.createDirectories(folder.resolve(directory));
            Path program = Files.writeString(programs.resolve("report"), """
                    #!/bin/sh
                    echo "$REQUEST_METHOD" >> %s
                    if [ "$REQUEST_METHOD" = POST ]; then
                        printf 'Status: 200\\nContent-Type: text/plain\\n\\n'
                        cat
                    else
                        printf 'Content-Type: text/plain\\nCache-Control: max-age=600\\n\\n'
                        printf 'report %%s of %%s' "$QUERY_STRING" "$SERVER_NAME"
                        [ "$QUERY_STRING" = slow ] && sleep 1
                        printf '.'
                    fi
                    """.formatted(runs));
            // Says how long its answer is, and works on.
            Path worker = Files.writeString(programs.resolve("worker"), """
                    #!/bin/sh
                    printf 'Content-Type: text/plain\\nContent-Length: 2\\n\\nok'
                    [ "$QUERY_STRING" = more ] && printf more
                    [ "$QUERY_STRING" = fails ] && exit 3
                    exec >&-
                    sleep 0.2
                    echo done >> %s
                    """.formatted(runs));
            Files.setPosixFilePermissions(worker, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(folder.resolve("node.yaml"), """
                sites:
                  - name: shop
                    hosts: [shop.example, other.example]
                    roots: %1$s
                    cgi:
                      - {path: /kept/**, programs: %1$s/kept, cache: on}
                      - {path: /plain/**, programs: %1$s/plain}
                port: 0
                admin-port: 0
                peer-port: 0
                cluster-port: 0
                memory: 16m
                name: n1
                """.formatted(folder));
    }

    private static RawConnection open(ReadyLine ready, String port) {
        HostPort at = HostPort.parse(String.valueOf(ready.get(port)));
        return RawConnection.open(new InetSocketAddress(at.host(), at.port()));
    }

    private static RawResponse get(RawConnection client, String path) {
        return get(client, "shop.example", path);
    }

    private static RawResponse get(RawConnection client, String host, String path) {
        return client.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                .read();
    }

    private static RawResponse post(RawConnection client, String host, String path, String body) {
        return client.send("POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .read();
    }

    private long runs(String method) {
        try {
            return Files.exists(runs)
                    ? Files.readAllLines(runs).stream().filter(method::equals).count()
                    : 0;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatSaysForHowLongItHoldsIsRunOnce() throws Exception {
        try (RunningProcess node = RunningProcess.gosling(
                "serve", "--config", folder.resolve("node.yaml").toString())) {
            ReadyLine ready = node.ready();
            try (RawConnection client = open(ready, "http");
                    RawConnection admin = open(ready, "admin")) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(
                            "report a of shop.example.",
                            get(client, "/kept/report?a").text());
                }
                assertEquals(1, runs("GET"));
                assertTrue(String.valueOf(get(client, "/kept/./report?a").header("Cache-Status"))
                        .contains("hit"));
                assertEquals(
                        "report a of other.example.",
                        get(client, "other.example", "/kept/report?a").text());
                assertEquals(2, runs("GET"), "each host has its own");

                get(client, "/plain/report?a");
                get(client, "/plain/report?a");
                assertEquals(4, runs("GET"), "it was not asked for there");

                assertEquals(
                        "x=y",
                        post(client, "shop.example", "/kept/report?a", "x=y").text());
                get(client, "/kept/report?a");
                assertEquals(5, runs("GET"), "what has changed is run again");

                assertEquals(
                        200,
                        post(admin, "localhost", "/purge", "url=http://shop.example/kept/report?a")
                                .status());
                get(client, "/kept/report?a");
                assertEquals(6, runs("GET"), "and so is what was purged");

                assertEquals("ok", get(client, "/kept/worker").text());
                assertEquals(1, runs("done"), "what announces its length is not cut off there");
            }
            for (String way : List.of("more", "fails")) {
                try (RawConnection client = open(ready, "http")) {
                    assertFalse(isWhole(client, "/kept/worker?" + way), way);
                }
            }
            oneRunForAllWhoWait(ready);
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    /** What breaks off before any of it was sent is a 502, and otherwise the end of the connection. */
    private static boolean isWhole(RawConnection client, String path) {
        try {
            return get(client, path).status() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private void oneRunForAllWhoWait(ReadyLine ready) {
        List<RawConnection> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                clients.add(open(ready, "http"));
            }
            RawConnection first = clients.removeFirst();
            first.send("GET /kept/report?slow HTTP/1.1\r\nHost: shop.example\r\n\r\n");
            Eventually.that("it runs", () -> runs("GET") == 7);
            clients.forEach(client -> client.send("GET /kept/report?slow HTTP/1.1\r\nHost: shop.example\r\n\r\n"));
            first.close();
            for (RawConnection client : clients) {
                assertEquals("report slow of shop.example.", client.read().text());
            }
            assertEquals(7, runs("GET"), "though whoever asked first has left");
        } finally {
            clients.forEach(RawConnection::close);
        }
    }
}
