package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.LinkedSite;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Links that spread load, a front-end that does, and the shared memory of a cluster, all at once: pages come by way of
 * the front-end from the server that it chose, and what they show from whichever server that one chose, without the
 * front-end.
 */
class GroupBehindAFrontEndIT {
    private static final Duration LONG = Duration.ofSeconds(240);
    private static final int SERVERS = 3;
    private static final int FILES = LinkedSite.PAGES + 1 + 1 + LinkedSite.IMAGES;
    private static final String SETTINGS =
            "replication:\n  idle: 0\n  round: 200ms\n  scan: 200ms\n  per-round: 1000\n  heavy: 10\n";

    @TempDir
    private Path site;

    @TempDir
    private Path folder;

    private final List<RunningProcess> processes = new ArrayList<>();
    private final List<ReadyLine> servers = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (RunningProcess process : processes) {
            process.close();
        }
    }

    private static List<Integer> freePorts() throws Exception {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> free = new ArrayList<>();
        try {
            for (int i = 0; i < SERVERS; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                sockets.add(socket);
                free.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        return free;
    }

    /** A group that is a cluster as well, and a front-end that asks the cluster for its nodes: where that answers. */
    private ReadyLine startCluster() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "a secret of sixteen letters and more");
        Path config = Files.writeString(folder.resolve("node.yaml"), SETTINGS + "  cluster: on\n");
        Path made = LinkedSite.make(site);
        List<Integer> ports = freePorts();
        // The last one is in nobody's configuration, and has nobody in its own: the cluster tells.
        String known = ports.stream()
                .limit(SERVERS - 1)
                .map(port -> "http://127.0.0.1:" + port)
                .collect(Collectors.joining(","));
        for (int port : ports) {
            List<String> more = new ArrayList<>(List.of("--name", "n" + port, "--port", Integer.toString(port)));
            more.addAll(List.of("--replication-address", "http://127.0.0.1:" + port));
            if (servers.size() < SERVERS - 1) {
                more.addAll(List.of("--replication-backend", known));
            }
            more.addAll(List.of("--replication-secret-file", secret.toString(), "--config", config.toString()));
            if (!servers.isEmpty()) {
                more.addAll(List.of("--join", servers.getFirst().get("cluster")));
            }
            RunningProcess server = RunningProcess.gosling(RunningProcess.serve(made, more.toArray(String[]::new)));
            processes.add(server);
            servers.add(server.ready());
        }
        RunningProcess dispatch = RunningProcess.gosling(
                "dispatch",
                "--port",
                "0",
                "--admin-port",
                "0",
                "--policy",
                "lard-r",
                "--join",
                servers.getFirst().get("cluster"));
        processes.add(dispatch);
        ReadyLine frontEnd = dispatch.ready();
        Eventually.within(LONG, "it knows all servers", () -> StatusReport.readyBackends(status(frontEnd)) == SERVERS);
        for (ReadyLine server : servers) {
            Eventually.within(
                    LONG,
                    "all have heard all",
                    () -> StatusReport.hearsItsGroup(status(server))
                            && StatusReport.list(StatusReport.map(status(server), "replication"), "servers")
                                            .size()
                                    == SERVERS - 1);
        }
        return frontEnd;
    }

    private static Map<?, ?> status(ReadyLine line) {
        try {
            return AdminClient.parse(TestSite.text(line.get("admin"), "/status"));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Crawls by way of the front-end until each server answers a tenth of what pages show. */
    private LinkedSite.Seen crawlUntilAllAnswer(ReadyLine frontEnd, List<String> names) {
        AtomicReference<LinkedSite.Seen> last = new AtomicReference<>();
        Eventually.within(LONG, "each server answers a tenth of what pages show", () -> {
            try {
                last.set(LinkedSite.crawl(site, frontEnd.get("http"), page -> {}, page -> {}));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return last.get().leastShare(names) >= 0.1;
        });
        return last.get();
    }

    private boolean isSilent(ReadyLine to, String name) {
        return StatusReport.list(StatusReport.map(status(to), "replication"), "servers").stream()
                .anyMatch(server -> StatusReport.text(server, "name").equals(name)
                        && StatusReport.text(server, "state").equals("silent"));
    }

    @Test
    void inOneClusterEveryFileIsFoundByWayOfTheFrontEndAlsoWhenAServerIsKilled() throws Exception {
        ReadyLine frontEnd = startCluster();
        List<String> names = servers.stream().map(server -> server.get("http")).toList();
        // The shares are not tested: the front-end chooses too.
        LinkedSite.Seen seen = LinkedSite.crawl(site, frontEnd.get("http"), page -> {}, page -> {});
        assertEquals(FILES, seen.files().size(), seen.files().toString());
        for (ReadyLine server : servers) {
            assertEquals(
                    SERVERS,
                    StatusReport.list(StatusReport.map(status(server), "cluster"), "members")
                            .size(),
                    "the other servers and the front-end");
        }
        AtomicInteger pages = new AtomicInteger();
        int victim = SERVERS - 1;
        LinkedSite.Seen despite = LinkedSite.crawl(
                site,
                frontEnd.get("http"),
                page -> {
                    if (pages.incrementAndGet() == 3) {
                        processes.get(victim).process().destroyForcibly();
                    }
                },
                // A reloaded page no longer leads to the missing server.
                page -> Eventually.within(
                        LONG,
                        "nobody leads there",
                        () -> isSilent(servers.get(0), names.get(victim))
                                && isSilent(servers.get(1), names.get(victim))
                                && StatusReport.readyBackends(status(frontEnd)) == SERVERS - 1));
        assertEquals(FILES, despite.files().size(), despite.files().toString());
    }

    @Test
    void upWithAPolicyPutsAFrontEndBeforeAGroup() throws Exception {
        Path config = Files.writeString(folder.resolve("node.yaml"), SETTINGS);
        RunningProcess up = RunningProcess.gosling(
                "up",
                LinkedSite.make(site).toString(),
                "--replication",
                "--policy",
                "lard-r",
                "--nodes",
                "2",
                "--port",
                "0",
                "--admin-port",
                "0",
                "--memory",
                "16m",
                "--node-config",
                config.toString());
        processes.add(up);
        ReadyLine line = up.ready();
        assertEquals("2", line.get("nodes"));
        assertEquals(3, up.process().descendants().count());
        List<String> names = StatusReport.list(status(line), "backends").stream()
                .map(backend -> StatusReport.text(backend, "address"))
                .toList();
        assertEquals(2, names.size());
        LinkedSite.Seen seen = crawlUntilAllAnswer(line, names);
        assertEquals(FILES, seen.files().size(), seen.files().toString());
        assertTrue(seen.servers().containsKey(line.get("http")), "some of it by way of the front-end");
        up.terminate();
        assertEquals(0, up.status(), up.err());
    }
}
