package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.SteadyLoad;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A front-end, three nodes and clients that go on asking: one node is killed, comes back, another one freezes. Requests
 * that only ask are all answered; of the others those are lost that were at that node.
 */
// In a plain build: DispatchingNodesIT and FaultTest.
@Tag("lab")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NodeKilledIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int HELD = 9;
    private static final int POSTING = 2;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    private final CountDownLatch gate = new CountDownLatch(1);
    /** The nodes that have asked the origin for something that it holds back, by path. */
    private final Map<String, Set<String>> held = new ConcurrentHashMap<>();

    private final Map<String, RunningProcess> nodes = new ConcurrentHashMap<>();
    private @Nullable RunningProcess frontEnd;
    private String seed = "";
    private InetSocketAddress http = new InetSocketAddress(0);
    private InetSocketAddress admin = new InetSocketAddress(0);

    NodeKilledIT() throws IOException {}

    @BeforeAll
    void start() throws Exception {
        origin.setExecutor(threads);
        origin.createContext("/", this::answer);
        origin.start();
        begin("n1");
        seed = String.valueOf(node("n1").ready().get("cluster"));
        begin("n2");
        begin("n3");
        List<String> arguments =
                List.of(("dispatch --port 0 --admin-port 0 --policy rr --relay-try-time 2s --relay-header-time 6s"
                                + " --cluster-silence 20s --join")
                        .split(" "));
        List<String> joining = new ArrayList<>(arguments);
        joining.add(seed);
        // A machine that is busy with other things is late too; nobody is to wait for half a minute for that.
        joining.addAll(List.of("--ejection-longest", "2s"));
        joining.addAll(ofFrontEnd());
        RunningProcess dispatch = RunningProcess.gosling(joining.toArray(String[]::new));
        frontEnd = dispatch;
        ReadyLine ready = dispatch.ready();
        http = address(ready.get("http"));
        admin = address(ready.get("admin"));
        Eventually.within(TIMEOUT, "the front-end knows three nodes", () -> ready("n1") && ready("n2") && ready("n3"));
    }

    /** Further flags of another kind of front-end. */
    List<String> ofFrontEnd() {
        return List.of();
    }

    /** And its nodes. */
    List<String> ofNodes() {
        return List.of();
    }

    private void begin(String name) throws Exception {
        String url = "http://127.0.0.1:" + origin.getAddress().getPort() + "/";
        List<String> arguments = new ArrayList<>(List.of("serve", url, "--name", name, "--memory", "16m"));
        for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
            arguments.addAll(List.of(port, "0"));
        }
        if (!seed.isEmpty()) {
            arguments.addAll(List.of("--join", seed));
        }
        // It is the front-end that is to be seen here: who freezes for a moment stays in the cluster.
        arguments.addAll(List.of("--cluster-silence", "20s"));
        arguments.addAll(ofNodes());
        nodes.put(name, RunningProcess.gosling(arguments.toArray(String[]::new)));
    }

    private RunningProcess node(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    private static InetSocketAddress address(@Nullable String text) {
        HostPort parsed = HostPort.parse(String.valueOf(text));
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    @AfterAll
    void stop() throws Exception {
        gate.countDown();
        if (frontEnd != null) {
            frontEnd.close();
        }
        for (RunningProcess node : nodes.values()) {
            node.close();
        }
        origin.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        exchange.getRequestBody().readAllBytes();
        if (path.startsWith("/held/")) {
            String via = String.join(", ", exchange.getRequestHeaders().get("Via"));
            held.computeIfAbsent(path, first -> ConcurrentHashMap.newKeySet()).add(via.substring(via.length() - 2));
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        byte[] body = path.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Cache-Control", path.startsWith("/held/") ? "private" : "max-age=100000");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(200, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private String status() {
        try (RawConnection connection = RawConnection.open(admin)) {
            return connection
                    .send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read()
                    .text();
        }
    }

    private Map<?, ?> backend(String name) {
        try {
            for (Map<?, ?> backend : StatusReport.list(AdminClient.parse(status()), "backends")) {
                if (name.equals(backend.get("name"))) {
                    return backend;
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Map.of();
    }

    private boolean ready(String name) {
        return "ready".equals(backend(name).get("state"));
    }

    private boolean serves(String name) {
        Map<?, ?> backend = backend(name);
        return "healthy".equals(backend.get("health"))
                && backend.get("requests") instanceof Number requests
                && requests.longValue() > 20;
    }

    private SteadyLoad load() {
        return new SteadyLoad(http, true).with(3, "GET").with(2, "HEAD").with(POSTING, "POST");
    }

    /** Requests held at the origin until the gate opens, by path. */
    private Map<String, Future<RawResponse>> hold(String method) {
        Map<String, Future<RawResponse>> answers = new ConcurrentHashMap<>();
        for (int i = 0; i < HELD; i++) {
            String path = "/held/" + method + "/" + i;
            String[] length = method.equals("POST") ? new String[] {"Content-Length", "0"} : new String[0];
            answers.put(path, threads.submit(() -> {
                try (RawConnection client = RawConnection.open(http)) {
                    return client.request(method, path, length).read();
                }
            }));
        }
        return answers;
    }

    @Test
    @Order(1)
    void whatOnlyAsksIsAnsweredAllTheSameWhenANodeIsKilledAndWhatChangesIsLostAtThatNodeOnly() throws Exception {
        SteadyLoad load = load();
        try (load) {
            await(load, "all nodes serve", () -> serves("n1") && serves("n2") && serves("n3"));
            Map<String, Future<RawResponse>> gets = hold("GET");
            Map<String, Future<RawResponse>> posts = hold("POST");
            Eventually.within(TIMEOUT, "all are at the origin", () -> held.size() == 2 * HELD);
            Set<String> lost = new HashSet<>();
            posts.keySet().forEach(path -> {
                if (held.getOrDefault(path, Set.of()).contains("n2")) {
                    lost.add(path);
                }
            });
            assertFalse(lost.isEmpty(), held::toString);

            node("n2").process().destroyForcibly().waitFor();
            await(load, "n2 takes no requests", () -> !ready("n2"));
            gate.countDown();
            for (Map.Entry<String, Future<RawResponse>> get : gets.entrySet()) {
                assertEquals(200, get.getValue().get().status(), get.getKey());
                assertEquals(get.getKey(), get.getValue().get().text());
            }
            for (Map.Entry<String, Future<RawResponse>> post : posts.entrySet()) {
                assertEquals(
                        lost.contains(post.getKey()) ? 502 : 200,
                        post.getValue().get().status(),
                        post.getKey());
            }
            node("n2").close();
            begin("n2");
            await(load, "n2 serves again", () -> serves("n2"));
        }
        assertOnlyPostsInFlightFailed(load);
    }

    @Test
    @Order(2)
    void aNodeThatFreezesIsLeftAndComesBack() throws Exception {
        SteadyLoad load = load();
        try (load) {
            long pid = node("n3").process().pid();
            await(load, "all nodes serve", () -> serves("n1") && serves("n2") && serves("n3"));
            RunningProcess.signal("STOP", pid);
            try {
                await(load, "n3 takes no requests", () -> !ready("n3"));
                await(load, "n3 is out of the cluster", () -> backend("n3").isEmpty());
            } finally {
                RunningProcess.signal("CONT", pid);
            }
            await(load, "n3 is trusted again", () -> serves("n3"));
        }
        assertOnlyPostsInFlightFailed(load);
    }

    /** One that posts waits for each answer, so that it has one request at most at the node that dies. */
    private static void assertOnlyPostsInFlightFailed(SteadyLoad load) {
        assertEquals(
                List.of(),
                List.of("GET", "HEAD").stream()
                        .flatMap(method -> load.unanswered(method).stream())
                        .toList(),
                () -> load.failures().toString());
        assertTrue(
                load.failures("POST").size() <= POSTING, () -> load.failures().toString());
        assertTrue(load.answered() > 100, () -> "answered: " + load.answered());
    }

    private void await(SteadyLoad load, String story, BooleanSupplier condition) {
        Eventually.within(
                TIMEOUT, () -> story + "; failed: " + load.failures() + "; front-end: " + status(), condition);
    }
}
