package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.LastingOrigin;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes and a front-end before one origin, each a process of its own, under load while nodes come and go. What is
 * counted: requests that failed, and those that the origin saw.
 */
// In a plain build: DrainTransferTest and WantedObjectFetcherTest of gos, and DispatchingNodesIT.
@Tag("lab")
class WarmIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int OBJECTS = 300;
    private static final int CLIENTS = 2;

    @TempDir
    private Path folder;

    private final LastingOrigin origin = new LastingOrigin();
    private final Map<String, RunningProcess> processes = new TreeMap<>();
    private final Map<String, ReadyLine> ready = new TreeMap<>();
    private final HttpClient client = HttpClient.newHttpClient();

    /** The build that is started from now on. */
    private Path jar = RunningProcess.JAR;

    WarmIT() throws IOException {}

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : processes.values()) {
            process.close();
        }
        client.shutdownNow();
        origin.close();
    }

    private void startNode(String name) throws Exception {
        beginNode(name);
        awaitReady(name);
    }

    private void beginNode(String name) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("serve", origin.url(), "--name", name));
        for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
            arguments.addAll(List.of(port, "0"));
        }
        arguments.addAll(List.of("--memory", "16m", "--voters", "n1,n2,n3", "--voter-file"));
        arguments.add(folder.resolve(name + ".voter").toString());
        // It is not to be seen here how slow a busy machine is: what comes late is not lost.
        arguments.addAll(
                List.of("--peer-memory-first-byte", "10s", "--peer-connect", "10s", "--warm-transfer-time", "60s"));
        join(arguments, name);
        begin(name, arguments);
    }

    /** With whoever is there. */
    private void join(List<String> arguments, String self) {
        List<String> others = ready.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(self) && !entry.getKey().equals("front-end"))
                .map(entry -> entry.getValue().get("cluster"))
                .toList();
        if (!others.isEmpty()) {
            arguments.addAll(List.of("--join", String.join(",", others)));
        }
    }

    private void begin(String name, List<String> arguments) throws Exception {
        processes.put(name, RunningProcess.of(jar, arguments.toArray(String[]::new)));
    }

    private void awaitReady(String name) throws Exception {
        ready.put(name, Objects.requireNonNull(processes.get(name)).ready());
    }

    private void startCluster() throws Exception {
        startNode("n1");
        beginNode("n2");
        beginNode("n3");
        List<String> arguments = new ArrayList<>(List.of("dispatch", "--port", "0", "--admin-port", "0"));
        arguments.addAll(List.of("--cluster-port", "0"));
        join(arguments, "front-end");
        begin("front-end", arguments);
        for (String name : List.of("n2", "n3", "front-end")) {
            awaitReady(name);
        }
        awaitNodes(3);
    }

    private void awaitNodes(int number) {
        Eventually.within(
                LONG,
                "the front-end sees " + number + " nodes that are ready",
                () -> StatusReport.readyBackends(status("front-end")) == number);
    }

    private String address(String name, String port) {
        return Objects.requireNonNull(ready.get(name)).get(port);
    }

    private Map<?, ?> status(String name) {
        HostPort admin = HostPort.parse(address(name, "admin"));
        try (AdminClient asking = new AdminClient(Duration.ofSeconds(5))) {
            return asking.status(admin);
        } catch (IOException e) {
            return Map.of();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get("front-end", path);
    }

    private HttpResponse<String> get(String member, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + address(member, "http") + path);
        return client.send(HttpRequest.newBuilder(uri).timeout(LONG).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Asks again and again, for a few objects often and for many now and then, until it is closed. */
    private final class Load implements AutoCloseable {
        private final int before = origin.bodies() + origin.validations();
        private final AtomicInteger asked = new AtomicInteger();
        private final Queue<String> failures = new ConcurrentLinkedQueue<>();
        private final List<Thread> clients = new ArrayList<>();
        private volatile boolean over;

        Load() {
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(i);
                clients.add(Thread.ofVirtual().start(() -> {
                    while (!over) {
                        ask("/object" + (int) (OBJECTS * Math.pow(random.nextDouble(), 3)));
                    }
                }));
            }
        }

        private void ask(String path) {
            try {
                asked.incrementAndGet();
                HttpResponse<String> answer = get(path);
                if (answer.statusCode() != 200 || !answer.body().equals(LastingOrigin.text(path))) {
                    failures.add(path + ": " + answer.statusCode() + " "
                            + answer.headers().map());
                }
            } catch (IOException | InterruptedException e) {
                failures.add(path + ": " + e);
            }
        }

        /** Until so many more were asked. */
        void more(int requests) {
            int enough = asked.get() + requests;
            Eventually.within(LONG, requests + " requests", () -> asked.get() >= enough);
        }

        /** Percent that did not need the origin; nothing may have failed. */
        double hits(String what) throws Exception {
            close();
            int origins = origin.bodies() + origin.validations() - before;
            double hits = 100.0 * (asked.get() - origins) / asked.get();
            System.out.printf(
                    "%s: %d requests, %d failed, %d reached the origin, %.2f %% hits%n",
                    what, asked.get(), failures.size(), origins, hits);
            assertEquals(List.of(), List.copyOf(failures), what);
            return hits;
        }

        @Override
        public void close() throws InterruptedException {
            over = true;
            for (Thread thread : clients) {
                thread.join();
            }
        }
    }

    private void askForEverything() throws Exception {
        for (int i = 0; i < OBJECTS; i++) {
            assertEquals(200, get("/object" + i).statusCode());
        }
    }

    /** As the kernel does it to a process that has taken too much. */
    private void kill(String name) throws Exception {
        try (RunningProcess node = Objects.requireNonNull(processes.remove(name))) {
            node.process().destroyForcibly().waitFor();
        }
        ready.remove(name);
    }

    private void drain(String name) throws Exception {
        try (RunningProcess verb = RunningProcess.gosling("drain", "--admin", address(name, "admin"));
                RunningProcess node = Objects.requireNonNull(processes.get(name))) {
            assertEquals(0, verb.status(), verb.err() + node.err());
            assertEquals(0, node.status(), node.err());
        }
        ready.remove(name);
        processes.remove(name);
    }

    @Test
    void nodesOfANewerProtocolReplaceOthersOneByOneWithoutARequestLostOrABodyFetchedAgain() throws Exception {
        startCluster();
        askForEverything();
        double before;
        try (Load load = new Load()) {
            load.more(2000);
            before = load.hits("all nodes of the older build");
        }
        jar = RaisedProtocol.build(folder);
        int hottest = origin.bodies("/object0");
        try (Load load = new Load()) {
            for (String name : List.of("n1", "n2", "n3")) {
                drain(name);
                startNode(name);
                awaitNodes(3);
                load.more(200);
                AtomicInteger next = new AtomicInteger();
                Eventually.that(
                        "the builds speak with each other at " + name,
                        () -> linksBetween(name, "/object" + next.incrementAndGet()));
            }
            double during = load.hits("each node replaced by the newer build");
            assertTrue(during >= before - 1, during + " percent of hits after " + before);
        }
        assertEquals(hottest, origin.bodies("/object0"), "the hottest object was not fetched again");
    }

    /** Asks a node for an object; true if it has got that or another one, or an entry, from another node. */
    private boolean linksBetween(String name, String path) {
        try {
            get(name, path);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        Map<?, ?> space = StatusReport.map(status(name), "space");
        return List.of("locates", "peer-fetches").stream()
                .anyMatch(event -> space.get(event) instanceof Number number && number.longValue() > 0);
    }

    @Test
    void aRollingRestartCostsNoRequestAndNoMoreThanAPointOfHits() throws Exception {
        startCluster();
        askForEverything();
        double before;
        try (Load load = new Load()) {
            load.more(2000);
            before = load.hits("all nodes up");
        }
        try (Load load = new Load()) {
            for (String name : List.of("n1", "n2", "n3")) {
                drain(name);
                startNode(name);
                awaitNodes(3);
                load.more(200);
            }
            double during = load.hits("each node drained and started again");
            assertTrue(during >= before - 1, during + " percent of hits after " + before);
        }
        try (Load load = new Load()) {
            kill("n2");
            startNode("n2");
            awaitNodes(3);
            load.more(500);
            load.hits("one node killed and started again");
        }
        try (Load load = new Load()) {
            load.more(2000);
            double after = load.hits("afterwards");
            assertTrue(after >= before - 1, after + " percent of hits after " + before);
        }
    }
}
