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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes full of what a front-end with LARD/R has sent them, which is killed: the next one sends everything where
 * it is, or, where it is not to ask, somewhere.
 */
class FrontEndRestartIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int PAGES = 60;

    private final List<RunningProcess> nodes = new ArrayList<>();
    private final List<InetSocketAddress> admins = new ArrayList<>();
    private String seed = "";
    private @Nullable RunningProcess frontEnd;
    private InetSocketAddress http = new InetSocketAddress(0);

    @BeforeEach
    void start(@TempDir Path site) throws Exception {
        for (int page = 0; page < PAGES; page++) {
            Files.writeString(site.resolve("page" + page), "page" + page);
        }
        for (String name : List.of("n1", "n2", "n3")) {
            // Alone, each misses what it does not have; with cooperation the others would have it.
            List<String> more = new ArrayList<>(List.of("--name", name, "--cooperation", "off"));
            if (!seed.isEmpty()) {
                more.addAll(List.of("--join", seed));
            }
            RunningProcess node = RunningProcess.gosling(RunningProcess.serve(site, more.toArray(String[]::new)));
            nodes.add(node);
            ReadyLine ready = node.ready();
            admins.add(address(ready.get("admin")));
            seed = seed.isEmpty() ? ready.get("cluster") : seed;
        }
    }

    @AfterEach
    void stop() throws Exception {
        killFrontEnd();
        for (RunningProcess node : nodes) {
            node.close();
        }
    }

    private static InetSocketAddress address(String text) {
        HostPort parsed = HostPort.parse(text);
        return new InetSocketAddress(parsed.host(), parsed.port());
    }

    private void killFrontEnd() throws Exception {
        RunningProcess running = frontEnd;
        frontEnd = null;
        if (running != null) {
            running.process().destroyForcibly().waitFor();
            running.close();
        }
    }

    private void beginFrontEnd(String learn) throws Exception {
        RunningProcess dispatch = RunningProcess.gosling(
                "dispatch", "--port", "0", "--admin-port", "0", "--join", seed, "--lard-learn", learn);
        frontEnd = dispatch;
        ReadyLine ready = dispatch.ready();
        http = address(ready.get("http"));
        InetSocketAddress admin = address(ready.get("admin"));
        Eventually.within(TIMEOUT, "it knows three nodes", () -> StatusReport.readyBackends(status(admin)) == 3);
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

    /** Answers of all nodes that were not from memory. */
    private long misses() {
        long misses = 0;
        for (InetSocketAddress admin : admins) {
            Map<?, ?> requests = StatusReport.map(status(admin), "requests");
            long hits = number(StatusReport.map(requests, "from"), "local-memory");
            misses += number(requests, "total") - hits;
        }
        return misses;
    }

    private static long number(Map<?, ?> object, String key) {
        return object.get(key) instanceof Number number ? number.longValue() : 0;
    }

    private void askForAll(int step) {
        try (RawConnection client = RawConnection.open(http)) {
            for (int i = 0; i < PAGES; i++) {
                String page = "page" + i * step % PAGES;
                assertEquals(page, client.get("/" + page).text());
            }
        }
    }

    @Test
    void aRestartedFrontEndSendsTargetsWhereTheyAre() throws Exception {
        beginFrontEnd("on");
        askForAll(1);
        askForAll(1);
        Eventually.within(TIMEOUT, "all answers are counted", () -> misses() == PAGES);

        killFrontEnd();
        beginFrontEnd("on");
        askForAll(11);
        assertEquals(PAGES, misses(), "nothing was missed that a node has");

        killFrontEnd();
        beginFrontEnd("off");
        askForAll(11);
        Eventually.within(TIMEOUT, "without asking, targets go elsewhere", () -> misses() > PAGES + PAGES / 4);
    }
}
