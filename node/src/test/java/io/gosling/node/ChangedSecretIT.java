package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes and a front-end whose secret is changed by reloads, one process after another, under requests. */
class ChangedSecretIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final List<String> NODES = List.of("n1", "n2");
    private static final String PAGE = "<p>Under requests.</p>";
    private static final String FRONT_END = "front-end";

    private final String old = ClusterSecret.generate(new SecureRandom());
    private final String next = ClusterSecret.generate(new SecureRandom());

    @TempDir
    private Path folder;

    private final Map<String, RunningProcess> processes = new LinkedHashMap<>();
    private final Map<String, ReadyLine> ready = new LinkedHashMap<>();
    private final List<String> failed = new CopyOnWriteArrayList<>();
    private final AtomicInteger answered = new AtomicInteger();
    private volatile boolean asking = true;
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

    /** Has a process read its secret file anew, as an operator does. */
    private String reload(String name, String... secrets) throws Exception {
        give(name, secrets);
        URI uri = URI.create("http://" + Objects.requireNonNull(ready.get(name)).get("admin") + "/reload");
        HttpRequest request =
                HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build();
        return client.send(request, BodyHandlers.ofString()).body();
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
                () -> ready.keySet().stream().allMatch(name -> members(name) == ready.size() - 1));
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
        List<String> labels = ClusterSecret.of(String.join("\n", secrets)).labels();
        for (String name : processes.keySet()) {
            String told = reload(name, secrets);
            assertTrue(told.startsWith("reloaded: secret-file: uses secret " + labels.getFirst()), told);
            for (String node : NODES) {
                assertEquals("kept", object(node));
            }
            awaitAll();
        }
    }

    /** A light stream of requests through the front-end, each of which must be answered. */
    private void ask() {
        URI page = URI.create(
                "http://" + Objects.requireNonNull(ready.get(FRONT_END)).get("http") + "/a.html");
        while (asking) {
            try {
                HttpResponse<String> answer =
                        client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
                if (answer.statusCode() == 200 && answer.body().equals(PAGE)) {
                    answered.incrementAndGet();
                } else {
                    failed.add(answer.statusCode() + " " + answer.body());
                }
            } catch (IOException | InterruptedException e) {
                failed.add(e.toString());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    @Test
    void theSecretIsChangedUnderRequestsAndAfterwardsTheOldOneOpensNothing() throws Exception {
        Files.writeString(Files.createDirectories(folder.resolve("site")).resolve("a.html"), PAGE);
        for (String name : List.of("n1", "n2", FRONT_END)) {
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
        Thread requests = Thread.ofVirtual().start(this::ask);
        try {
            assertTrue(reload("n1").contains("not reloaded"), "an empty file changes nothing");
            round(old, next);
            round(next, old);
            round(next);
            int before = answered.get();
            Eventually.within(LONG, "requests go on", () -> answered.get() >= before + 20);
        } finally {
            asking = false;
            requests.join();
        }
        assertEquals(List.of(), failed);
        Eventually.within(
                LONG,
                "a connection that the old secret has proved is opened anew",
                () -> log("n1").contains("the secret that proved the other member was removed"));
        awaitAll();
        // A node that was forgotten stays outside.
        give("n3", old);
        start("n3");
        Eventually.within(
                LONG,
                "it is alone, and others say why",
                () -> "alone".equals(StatusReport.map(status("n3"), "cluster").get("state"))
                        && log("n1").contains("give both the same secret-file")
                        && log("n3").contains("comes from another secret than this node's"));
        assertEquals(0, members("n3"));
        assertEquals(2, members("n1"));
    }

    private String log(String name) {
        try {
            return Objects.requireNonNull(processes.get(name)).err();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
