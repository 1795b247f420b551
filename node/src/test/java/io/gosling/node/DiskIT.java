package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with disks before one origin, each a process of its own; all of them end and are started again. */
class DiskIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int OBJECTS = 80;
    private static final List<String> NAMES = List.of("n1", "n2");

    @TempDir
    private Path folder;

    /** Number of responses of the origin by object. */
    private final Map<String, AtomicInteger> bodies = new ConcurrentHashMap<>();

    private final AtomicInteger validations = new AtomicInteger();
    private final HttpServer origin = origin();
    private final Map<String, RunningProcess> processes = new TreeMap<>();
    private final Map<String, ReadyLine> ready = new TreeMap<>();
    private final HttpClient client = HttpClient.newHttpClient();

    DiskIT() throws IOException {}

    private HttpServer origin() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Cache-Control", "max-age=100000");
            exchange.getResponseHeaders().set("ETag", "\"1\"");
            if ("\"1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
                validations.incrementAndGet();
                exchange.sendResponseHeaders(304, -1);
            } else {
                String path = exchange.getRequestURI().getPath();
                bodies.computeIfAbsent(path, none -> new AtomicInteger()).incrementAndGet();
                byte[] body = text(path).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String text(String path) {
        return ("the object " + path + "\n").repeat(100);
    }

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : processes.values()) {
            process.close();
        }
        client.shutdownNow();
        origin.stop(0);
    }

    private void start() throws Exception {
        for (String name : NAMES) {
            List<String> arguments = new ArrayList<>(
                    List.of("serve", "http://127.0.0.1:" + origin.getAddress().getPort() + "/", "--name", name));
            for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
                arguments.addAll(List.of(port, "0"));
            }
            arguments.addAll(List.of("--memory", "16m", "--disk-bytes", "16m", "--disk-path"));
            arguments.add(folder.resolve(name + ".disk").toString());
            arguments.addAll(List.of("--voters", "n1", "--purge-lease", "1s", "--voter-file"));
            arguments.add(folder.resolve(name + ".voter").toString());
            if (ready.containsKey("n1")) {
                arguments.addAll(List.of("--join", address("n1", "cluster")));
            }
            RunningProcess process = RunningProcess.gosling(arguments.toArray(String[]::new));
            processes.put(name, process);
            ready.put(name, process.ready());
        }
        for (String name : NAMES) {
            Eventually.within(
                    LONG,
                    name + " has looked through its disk",
                    () -> "ready".equals(disk(name).get("state")));
        }
    }

    private void kill(String name) throws Exception {
        try (RunningProcess node = Objects.requireNonNull(processes.remove(name))) {
            node.process().destroyForcibly().waitFor();
        }
        ready.remove(name);
    }

    private void stop(String name) throws Exception {
        try (RunningProcess node = Objects.requireNonNull(processes.remove(name))) {
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
        ready.remove(name);
    }

    private String address(String name, String port) {
        return Objects.requireNonNull(ready.get(name)).get(port);
    }

    private Map<?, ?> disk(String name) {
        try (AdminClient asking = new AdminClient(Duration.ofSeconds(5))) {
            Object disk = asking.status(HostPort.parse(address(name, "admin"))).get("disk");
            return disk instanceof Map<?, ?> map ? map : Map.of();
        } catch (IOException e) {
            return Map.of();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String path(int object) {
        return "/object" + object;
    }

    /** Every other object is one node's. */
    private void ask(int object) throws Exception {
        URI uri = URI.create("http://" + address(NAMES.get(object % 2), "http") + path(object));
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(uri).timeout(LONG).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode());
        assertEquals(text(path(object)), answer.body());
    }

    private int sent() {
        return bodies.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    private int sent(int object) {
        return Objects.requireNonNull(bodies.get(path(object))).get();
    }

    /** Certain when it returns. */
    private void purge(int object) throws Exception {
        purge("url=" + path(object));
    }

    private void purge(String form) throws Exception {
        HttpRequest purge = HttpRequest.newBuilder(URI.create("http://" + address("n1", "admin") + "/purge"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .timeout(LONG)
                .build();
        HttpResponse<String> answer = client.send(purge, HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer.body());
    }

    @Test
    void aClusterThatIsStartedAsAWholeFindsItsHotObjectsOnDiskButThoseThatWerePurged() throws Exception {
        start();
        // The voters tell of it again after the start, and it does not mean what was written since.
        purge("prefix=/");
        for (int i = 0; i < 3 * OBJECTS; i++) {
            ask(i % OBJECTS);
        }
        for (String name : NAMES) {
            Eventually.within(
                    LONG,
                    name + " has written what is hot",
                    () -> disk(name).get("objects") instanceof Number objects && objects.intValue() >= OBJECTS / 2);
        }
        NAMES.forEach(this::killUnchecked);
        int before = sent();
        int asked = validations.get();
        start();
        for (int i = 0; i < OBJECTS; i++) {
            ask(i);
        }
        System.out.printf(
                "two nodes killed and started: %d objects, the origin sent %d and said %d times that nothing has"
                        + " changed%n",
                OBJECTS, sent() - before, validations.get() - asked);
        assertEquals(before, sent());
        assertTrue(validations.get() - asked <= OBJECTS, "validations: " + (validations.get() - asked));

        // One while its node is up, and one while the node that has it on disk is down.
        purge(0);
        kill("n2");
        purge(1);
        stop("n1");
        before = sent();
        asked = validations.get();
        start();
        assertEquals(before, sent(), "nothing that was purged is brought back");
        for (int i = 0; i < OBJECTS; i++) {
            ask(i);
        }
        System.out.printf(
                "one killed, one stopped, two objects purged: the origin sent %d and said %d times that nothing has"
                        + " changed%n",
                sent() - before, validations.get() - asked);
        assertEquals(before + 2, sent());
        assertEquals(2, sent(0));
        assertEquals(2, sent(1));
    }

    private void killUnchecked(String name) {
        try {
            kill(name);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
