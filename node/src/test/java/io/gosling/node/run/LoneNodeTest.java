package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.testing.TestSite;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node without a setting of clusters: it serves, and starts nothing of a cluster. */
class LoneNodeTest {
    @TempDir
    private Path folder;

    private static SettingValues values(String... settings) {
        SettingValues values = SettingValues.none();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            Setting<?> named = NodeSettings.ALL.stream()
                    .filter(one -> one.name().equals(parts[0]))
                    .findFirst()
                    .orElseThrow();
            values = values.with(named, List.of(parts[1]));
        }
        return values;
    }

    private SettingValues served(String... settings) throws Exception {
        Path site = folder.resolve("site");
        if (!Files.exists(site)) {
            TestSite.make(Files.createDirectory(site));
        }
        return values(settings).over(values("dir=" + site, "port=0", "memory=2m", "event-loops=1"));
    }

    private static HttpResponse<String> send(String method, String url, String form) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .method(method, HttpRequest.BodyPublishers.ofString(form))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "join=10.0.0.1:5701",
                "voters=n1",
                "cluster-port=5701",
                "cluster-host=127.0.0.1",
                "secret-file=/etc/gosling/secret",
                "peer-port=4676",
                "homes=/a/=n2",
                "cluster.silence=7s",
                "peer.join=200ms",
                "role=web",
                "dispatch=on",
                "replication.cluster=on"
            })
    void aSettingOfClustersMakesAMember(String setting) {
        assertFalse(NodeConfigurationConverter.isAlone(values(setting)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "port=80",
                "host=0.0.0.0",
                "role=all",
                "dispatch=off",
                "cooperation=off",
                "purge-from=10.0.0.1",
                "replication.address=http://10.0.0.1"
            })
    void anyOtherDoesNot(String setting) {
        assertTrue(NodeConfigurationConverter.isAlone(values(setting)));
    }

    @Test
    void itServesPurgesAndSaysThatItIsAlone() throws Exception {
        try (RunningNode node = RunningNode.start(served("admin-port=0", "host=0.0.0.0"))) {
            ReadyLine ready = node.readyLine();
            assertEquals("-", ready.get("peer"));
            assertEquals("-", ready.get("cluster"));
            String http = ready.get("http").replace("0.0.0.0", "127.0.0.1");
            assertEquals(200, TestSite.get(http, "/index.html").statusCode());
            String admin = ready.get("admin");
            assertEquals(200, TestSite.get(admin, "/readyz").statusCode());
            Map<?, ?> status = AdminClient.parse(TestSite.text(admin, "/status"));
            assertEquals("alone", StatusReport.text(StatusReport.map(status, "cluster"), "state"));
            HttpResponse<String> purged = send("POST", "http://" + admin + "/purge", "url=/index.html");
            assertEquals(200, purged.statusCode(), purged.body());
            HttpResponse<String> stored = send("PUT", "http://" + admin + "/objects/a", "b");
            assertEquals(503, stored.statusCode());
            assertTrue(stored.body().contains("is in no cluster"), stored.body());
            assertEquals(404, TestSite.get(http, "/absent").statusCode());
            node.drain();
        }
    }

    @Test
    void twoOfThemNeedNoMoreThanDifferentPortsForClients() throws Exception {
        try (RunningNode first = RunningNode.start(served());
                RunningNode second = RunningNode.start(served())) {
            String admin = second.readyLine().get("admin");
            assertNotEquals(first.readyLine().get("admin"), admin);
            for (RunningNode node : List.of(first, second)) {
                assertEquals(
                        200,
                        TestSite.get(node.readyLine().get("admin"), "/readyz").statusCode());
                assertEquals(
                        200, TestSite.get(node.readyLine().get("http"), "/").statusCode());
            }
        }
    }

    /** Loaded classes cost memory, and time at every start. */
    @Test
    void hazelcastIsNotLoaded() throws Exception {
        Path loaded = folder.resolve("loaded");
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + loaded,
                "-cp",
                System.getProperty("java.class.path"),
                "io.gosling.node.Main",
                "serve",
                site.toString(),
                "--port=0",
                "--admin-port=0",
                "--memory=2m");
        Process node = new ProcessBuilder(command)
                .redirectError(folder.resolve("err").toFile())
                .start();
        try (var lines = node.inputReader()) {
            ReadyLine ready = lines.lines()
                    .flatMap(line -> ReadyLine.parse(line).stream())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no ready line"));
            assertEquals(200, TestSite.get(ready.get("http"), "/").statusCode());
            TestSite.text(ready.get("admin"), "/status");
            TestSite.text(ready.get("admin"), "/metrics");
            node.destroy();
            assertEquals(0, node.waitFor(), Files.readString(folder.resolve("err")));
        } finally {
            node.destroyForcibly();
        }
        try (Stream<String> classes = Files.lines(loaded)) {
            List<String> found = classes.filter(
                            line -> line.contains(" com.hazelcast.") || line.contains(".LocalObjectCache "))
                    .toList();
            assertEquals(1, found.size(), () -> Objects.toString(found));
        }
    }
}
