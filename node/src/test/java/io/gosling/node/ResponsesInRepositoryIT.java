package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes as processes that lend each other nothing, before one origin: each finds what the other has put. */
class ResponsesInRepositoryIT {
    private final AtomicInteger version = new AtomicInteger(1);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger tries = new AtomicInteger();
    private final List<RunningProcess> nodes = new ArrayList<>();
    private final List<ReadyLine> ready = new ArrayList<>();
    private final HttpServer origin = origin();

    ResponsesInRepositoryIT() throws IOException {}

    private HttpServer origin() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            byte[] body = ("version " + version.get()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Cache-Control", "max-age=100000");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private void start(String name, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("serve", "http://127.0.0.1:" + origin.getAddress().getPort()));
        arguments.addAll(List.of("--name", name, "--port", "0", "--admin-port", "0", "--peer-port", "0"));
        arguments.addAll(List.of("--cluster-port", "0", "--memory", "16m", "--voters", "n1", "--purge-lease", "2s"));
        arguments.addAll(List.of("--cooperation", "off", "--origin-cache", "repository"));
        arguments.addAll(List.of(more));
        RunningProcess node = RunningProcess.gosling(arguments.toArray(String[]::new));
        nodes.add(node);
        ready.add(node.ready());
    }

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess node : nodes) {
            node.close();
        }
        origin.stop(0);
    }

    private String get(int node, String target) {
        HostPort http = HostPort.parse(ready.get(node).get("http"));
        try (RawConnection client = RawConnection.open(new InetSocketAddress(http.host(), http.port()))) {
            return client.get(target).text();
        }
    }

    /**
     * A target that one node has fetched and put, and the other has then served without the origin. A put is not waited
     * for, and a node that has just joined has no lease.
     */
    private String handedOn(int from, int to) {
        Eventually.that("a node serves what the other has put", () -> {
            String target = "/" + tries.incrementAndGet();
            get(from, target);
            int before = asked.get();
            get(to, target);
            return asked.get() == before;
        });
        return "/" + tries.get();
    }

    private void purge(String target) throws Exception {
        try (RunningProcess verb = RunningProcess.gosling(
                "purge", target, "--admin", ready.getFirst().get("admin"))) {
            assertEquals(0, verb.status(), verb.err());
        }
    }

    @Test
    void whatOneNodeHasPutTheOtherServesUntilItIsPurged() throws Exception {
        start("n1");
        start("n2", "--join", ready.getFirst().get("cluster"));
        String found = handedOn(0, 1);
        assertEquals("version 1", get(1, found));
        get(0, "/other");

        version.set(2);
        purge(found);
        purge("/other");
        assertEquals("version 2", get(1, found));
        assertEquals("version 2", get(1, "/other"));
        assertEquals("version 2", get(0, handedOn(1, 0)));
    }
}
