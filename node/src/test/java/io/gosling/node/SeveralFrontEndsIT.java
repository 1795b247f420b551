package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three front-ends that hash routing keys, before three nodes that do not cooperate: as many hits as through one. */
class SeveralFrontEndsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int PAGES = 60;
    private static final int ROUNDS = 6;

    private final List<RunningProcess> processes = new ArrayList<>();
    private final List<InetSocketAddress> nodes = new ArrayList<>();
    private final List<InetSocketAddress> frontEnds = new ArrayList<>();

    @BeforeEach
    void start(@TempDir Path site) throws Exception {
        for (String folder : List.of("one", "three")) {
            Files.createDirectory(site.resolve(folder));
            for (int page = 0; page < PAGES; page++) {
                Files.writeString(site.resolve(folder + "/" + page), folder + page);
            }
        }
        String seed = "";
        for (String name : List.of("n1", "n2", "n3")) {
            List<String> more = new ArrayList<>(List.of("--name", name, "--cooperation", "off"));
            more.addAll(seed.isEmpty() ? List.of() : List.of("--join", seed));
            ReadyLine ready = begin(RunningProcess.serve(site, more.toArray(String[]::new)));
            nodes.add(address(ready.get("admin")));
            seed = seed.isEmpty() ? ready.get("cluster") : seed;
        }
        for (int at = 0; at < 3; at++) {
            ReadyLine ready = begin("dispatch", "--port", "0", "--admin-port", "0", "--policy", "lb", "--join", seed);
            frontEnds.add(address(ready.get("http")));
            InetSocketAddress admin = address(ready.get("admin"));
            Eventually.within(TIMEOUT, "it knows the nodes", () -> StatusReport.readyBackends(status(admin)) == 3);
        }
    }

    private ReadyLine begin(String... arguments) throws Exception {
        RunningProcess process = RunningProcess.gosling(arguments);
        processes.add(process);
        return process.ready();
    }

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : processes.reversed()) {
            process.close();
        }
    }

    private static InetSocketAddress address(String text) {
        HostPort parsed = HostPort.parse(text);
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    private static Map<?, ?> status(InetSocketAddress admin) {
        try (RawConnection connection = RawConnection.open(admin)) {
            return AdminClient.parse(connection
                    .send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read()
                    .text());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long number(Map<?, ?> object, String key) {
        return object.get(key) instanceof Number number ? number.longValue() : 0;
    }

    private long sum(String kind) {
        long sum = 0;
        for (InetSocketAddress node : nodes) {
            Map<?, ?> requests = StatusReport.map(status(node), "requests");
            sum += number(kind.equals("total") ? requests : StatusReport.map(requests, "from"), kind);
        }
        return sum;
    }

    /** Part of the answers that came from the memory of the node that was asked. */
    private double hitRatio(String folder, List<InetSocketAddress> through) {
        long total = sum("total");
        long hits = sum("local-memory");
        List<RawConnection> clients = through.stream().map(RawConnection::open).toList();
        for (int at = 0; at < PAGES * ROUNDS; at++) {
            int page = at % PAGES;
            RawConnection client = clients.get((at + at / PAGES) % clients.size());
            assertEquals(folder + page, client.get("/" + folder + "/" + page).text());
        }
        clients.forEach(RawConnection::close);
        Eventually.within(TIMEOUT, "all are counted", () -> sum("total") == total + PAGES * ROUNDS);
        return (double) (sum("local-memory") - hits) / (PAGES * ROUNDS);
    }

    @Test
    void theHitRatioThroughThreeIsThatThroughOne() {
        double one = hitRatio("one", frontEnds.subList(0, 1));
        double three = hitRatio("three", frontEnds);
        assertEquals(1 - 1.0 / ROUNDS, one, 0.01);
        assertEquals(one, three, 0.01);
    }
}
