package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Every policy that {@code gosling dispatch --list} names, in a front-end of its own before the same two nodes. */
// In a plain build: EveryPolicyTest of the dispatcher.
@Tag("lab")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DispatchListIT {
    private static final int PAGES = 40;

    private final List<RunningProcess> nodes = new ArrayList<>();
    private final List<String> backends = new ArrayList<>();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        for (int page = 0; page < PAGES; page++) {
            Files.writeString(folder.resolve(page + ".txt"), "page " + page);
        }
        for (int i = 0; i < 2; i++) {
            RunningProcess node = RunningProcess.gosling(RunningProcess.serve(folder));
            nodes.add(node);
            backends.add(String.valueOf(node.ready().get("http")));
        }
    }

    @AfterAll
    void stop() throws Exception {
        for (RunningProcess node : nodes) {
            node.close();
        }
    }

    /** The first words of the lines below the title POLICY, with whether it needs to see the request. */
    private static Map<String, Boolean> listed() throws Exception {
        Process list = new ProcessBuilder(
                        RunningProcess.java(), "-jar", RunningProcess.JAR.toString(), "dispatch", "--list")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String text = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(list.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, list.exitValue(), text);
        assertTrue(text.startsWith("POLICY"), text);
        assertTrue(text.contains("\nFORWARDING"), text);
        assertTrue(text.contains("\nproxy"), text);
        assertTrue(text.contains("\nredirect"), text);
        Map<String, Boolean> policies = new HashMap<>();
        text.lines().skip(1).takeWhile(line -> !line.isEmpty()).forEach(line -> {
            String[] words = line.split(" +", 3);
            policies.put(words[0], words[1].equals("the"));
        });
        return policies;
    }

    @Test
    void everyPolicyOfTheListServesAndBothNodesTakePart() throws Exception {
        Map<String, Boolean> policies = listed();
        assertTrue(policies.size() >= 9, policies::toString);
        // Only for nodes that use each other's memory; refused with fixed back-ends.
        assertNotNull(policies.remove("wrr-gms"));
        for (Map.Entry<String, Boolean> policy : policies.entrySet()) {
            drive(policy.getKey(), policy.getValue());
        }
    }

    /** Each page twice: with a policy that goes by the target, and nothing else going on, from the same node. */
    private void drive(String policy, boolean byTarget) throws Exception {
        String[] arguments = RunningProcess.dispatch(
                backends.get(0), "--backend", backends.get(1), "--policy", policy, "--debug-backend-header", "on");
        try (RunningProcess frontEnd = RunningProcess.gosling(arguments)) {
            String http = String.valueOf(frontEnd.ready().get("http"));
            Map<String, String> first = new HashMap<>();
            Set<String> served = new HashSet<>();
            for (int request = 0; request < 2 * PAGES; request++) {
                String path = "/" + request % PAGES + ".txt";
                HttpResponse<byte[]> answer = TestSite.get(http, path);
                assertEquals(200, answer.statusCode(), policy);
                assertEquals("page " + request % PAGES, new String(answer.body(), StandardCharsets.UTF_8), policy);
                String by = answer.headers().firstValue("Gosling-Backend").orElse(null);
                assertNotNull(by, policy);
                served.add(by);
                String before = first.putIfAbsent(path, by);
                if (byTarget && before != null) {
                    assertEquals(before, by, () -> policy + " " + path);
                }
            }
            assertEquals(2, served.size(), () -> policy + " " + served);
            frontEnd.terminate();
            assertEquals(0, frontEnd.status(), frontEnd.err());
        }
    }
}
