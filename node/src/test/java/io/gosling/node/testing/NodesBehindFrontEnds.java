package io.gosling.node.testing;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Processes of three nodes and of front-ends before them. The nodes do not cooperate: each misses what it does not
 * have. All are killed when it is closed.
 */
public final class NodesBehindFrontEnds implements AutoCloseable {
    public static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int NODES = 3;

    private final List<RunningProcess> processes = new ArrayList<>();
    private final List<InetSocketAddress> nodes = new ArrayList<>();
    private String seed = "";

    /** A front-end that knows all nodes. */
    public record Dispatch(RunningProcess process, InetSocketAddress http, InetSocketAddress admin) {
        /** The nodes to which it has assigned a URL. */
        public String assigned(String url) {
            return String.valueOf(StatusReport.map(read(admin, "/explain?url=" + url), "routing")
                    .get("assigned"));
        }

        public void kill() throws Exception {
            process.process().destroyForcibly().waitFor();
        }
    }

    public NodesBehindFrontEnds(Path site) throws Exception {
        try {
            for (int at = 1; at <= NODES; at++) {
                List<String> more = new ArrayList<>(List.of("--name", "n" + at, "--cooperation", "off"));
                more.addAll(seed.isEmpty() ? List.of() : List.of("--join", seed));
                ReadyLine ready = begin(RunningProcess.serve(site, more.toArray(String[]::new)))
                        .ready();
                nodes.add(address(ready.get("admin")));
                seed = seed.isEmpty() ? ready.get("cluster") : seed;
            }
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private RunningProcess begin(String... arguments) throws IOException {
        RunningProcess process = RunningProcess.gosling(arguments);
        processes.add(process);
        return process;
    }

    public Dispatch dispatch(String... more) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("dispatch", "--port", "0", "--admin-port", "0", "--join", seed));
        arguments.addAll(List.of(more));
        RunningProcess process = begin(arguments.toArray(String[]::new));
        ReadyLine ready = process.ready();
        InetSocketAddress admin = address(ready.get("admin"));
        Eventually.within(
                TIMEOUT, "it knows the nodes", () -> StatusReport.readyBackends(read(admin, "/status")) == NODES);
        return new Dispatch(process, address(ready.get("http")), admin);
    }

    private static InetSocketAddress address(String text) {
        HostPort parsed = HostPort.parse(text);
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    public static Map<?, ?> read(InetSocketAddress admin, String path) {
        try (RawConnection connection = RawConnection.open(admin)) {
            return AdminClient.parse(connection
                    .send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read()
                    .text());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Requests that the nodes have counted. */
    public long requests() {
        return sum(requests -> requests.get("total"));
    }

    /** Of these, those answered from the memory of the node. */
    public long hits() {
        return sum(requests -> StatusReport.map(requests, "from").get("local-memory"));
    }

    private long sum(Function<Map<?, ?>, Object> count) {
        return nodes.stream()
                .map(node -> count.apply(StatusReport.map(read(node, "/status"), "requests")))
                .mapToLong(number -> number instanceof Number some ? some.longValue() : 0)
                .sum();
    }

    @Override
    public void close() throws IOException {
        for (RunningProcess process : processes.reversed()) {
            process.close();
        }
    }
}
