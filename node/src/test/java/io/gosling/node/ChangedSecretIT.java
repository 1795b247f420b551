package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.peer.MemberClient;
import io.gosling.http.Headers;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
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

/**
 * Two nodes and a front-end whose secret is changed by reloads, one process after another, under requests, and a third
 * node that is not given the new secret: so a stolen or removed node is shut out.
 */
class ChangedSecretIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final List<String> NODES = List.of("n1", "n2");
    private static final String PAGE = "<p>Under requests.</p>";
    private static final String FRONT_END = "front-end";
    private static final String REMOVED = "n3";

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

    private List<String> members(String name) {
        return StatusReport.list(StatusReport.map(status(name), "cluster"), "members").stream()
                .map(member -> StatusReport.text(member, "name"))
                .toList();
    }

    /** Waits until all but the removed node know each other, and know that one or not. */
    private void awaitAll(boolean withRemoved) {
        List<String> names = List.of("n1", "n2", FRONT_END);
        Eventually.within(
                LONG,
                "all know each other",
                () -> names.stream()
                        .map(this::members)
                        .allMatch(known -> known.size() == names.size() - (withRemoved ? 0 : 1)
                                && known.contains(REMOVED) == withRemoved));
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
        for (String name : List.of("n1", "n2", FRONT_END)) {
            String told = reload(name, secrets);
            assertTrue(told.startsWith("reloaded: secret-file: uses secret " + labels.getFirst()), told);
            for (String node : NODES) {
                assertEquals("kept", object(node));
            }
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
        for (String name : List.of("n1", "n2", REMOVED, FRONT_END)) {
            give(name, old);
            start(name);
        }
        awaitAll(true);
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
            awaitAll(true);
            round(next, old);
            awaitAll(true);
            round(next);
            awaitAll(false);
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
        awaitAll(false);
        Eventually.within(LONG, "others say why", () -> log("n1").contains("give both the same secret-file"));
        // It does not come back, and its secret opens nothing for a thief who accepts any certificate.
        Objects.requireNonNull(processes.get(REMOVED)).close();
        start(REMOVED);
        Eventually.within(
                LONG,
                "it is alone, and says why",
                () -> "alone"
                                .equals(StatusReport.map(status(REMOVED), "cluster")
                                        .get("state"))
                        && log(REMOVED).contains("comes from another secret than this node's"));
        assertEquals(List.of(), members(REMOVED));
        awaitAll(false);
        HostPort at = HostPort.parse(Objects.requireNonNull(ready.get("n1")).get("peer"));
        InetSocketAddress peer = new InetSocketAddress(at.host(), at.port());
        assertEquals(421, ask(peer, next, old), "a process with the new secret that takes n1 for another one");
        assertThrows(IOException.class, () -> ask(peer, old, next));
    }

    /** The status of a node's answer to a process whose certificate is of the first of these secrets. */
    private static int ask(InetSocketAddress peer, String... secrets) throws IOException {
        ClusterSecret known = ClusterSecret.of(String.join("\n", secrets));
        ClusterSettings settings = ClusterSettings.of("thief", NodeRole.FRONT_END, peer, known);
        ClusterMember node = new ClusterMember(
                "n1", 7, NodeRole.ALL, peer, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
        try (ClusterTls tls = ClusterEncryption.open(settings);
                Transport transport = Transport.open(TransportKind.NIO, 1, "thief");
                MemberClient client = MemberClient.open(settings, tls, transport)) {
            Headers headers = Headers.of("Gosling-Caller-Role", "operate");
            return client.send(node, new MemberClient.Call("GET", "/livez", headers, new byte[0], LONG, 1000))
                    .status();
        }
    }

    private String log(String name) {
        try {
            return Objects.requireNonNull(processes.get(name)).err();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
