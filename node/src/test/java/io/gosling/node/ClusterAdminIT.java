package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import java.io.IOException;
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
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes and a front-end with a secret: all are asked and changed through one of them. */
class ClusterAdminIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Pattern SENT = Pattern.compile("(?m)^gosling_sent_bytes_total (.*)$");

    @TempDir
    private Path folder;

    private final Map<String, RunningProcess> processes = new LinkedHashMap<>();
    private final Map<String, ReadyLine> ready = new LinkedHashMap<>();

    @AfterEach
    void stop() throws Exception {
        for (RunningProcess process : processes.values()) {
            process.close();
        }
    }

    private void start(String name, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        // A node that freezes stays in the cluster for as long as the test takes.
        all.addAll(List.of("--secret-file", folder.resolve("secret").toString(), "--cluster-silence", "60s"));
        if (!ready.isEmpty()) {
            all.addAll(List.of("--join", ready("n1").get("cluster")));
        }
        RunningProcess process = RunningProcess.gosling(all.toArray(String[]::new));
        processes.put(name, process);
        ready.put(name, process.ready());
    }

    private void startAll() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), ClusterSecret.generate(new SecureRandom()));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        for (String name : List.of("n1", "n2", "n3")) {
            start(name, RunningProcess.serve(site, "--name", name));
        }
        start("f", "dispatch", "--port", "0", "--admin-port", "0");
        for (String name : ready.keySet()) {
            Eventually.within(
                    LONG,
                    name + " has the metrics of three nodes, and of the front-end where it is asked itself",
                    () -> text(name, "/cluster/metrics").contains("{answered=\"yes\"} " + (name.equals("f") ? 4 : 3)));
        }
    }

    private ReadyLine ready(String name) {
        return Objects.requireNonNull(ready.get(name));
    }

    private RunningProcess process(String name) {
        return Objects.requireNonNull(processes.get(name));
    }

    private String text(String name, String path) {
        try {
            return TestSite.text(ready(name).get("admin"), path);
        } catch (Exception e) {
            throw new AssertionError(name + " " + path, e);
        }
    }

    /** Runs a verb at the admin port of a member, and returns what it printed. */
    private String run(ExitCode expected, String at, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--admin", ready(at).get("admin")));
        try (RunningProcess verb = RunningProcess.gosling(all.toArray(String[]::new))) {
            String out = verb.out();
            assertEquals(expected.status(), verb.status(), out + verb.err());
            return out;
        }
    }

    private double sent(String name, String path) {
        return SENT.matcher(text(name, path))
                .results()
                .mapToDouble(line -> Double.parseDouble(line.group(1)))
                .sum();
    }

    @Test
    void oneMemberShowsAndChangesTheOthers() throws Exception {
        startAll();
        theMetricsOfNodesAddUp();
        aPurgeThroughTheFrontEndReachesANode();
        aFrozenNodeIsNamedAndTheOthersAnswer();
        anotherNodeReloadsAndIsDrained();
    }

    private void theMetricsOfNodesAddUp() throws Exception {
        for (String name : List.of("n1", "n2", "n3")) {
            assertEquals(
                    200, TestSite.get(ready(name).get("http"), "/large.bin").statusCode());
        }
        Eventually.that("all bodies are counted", () -> sent("n2", "/cluster/metrics") == 900_000);
        assertEquals(
                900_000,
                sent("n1", "/metrics") + sent("n2", "/metrics") + sent("n3", "/metrics"),
                "each counts its own");
        assertEquals(300_000, sent("n1", "/metrics?member=n3"));
    }

    private void aPurgeThroughTheFrontEndReachesANode() throws Exception {
        String held = run(ExitCode.OK, "f", "purge", "--dry-run", "/large.bin");
        assertTrue(held.matches("(?s)node n\\d holds 1 of them.*"), held);
    }

    private void aFrozenNodeIsNamedAndTheOthersAnswer() throws Exception {
        process("n3").signal("STOP");
        try {
            for (String name : List.of("n1", "f")) {
                String status = run(ExitCode.PARTIAL, name, "status");
                assertTrue(status.contains("n3: silent: no answer within 2 s"), status);
                assertTrue(status.matches("(?s).*\nn1 +ready .*\nn2 +ready .*"), status);
                assertTrue(status.contains("front-end front-end-"), status);
            }
            assertTrue(text("n2", "/cluster/metrics").contains("{answered=\"yes\"} 2"));
            String reload = run(ExitCode.PARTIAL, "n2", "reload");
            assertTrue(reload.contains("n1: reloaded: nothing has changed"), reload);
            assertTrue(reload.contains("n3: no answer within 2 s"), reload);
        } finally {
            process("n3").signal("CONT");
        }
        Eventually.within(
                LONG, "n3 answers again", () -> text("n1", "/livez?member=n3").equals("alive\n"));
    }

    private void anotherNodeReloadsAndIsDrained() throws Exception {
        assertTrue(run(ExitCode.OK, "n1", "reload", "--member", "n2").startsWith("reloaded: "));
        assertLogged("n1", "admin: POST /reload\\?member=n2 by loopback from 127.0.0.1:\\d+: 200");
        assertLogged("n2", "admin: POST /reload by loopback from 127.0.0.1:\\d+ through n1: 200");

        String drained = run(ExitCode.OK, "f", "drain", "--member", "n2");
        assertTrue(drained.startsWith("n2 has left; it held "), drained);
        assertEquals(0, process("n2").status(), process("n2").err());
        Eventually.within(
                LONG,
                "n1 knows it no more",
                () -> text("n1", "/status?member=n2").startsWith("no such member"));
    }

    private void assertLogged(String name, String line) throws IOException {
        String log = process(name).err();
        assertTrue(Pattern.compile(line).matcher(log).find(), log);
    }
}
