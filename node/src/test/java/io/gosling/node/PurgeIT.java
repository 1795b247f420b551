package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three nodes before one origin, each a process of its own: what they serve after a purge, and after faults. */
// In a plain build, besides what has no tag: FreshnessModelTest and FreshnessOwnerTest of gos.
class PurgeIT {
    private final AtomicInteger version = new AtomicInteger(1);
    private final AtomicInteger asked = new AtomicInteger();
    private final List<RunningProcess> nodes = new ArrayList<>();
    private final HttpServer origin = origin();

    PurgeIT() throws IOException {}

    /** Answers with its version and says that it holds for long. */
    private HttpServer origin() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            String etag = "\"" + version.get() + "\"";
            byte[] body = ("version " + version.get()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Cache-Control", "max-age=100000");
            exchange.getResponseHeaders().set("ETag", etag);
            exchange.getResponseHeaders()
                    .set("Surrogate-Key", "all " + exchange.getRequestURI().getPath());
            if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
                exchange.sendResponseHeaders(304, -1);
            } else {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        return server;
    }

    private void startNodes(String... more) throws Exception {
        String url = "http://127.0.0.1:" + origin.getAddress().getPort() + "/";
        for (int i = 1; i <= 3; i++) {
            List<String> arguments = new ArrayList<>(
                    List.of("serve", url, "--name", "n" + i, "--port", "0", "--admin-port", "0", "--peer-port", "0"));
            arguments.addAll(List.of("--cluster-port", "0", "--memory", "16m", "--voters", "n1,n2,n3"));
            arguments.addAll(Arrays.asList(more));
            if (i > 1) {
                arguments.addAll(List.of("--join", ready.getFirst().get("cluster")));
            }
            nodes.add(RunningProcess.gosling(arguments.toArray(String[]::new)));
            if (i == 1) {
                ready.add(nodes.getFirst().ready());
            }
        }
        ready.add(nodes.get(1).ready());
        ready.add(nodes.get(2).ready());
        Eventually.that("every node votes, and may serve from memory", () -> {
            for (int i = 0; i < 3; i++) {
                if (!adminStatus(i).contains("\"votes\":true")) {
                    return false;
                }
                get(i, "/warm");
                if (!String.valueOf(get(i, "/warm").header("Cache-Status")).endsWith("; hit")) {
                    return false;
                }
            }
            return true;
        });
    }

    private final List<ReadyLine> ready = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess node : nodes) {
            node.close();
        }
        origin.stop(0);
    }

    private RawResponse get(int node, String target) {
        HostPort http = HostPort.parse(ready.get(node).get("http"));
        try (RawConnection client = RawConnection.open(new InetSocketAddress(http.host(), http.port()))) {
            return client.get(target);
        }
    }

    private void everyNodeSays(String text, String target) {
        for (int i = 0; i < 3; i++) {
            assertEquals(text, get(i, target).text(), "n" + (i + 1));
        }
    }

    /** The verb's exit status; what it printed goes with a failure. */
    private void purge(int status, int node, String... what) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("purge"));
        arguments.addAll(List.of(what));
        arguments.addAll(List.of("--admin", ready.get(node).get("admin")));
        try (RunningProcess verb = RunningProcess.gosling(arguments.toArray(String[]::new))) {
            assertEquals(status, verb.status(), verb.err());
        }
    }

    private String adminStatus(int node) {
        HostPort admin = HostPort.parse(ready.get(node).get("admin"));
        try (RawConnection client = RawConnection.open(new InetSocketAddress(admin.host(), admin.port()))) {
            client.send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
            return client.read().text();
        }
    }

    @Test
    void afterAPurgeByUrlPrefixOrTagNoNodeServesWhatItHadBefore() throws Exception {
        startNodes("--purge-from", "127.0.0.1", "--purge-lease", "2s");
        everyNodeSays("version 1", "/a/x");
        everyNodeSays("version 1", "/b");
        int before = asked.get();
        everyNodeSays("version 1", "/a/x");
        assertEquals(before, asked.get(), "they have it");

        version.set(2);
        purge(0, 2, "/a/x");
        everyNodeSays("version 2", "/a/x");
        everyNodeSays("version 1", "/b");

        version.set(3);
        purge(0, 0, "--prefix", "/a/");
        everyNodeSays("version 3", "/a/x");
        everyNodeSays("version 1", "/b");

        version.set(4);
        purge(0, 1, "--tag", "/b", "--soft");
        everyNodeSays("version 3", "/a/x");
        everyNodeSays("version 4", "/b");

        version.set(5);
        HostPort http = HostPort.parse(ready.get(1).get("http"));
        try (RawConnection client = RawConnection.open(new InetSocketAddress(http.host(), http.port()))) {
            client.send("PURGE /b HTTP/1.1\r\nHost: www.example.com\r\n\r\n");
            RawResponse answer = client.read();
            assertEquals(200, answer.status(), answer.text());
            assertTrue(answer.text().contains("\"complete\":true"), answer.text());
        }
        everyNodeSays("version 5", "/b");
    }

    @Test
    void aNodeThatIsFrozenDelaysAPurgeAndServesNothingOldWhenItComesBack() throws Exception {
        startNodes("--purge-lease", "1s");
        everyNodeSays("version 1", "/a");

        nodes.get(2).signal("STOP");
        version.set(2);
        purge(0, 0, "/a");
        nodes.get(2).signal("CONT");

        everyNodeSays("version 2", "/a");
    }

    @Test
    @Tag("lab")
    void withoutMostVotersAPurgeIsNotCertainAndWhoIsLeftAsksTheOriginEachTime() throws Exception {
        startNodes("--purge-lease", "1s");
        everyNodeSays("version 1", "/a");

        nodes.get(1).process().destroyForcibly().waitFor();
        version.set(2);
        purge(0, 0, "/a");
        assertEquals("version 2", get(0, "/a").text());
        assertEquals("version 2", get(2, "/a").text());

        nodes.get(0).process().destroyForcibly().waitFor();
        version.set(3);
        purge(5, 2, "/a");
        assertEquals("version 3", get(2, "/a").text());
        Eventually.that("it says why", () -> adminStatus(2).contains("\"unheard\":[\"n1\",\"n2\"]"));
        Eventually.that("it has lost its lease and asks", () -> {
            int before = asked.get();
            get(2, "/a");
            return asked.get() > before;
        });
        version.set(4);
        assertEquals("version 4", get(2, "/a").text(), "nobody has purged, and it asks all the same");
    }
}
