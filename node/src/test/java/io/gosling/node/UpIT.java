package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.command.ExitCode;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.MemberAdminPorts;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import io.gosling.testing.HurriedJava;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole cluster of processes, from the built jar. */
class UpIT {
    private static final Duration LONG = Duration.ofSeconds(240);

    @TempDir
    private Path site;

    @TempDir
    private Path folder;

    private RunningProcess up() throws Exception {
        return RunningProcess.gosling(
                "up",
                TestSite.make(site).toString(),
                "--nodes",
                "2",
                "--port",
                "0",
                "--admin-port",
                "0",
                "--memory",
                "16m");
    }

    @Test
    void statusShowsTheWholeClusterANodeThatIsKilledIsStartedAgainAndTermLeavesNobody() throws Exception {
        try (RunningProcess up = up()) {
            ReadyLine ready = up.ready();
            assertEquals(
                    List.of("http", "admin", "nodes"),
                    List.copyOf(ready.fields().keySet()));
            assertEquals("2", ready.get("nodes"));
            assertServes(ready.get("http"));
            assertEquals(3, up.process().descendants().count());
            statusShowsTheWholeCluster(ready.get("admin"));

            ProcessHandle victim = node(up, "n2").orElseThrow();
            victim.destroyForcibly();
            Eventually.within(
                    LONG,
                    "n2 is back",
                    () -> node(up, "n2")
                                    .filter(reborn -> reborn.pid() != victim.pid())
                                    .isPresent()
                            && readyBackends(ready.get("admin")) == 2);
            assertServes(ready.get("http"));

            List<ProcessHandle> descendants = up.process().descendants().toList();
            up.terminate();
            assertEquals(0, up.status(), up.err());
            for (ProcessHandle descendant : descendants) {
                Eventually.within(LONG, "it left: " + descendant.info(), () -> !descendant.isAlive());
            }
            // One line of ours for each change of the members, and none of the grid's own.
            assertTrue(up.err().contains("MemberChangeLog: n1 sees"), up.err());
            assertFalse(up.err().contains("hazelcast"), up.err());
            assertFalse(up.err().contains("[127.0.0.1]:"), up.err());
        }
    }

    @Test
    void childrenLeaveWhenTheSupervisorIsKilledAndTheNextOneDeletesItsSecret() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (RunningProcess up = upWithTemporaryFilesIn(temporary, TestSite.make(site))) {
            up.ready();
            List<ProcessHandle> descendants = up.process().descendants().toList();
            assertEquals(3, descendants.size());
            up.process().destroyForcibly();
            for (ProcessHandle descendant : descendants) {
                Eventually.within(LONG, "it left: " + descendant.info(), () -> !descendant.isAlive());
            }
        }
        assertEquals(1, runFolders(temporary).size());
        try (RunningProcess next = upWithTemporaryFilesIn(temporary, site.resolve("absent"))) {
            assertEquals(ExitCode.NOT_FOUND.status(), next.status(), next.err());
        }
        assertEquals(List.of(), runFolders(temporary));
    }

    private static RunningProcess upWithTemporaryFilesIn(Path temporary, Path site) throws Exception {
        List<String> command = HurriedJava.command(RunningProcess.JAR, "-Xmx192m", "-Djava.io.tmpdir=" + temporary);
        command.addAll(List.of("up", site.toString(), "--nodes", "2", "--memory", "16m"));
        command.addAll(List.of("--port", "0", "--admin-port", "0"));
        return RunningProcess.of(command, Map.of("GOSLING_JVM", "-XX:TieredStopAtLevel=1"));
    }

    private static List<Path> runFolders(Path temporary) throws Exception {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("gosling-up-"))
                    .toList();
        }
    }

    private static void statusShowsTheWholeCluster(String admin) throws Exception {
        Map<?, ?> frontEnd = AdminClient.parse(TestSite.text(admin, "/status"));
        assertEquals(
                2,
                MemberAdminPorts.of(frontEnd, new MemberAdminPorts.Reach("127.0.0.1"::equals, false))
                        .here()
                        .size(),
                frontEnd.toString());
        try (RunningProcess status = RunningProcess.gosling("status", "--admin", admin)) {
            assertEquals(0, status.status(), status.err());
        }
    }

    private void assertServes(String http) throws Exception {
        for (String file : List.of("index.html", "large.bin", "deep/page.html")) {
            assertArrayEquals(
                    Files.readAllBytes(site.resolve(file)),
                    TestSite.get(http, "/" + file).body(),
                    file);
        }
    }

    private static java.util.Optional<ProcessHandle> node(RunningProcess up, String name) {
        return up.process()
                .descendants()
                .filter(handle -> handle.info().commandLine().orElse("").contains(" --name " + name + " "))
                .findFirst();
    }

    private static int readyBackends(String admin) {
        try {
            return StatusReport.readyBackends(AdminClient.parse(TestSite.text(admin, "/status")));
        } catch (Exception e) {
            return -1;
        }
    }

    @Test
    void withAUrlItIsAClusterBeforeThatServer() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        origin.createContext("/", exchange -> {
            byte[] text = ("answer " + asked.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Cache-Control", "max-age=600");
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        origin.start();
        String url = "http://127.0.0.1:" + origin.getAddress().getPort() + "/";
        try (RunningProcess up = RunningProcess.gosling(
                "up", url, "--nodes", "2", "--port", "0", "--admin-port", "0", "--memory", "16m")) {
            String http = up.ready().get("http");
            for (int i = 0; i < 3; i++) {
                assertEquals("answer 1", TestSite.text(http, "/page"));
            }
            assertEquals(1, asked.get());
        } finally {
            origin.stop(0);
        }
    }

    @Test
    void withoutADirectoryItServesItsIntroduction() throws Exception {
        try (RunningProcess up =
                RunningProcess.gosling("up", "--nodes", "1", "--port", "0", "--admin-port", "0", "--memory", "16m")) {
            String page = TestSite.text(up.ready().get("http"), "/");
            assertTrue(page.contains("Gosling"), page);
        }
    }
}
