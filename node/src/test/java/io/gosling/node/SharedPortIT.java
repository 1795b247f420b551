package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gosling.command.ExitCode;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.SteadyLoad;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Front-ends behind one port, with clients that connect anew for each request, of those that only ask and those that
 * may change something: one is killed, one is replaced.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledOnOs(OS.LINUX)
class SharedPortIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST");
    private static final int CLIENTS = 2;
    private static final int ENOUGH = 300;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    private final String backend = "127.0.0.1:" + server.getAddress().getPort();

    SharedPortIT() throws IOException {}

    @BeforeAll
    void start() {
        server.setExecutor(threads);
        server.createContext("/", SharedPortIT::answer);
        server.start();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = exchange.getRequestURI().getPath().getBytes(StandardCharsets.UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(200, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @AfterAll
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** A front-end that has started, at a port that others may have too. */
    private record FrontEnd(RunningProcess process, InetSocketAddress http, InetSocketAddress admin)
            implements AutoCloseable {
        static FrontEnd start(String backend, int port) throws Exception {
            String flags = "dispatch --share-port on --admin-port 0 --backend " + backend + " --port " + port;
            RunningProcess process = RunningProcess.gosling(flags.split(" "));
            ReadyLine ready = process.ready();
            return new FrontEnd(
                    process, address(String.valueOf(ready.get("http"))), address(String.valueOf(ready.get("admin"))));
        }

        private static InetSocketAddress address(String text) {
            HostPort parsed = HostPort.parse(text);
            return new InetSocketAddress(parsed.host(), parsed.port());
        }

        /** Requests that it has relayed. */
        long relayed() {
            try (RawConnection connection = RawConnection.open(admin)) {
                String status = connection
                        .send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .read()
                        .text();
                Map<?, ?> outcomes =
                        StatusReport.map(StatusReport.map(AdminClient.parse(status), "requests"), "outcomes");
                return outcomes.get("relayed") instanceof Number relayed ? relayed.longValue() : 0;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() throws IOException {
            process.close();
        }
    }

    private static SteadyLoad load(FrontEnd frontEnd) {
        SteadyLoad load = new SteadyLoad(frontEnd.http(), false);
        METHODS.forEach(method -> load.with(CLIENTS, method));
        return load;
    }

    private static void untilServed(SteadyLoad load, long more) {
        long before = load.answered();
        Eventually.within(TIMEOUT, more + " more are answered", () -> load.answered() >= before + more);
    }

    @Test
    void whenOneIsKilledOnlyWhatWasAtItIsLost() throws Exception {
        try (FrontEnd one = FrontEnd.start(backend, 0);
                FrontEnd two = FrontEnd.start(backend, one.http().getPort())) {
            SteadyLoad before = load(one);
            SteadyLoad after;
            try (before) {
                Eventually.within(TIMEOUT, "both take part", () -> one.relayed() > ENOUGH && two.relayed() > ENOUGH);
                assertEquals(List.of(), before.failures());
                one.process().process().destroyForcibly().waitFor();
                after = load(two);
                try (after) {
                    untilServed(after, ENOUGH);
                }
                untilServed(before, ENOUGH);
            }
            assertEquals(List.of(), after.failures());
            for (String method : METHODS) {
                assertTrue(
                        before.failures(method).size() <= CLIENTS,
                        () -> "each client had one request under way: " + before.failures());
            }
        }
    }

    @Test
    void oneIsReplacedByTheNextAndNobodyNotices() throws Exception {
        FrontEnd now = FrontEnd.start(backend, 0);
        SteadyLoad load = load(now);
        try (load) {
            for (int upgrade = 0; upgrade < 2; upgrade++) {
                untilServed(load, ENOUGH);
                FrontEnd next = FrontEnd.start(backend, now.http().getPort());
                Eventually.within(TIMEOUT, "the next one takes part", () -> next.relayed() > 0);
                now.process().terminate();
                assertEquals(0, now.process().status(), now.process().err());
                now.close();
                now = next;
            }
            untilServed(load, ENOUGH);
        } finally {
            now.close();
        }
        assertEquals(List.of(), load.failures());
    }

    @Test
    void whoDoesNotShareIsToldSo() throws Exception {
        try (FrontEnd one = FrontEnd.start(backend, 0);
                RunningProcess other = RunningProcess.gosling(("dispatch --admin-port 0 --backend " + backend
                                + " --port " + one.http().getPort())
                        .split(" "))) {
            assertEquals(ExitCode.REFUSED.status(), other.status());
            assertTrue(other.err().contains("another program has this port"), other.err());
        }
    }
}
