package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
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
import java.util.TreeMap;
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

    private final LastingOrigin origin = new LastingOrigin();
    private final Map<String, RunningProcess> processes = new TreeMap<>();
    private final Map<String, ReadyLine> ready = new TreeMap<>();
    private final HttpClient client = HttpClient.newHttpClient();

    DiskIT() throws IOException {}

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : processes.values()) {
            process.close();
        }
        client.shutdownNow();
        origin.close();
    }

    private void start() throws Exception {
        for (String name : NAMES) {
            List<String> arguments = new ArrayList<>(List.of("serve", origin.url(), "--name", name));
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
        assertEquals(LastingOrigin.text(path(object)), answer.body());
    }

    private int sent() {
        return origin.bodies();
    }

    private int sent(int object) {
        return origin.bodies(path(object));
    }

    /** Certain when it returns. */
    private void purge(int object) throws Exception {
        HttpRequest purge = HttpRequest.newBuilder(URI.create("http://" + address("n1", "admin") + "/purge"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("url=" + path(object)))
                .timeout(LONG)
                .build();
        HttpResponse<String> answer = client.send(purge, HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer.body());
    }

    @Test
    void aClusterThatIsStartedAsAWholeFindsItsHotObjectsOnDiskButThoseThatWerePurged() throws Exception {
        start();
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
        int asked = origin.validations();
        start();
        for (int i = 0; i < OBJECTS; i++) {
            ask(i);
        }
        System.out.printf(
                "two nodes killed and started: %d objects, the origin sent %d and said %d times that nothing has"
                        + " changed%n",
                OBJECTS, sent() - before, origin.validations() - asked);
        assertEquals(before, sent());
        assertTrue(origin.validations() - asked <= OBJECTS, "validations: " + (origin.validations() - asked));

        // One while its node is up, and one while the node that has it on disk is down.
        purge(0);
        kill("n2");
        purge(1);
        stop("n1");
        before = sent();
        asked = origin.validations();
        start();
        assertEquals(before, sent(), "nothing that was purged is brought back");
        for (int i = 0; i < OBJECTS; i++) {
            ask(i);
        }
        System.out.printf(
                "one killed, one stopped, two objects purged: the origin sent %d and said %d times that nothing has"
                        + " changed%n",
                sent() - before, origin.validations() - asked);
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
