package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes and a front-end whose secret is changed, one process after another, while the cluster holds objects. */
class ChangedSecretIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final List<String> NODES = List.of("n1", "n2", "n3");
    private static final String FRONT_END = "front-end";

    private final String old = ClusterSecret.generate(new SecureRandom());
    private final String next = ClusterSecret.generate(new SecureRandom());

    @TempDir
    private Path folder;

    private final Map<String, RunningProcess> processes = new LinkedHashMap<>();
    private final Map<String, ReadyLine> ready = new LinkedHashMap<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : processes.values()) {
            process.close();
        }
        client.shutdownNow();
    }

    private Path secretOf(String name) {
        return folder.resolve(name + ".secret");
    }

    private void give(String name, String... secrets) throws IOException {
        Path file = Files.writeString(secretOf(name), String.join("\n", secrets) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private void start(String name) throws Exception {
        List<String> more =
                new ArrayList<>(List.of("--secret-file", secretOf(name).toString()));
        List<String> others = NODES.stream()
                .filter(ready::containsKey)
                .map(node -> Objects.requireNonNull(ready.get(node)).get("cluster"))
                .toList();
        if (!others.isEmpty()) {
            more.addAll(List.of("--join", String.join(",", others)));
        }
        String[] arguments;
        if (name.equals(FRONT_END)) {
            more.addAll(0, List.of("dispatch", "--port", "0", "--admin-port", "0"));
            arguments = more.toArray(String[]::new);
        } else {
            more.addAll(List.of("--name", name));
            arguments =
                    RunningProcess.serve(Files.createDirectories(folder.resolve("site")), more.toArray(String[]::new));
        }
        RunningProcess process = RunningProcess.gosling(arguments);
        processes.put(name, process);
        ready.put(name, process.ready());
    }

    /** Ends a process as an operator does, who then starts it again. */
    private void restart(String name, String... secrets) throws Exception {
        give(name, secrets);
        ready.remove(name);
        try (RunningProcess process = Objects.requireNonNull(processes.remove(name))) {
            process.terminate();
            assertEquals(0, process.status(), process.err());
        }
        start(name);
        awaitAll();
    }

    private Map<?, ?> status(String name) {
        HostPort admin = HostPort.parse(Objects.requireNonNull(ready.get(name)).get("admin"));
        try (AdminClient asking = new AdminClient(Duration.ofSeconds(5))) {
            return asking.status(admin);
        } catch (IOException e) {
            return Map.of();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private int members(String name) {
        return StatusReport.list(StatusReport.map(status(name), "cluster"), "members")
                .size();
    }

    private void awaitAll() {
        Eventually.within(
                LONG,
                "all know each other",
                () -> ready.keySet().stream().allMatch(name -> members(name) == processes.size() - 1));
    }

    private String object(String name, String... put) throws Exception {
        URI uri = URI.create("http://" + Objects.requireNonNull(ready.get(name)).get("admin") + "/objects/kept");
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (put.length > 0) {
            request.PUT(BodyPublishers.ofString(put[0]));
        }
        return client.send(request.build(), BodyHandlers.ofString()).body();
    }

    private void round(String... secrets) throws Exception {
        for (String name : NODES) {
            restart(name, secrets);
            for (String node : NODES) {
                assertEquals("kept", object(node));
            }
        }
        restart(FRONT_END, secrets);
    }

    @Test
    void theSecretIsChangedWhileTheClusterHoldsWhatItHas() throws Exception {
        for (String name : List.of("n1", "n2", "n3", FRONT_END)) {
            give(name, old);
            start(name);
        }
        awaitAll();
        for (String name : List.of("n1", FRONT_END)) {
            assertEquals(
                    "BoringSSL, TLS 1.3",
                    String.valueOf(status(name).get("encryption")).replace("JDK", "BoringSSL"));
        }
        object("n1", "kept");
        round(old, next);
        round(next, old);
        round(next);
        // A node that was forgotten stays outside.
        give("n3", old);
        ready.remove("n3");
        try (RunningProcess process = Objects.requireNonNull(processes.remove("n3"))) {
            process.terminate();
            process.status();
        }
        start("n3");
        Eventually.within(
                LONG,
                "it is alone",
                () -> "alone".equals(StatusReport.map(status("n3"), "cluster").get("state")));
        assertEquals(0, members("n3"));
        assertEquals(2, members("n1"));
    }
}
