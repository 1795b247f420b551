package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.SteadyLoad;
import io.gosling.node.testing.TestSite;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes that dispatch, and no front-end besides: whichever is asked, a page comes from the one node that has it.
 * Then one freezes and is killed, and another one drained, while clients go on asking the third.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DispatchingNodesIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final List<String> NAMES = List.of("n1", "n2", "n3");
    private static final int PAGES = 40;

    private final Map<String, RunningProcess> processes = new TreeMap<>();
    private final Map<String, ReadyLine> lines = new TreeMap<>();

    @BeforeAll
    void start(@TempDir Path site) throws Exception {
        for (String folder : List.of("get", "head")) {
            Files.createDirectory(site.resolve(folder));
            for (int page = 0; page < PAGES; page++) {
                Files.writeString(site.resolve(folder + "/" + page), folder + page);
            }
        }
        for (String name : NAMES) {
            begin(name, site);
        }
        for (String name : NAMES) {
            Eventually.within(
                    TIMEOUT, name + " knows three nodes", () -> ready(name).equals(new TreeSet<>(NAMES)));
        }
    }

    private void begin(String name, Path site) throws Exception {
        List<String> more = new ArrayList<>(List.of("--name", name, "--dispatch", "on"));
        more.addAll(List.of("--debug-backend-header", "on", "--drain", "20s"));
        more.addAll(List.of("--purge-from", "192.0.2.9"));
        if (!processes.isEmpty()) {
            more.addAll(List.of("--join", line("n1").get("cluster")));
        }
        RunningProcess process = RunningProcess.gosling(RunningProcess.serve(site, more.toArray(String[]::new)));
        processes.put(name, process);
        lines.put(name, process.ready());
    }

    @AfterAll
    void stop() throws Exception {
        for (RunningProcess process : processes.values()) {
            process.close();
        }
    }

    private RunningProcess process(String name) {
        return Objects.requireNonNull(processes.get(name));
    }

    private ReadyLine line(String name) {
        return Objects.requireNonNull(lines.get(name));
    }

    private InetSocketAddress port(String name, String key) {
        HostPort parsed = HostPort.parse(line(name).get(key));
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    private Map<?, ?> status(String name) {
        try (RawConnection connection = RawConnection.open(port(name, "admin"))) {
            return AdminClient.parse(connection
                    .send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read()
                    .text());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The nodes that one sends requests to. */
    private TreeSet<String> ready(String name) {
        TreeSet<String> ready = new TreeSet<>();
        for (Map<?, ?> backend : StatusReport.list(StatusReport.map(status(name), "dispatch"), "backends")) {
            if ("ready".equals(backend.get("state"))) {
                ready.add(String.valueOf(backend.get("name")));
            }
        }
        return ready;
    }

    private static RawResponse ask(InetSocketAddress server, String path) {
        try (RawConnection client = RawConnection.open(server)) {
            return client.get(path);
        }
    }

    private static @Nullable String servedBy(RawResponse response) {
        return response.header("Gosling-Backend");
    }

    private long objects(String name) {
        return StatusReport.map(status(name), "memory").get("objects") instanceof Number number
                ? number.longValue()
                : -1;
    }

    @Test
    @Order(1)
    void whicheverNodeIsAskedAPageComesFromTheOneThatHasIt() {
        TreeSet<String> serving = new TreeSet<>();
        for (int page = 0; page < PAGES; page++) {
            TreeSet<String> those = new TreeSet<>();
            for (String name : NAMES) {
                RawResponse response = ask(port(name, "http"), "/get/" + page);
                assertEquals("get" + page, response.text());
                those.add(String.valueOf(servedBy(response)));
            }
            assertEquals(1, those.size(), "page " + page + " came from " + those);
            serving.addAll(those);
        }
        assertEquals(new TreeSet<>(NAMES), serving);
        long held = NAMES.stream().mapToLong(this::objects).sum();
        assertEquals(PAGES, held, "each page is in one memory");
    }

    @Test
    @Order(2)
    void whatWasDispatchedIsServedAndNotDispatchedAgain() {
        for (int page = 0; page < 10; page++) {
            RawResponse response = ask(port("n1", "serving"), "/get/" + page);
            assertEquals("get" + page, response.text());
            assertNull(servedBy(response), "it has passed no front-end");
        }
    }

    /** Permission to purge shows the client address that a node assumes; all nodes are on loopback. */
    @Test
    @Order(2)
    void whoComesFromANodesAddressIsNoProxy() {
        assertEquals(403, purging("http").status(), "at the public port this is 127.0.0.1, whatever it says");
        RawResponse believed = purging("serving");
        assertTrue(believed.status() != 403, () -> believed.status() + " " + believed.text());
    }

    private RawResponse purging(String port) {
        try (RawConnection client = RawConnection.open(port("n1", port))) {
            return client.send("PURGE /get/0 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.9\r\n\r\n")
                    .read();
        }
    }

    @Test
    @Order(3)
    void statusAndMetricsSayHowANodeDispatches() throws Exception {
        assertEquals("lb", StatusReport.map(status("n1"), "dispatch").get("policy"));
        String metrics = TestSite.text(line("n1").get("admin"), "/metrics");
        assertTrue(metrics.contains("gosling_relayed_requests_total{outcome=\"relayed\"} "), metrics);
        assertTrue(metrics.contains("gosling_front_ends 3"), metrics);
        assertTrue(metrics.contains("gosling_backend_up{backend=\"n2\"} 1"), metrics);
        String report = StatusReport.write(List.of(status("n1")), Map.of());
        assertTrue(report.contains("front-end n1 on " + line("n1").get("http") + ": ready, policy lb"), report);
    }

    @Test
    @Order(4)
    void aNodeThatFreezesIsLeftByTheOthersAndComesBack() throws Exception {
        List<SteadyLoad> loads = List.of(load("n1"), load("n3"));
        long pid = process("n2").process().pid();
        try {
            Eventually.within(TIMEOUT, "there is load", () -> loads.stream().allMatch(load -> load.answered() > 100));
            RunningProcess.signal("STOP", pid);
            try {
                Eventually.within(
                        TIMEOUT,
                        "n2 is left alone",
                        () -> !ready("n1").contains("n2") && !ready("n3").contains("n2"));
                long then = loads.getFirst().answered();
                Eventually.within(TIMEOUT, "it goes on", () -> loads.getFirst().answered() > then + 100);
            } finally {
                RunningProcess.signal("CONT", pid);
            }
            for (String name : NAMES) {
                Eventually.within(
                        TIMEOUT, name + " knows three nodes", () -> ready(name).equals(new TreeSet<>(NAMES)));
            }
            Eventually.within(TIMEOUT, "n2 serves what it had", () -> NAMES.equals(serving("n1")));
        } finally {
            loads.forEach(SteadyLoad::close);
        }
        loads.forEach(load -> assertEquals(List.of(), load.failures(), () -> lines + " " + status("n1")));
    }

    /** The nodes that serve the pages requested from one node. */
    private List<String> serving(String name) {
        TreeSet<String> serving = new TreeSet<>();
        for (int page = 0; page < PAGES; page++) {
            serving.add(String.valueOf(servedBy(ask(port(name, "http"), "/get/" + page))));
        }
        return List.copyOf(serving);
    }

    @Test
    @Order(5)
    void whenANodeIsKilledEverythingAskedAtTheOthersIsAnswered() throws Exception {
        List<SteadyLoad> loads = List.of(load("n1"), load("n3"));
        try {
            Eventually.within(TIMEOUT, "there is load", () -> loads.stream().allMatch(load -> load.answered() > 100));
            process("n2").process().destroyForcibly().waitFor();
            Eventually.within(
                    TIMEOUT,
                    "n2 is out",
                    () -> !ready("n1").contains("n2") && !ready("n3").contains("n2"));
            long then = loads.getFirst().answered();
            Eventually.within(TIMEOUT, "it goes on", () -> loads.getFirst().answered() > then + 100);
        } finally {
            loads.forEach(SteadyLoad::close);
        }
        loads.forEach(load -> assertEquals(List.of(), load.failures()));
    }

    @Test
    @Order(6)
    void aNodeThatDrainsSendsItsClientsRequestsToTheOthersAndTheirsGoOn() throws Exception {
        SteadyLoad staying = load("n3");
        try {
            Eventually.within(TIMEOUT, "there is load", () -> staying.answered() > 100);
            process("n1").terminate();
            assertEquals(0, process("n1").status());
            Eventually.within(TIMEOUT, "n1 is out", () -> ready("n3").equals(new TreeSet<>(List.of("n3"))));
            long then = staying.answered();
            Eventually.within(TIMEOUT, "it goes on", () -> staying.answered() > then + 100);
        } finally {
            staying.close();
        }
        assertEquals(List.of(), staying.failures());
    }

    @Test
    @Order(7)
    void whoIsAloneServesToTheEnd() throws Exception {
        assertEquals("n3", servedBy(ask(port("n3", "http"), "/get/1")));
        process("n3").terminate();
        assertEquals(0, process("n3").status());
    }

    private SteadyLoad load(String name) {
        return new SteadyLoad(port(name, "http"), true).with(3, "GET").with(2, "HEAD");
    }
}
