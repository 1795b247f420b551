package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.ExplainReport;
import io.gosling.node.report.StatusReport;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.RawConnection;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Explanations of two nodes before an origin, and of a front-end, in the situations in which people ask for them. */
@Timeout(120)
class ExplainTest {
    private static final String HOST = "http://shop.example.com";

    @TempDir
    private Path folder;

    private final Deque<AutoCloseable> closing = new ArrayDeque<>();
    private AdminClient admin;
    private Gosling origin;

    @BeforeEach
    void start() throws Exception {
        origin = Gosling.serve(ExplainTest::answer);
        closing.push(origin::close);
        admin = new AdminClient(Duration.ofSeconds(10));
        closing.push(admin);
    }

    @AfterEach
    void stop() throws Exception {
        while (!closing.isEmpty()) {
            closing.pop().close();
        }
    }

    private static Response answer(Request request) {
        String path = request.rawPath();
        Response text = Response.text("text of " + path + "\n").with("Cache-Control", "max-age=600");
        return switch (path) {
            case "/stale" -> text.with("Age", "1000").with("ETag", "\"1\"");
            case "/private" -> text.with("Cache-Control", "private, max-age=600");
            case "/cookie" -> text.with("Set-Cookie", "id=1");
            case "/vary" -> text.with("Vary", "Accept-Language");
            case "/too-large" -> Response.text("x".repeat(600_000)).with("Cache-Control", "max-age=600");
            default ->
                path.startsWith("/some-size/")
                        ? Response.text("x".repeat(200_000)).with("Cache-Control", "max-age=600")
                        : text;
        };
    }

    private RunningNode node(String name, String... more) throws Exception {
        Path configuration = Files.writeString(
                folder.resolve(name + ".yaml"), """
                name: %s
                sites:
                  - name: shop
                    hosts: [shop.example.com]
                    origins:
                      - servers: ['%s']
                    routes:
                      - {path: /old/**, redirect: {to: /new/$1, status: 308}}
                      - {path: /moved, rewrite: /fresh}
                      - {path: /to-guarded, rewrite: /guarded/a}
                    access:
                      - {path: /guarded/**, allow: 10.0.0.0/8}
                port: 0
                admin-port: 0
                peer-port: 0
                cluster-port: 0
                memory: 2m
                replacement: lru
                event-loops: 1
                """.formatted(name, origin.url("/")) + String.join("\n", more) + "\n");
        RunningNode node = RunningNode.start(YamlConfigurationReader.read(configuration, NodeSettings.ALL));
        closing.push(node);
        return node;
    }

    private static void get(RunningNode node, String path, String... headers) {
        HostPort http = HostPort.parse(node.readyLine().get("http"));
        try (RawConnection client = RawConnection.open(new InetSocketAddress(http.host(), http.port()))) {
            StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: shop.example.com\r\n");
            List.of(headers).forEach(header -> request.append(header).append("\r\n"));
            client.send(request.append("\r\n").toString());
            assertEquals(200, client.read().status());
        }
    }

    private Map<?, ?> explain(ReadyLine at, String path, String... headers) {
        StringBuilder query = new StringBuilder("/explain?url=").append(encoded(HOST + path));
        List.of(headers).forEach(header -> query.append("&header=").append(encoded(header)));
        try {
            return admin.ask(new AdminAddress.Port(HostPort.parse(at.get("admin"))), query.toString())
                    .getFirst();
        } catch (Exception e) {
            throw new AssertionError(path, e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void assertExplained(RunningNode at, String path, String answer, String because, String... headers) {
        Map<?, ?> found = explain(at.readyLine(), path, headers);
        String report = ExplainReport.write(List.of(found));
        assertEquals(answer, found.get("answer"), report);
        assertTrue(StatusReport.text(found, "because").contains(because), report);
    }

    /** Waits for a copy, which is stored when its last byte has been read. */
    private void awaitAnswer(RunningNode at, String path, String answer, String... headers) {
        Eventually.that(
                path + " is " + answer,
                () -> answer.equals(explain(at.readyLine(), path, headers).get("answer")));
    }

    @Test
    void aNodeSaysWhatItHasAndWhyNot() throws Exception {
        RunningNode n1 = node("n1");
        assertExplained(n1, "/fresh", "miss", "not requested at this node");

        get(n1, "/fresh");
        awaitAnswer(n1, "/fresh", "hit");
        assertExplained(n1, "/fresh", "hit", "fresh for");
        assertExplained(n1, "/fresh", "revalidation", "section 5.2.1", "Cache-Control: no-cache");

        get(n1, "/stale");
        awaitAnswer(n1, "/stale", "revalidation");
        assertExplained(n1, "/stale", "revalidation", "stale for 4");

        get(n1, "/private");
        assertExplained(n1, "/private", "miss", "Cache-Control has private (RFC 9111, section 5.2.2.7)");

        get(n1, "/cookie");
        assertExplained(n1, "/cookie", "miss", "it has Set-Cookie");

        get(n1, "/vary", "Accept-Language: de");
        awaitAnswer(n1, "/vary", "hit", "Accept-Language: de");
        assertExplained(n1, "/vary", "miss", "see Vary (RFC 9111, section 4.1)", "Accept-Language: fr");

        get(n1, "/too-large");
        assertExplained(n1, "/too-large", "miss", "larger than cache.max-object");
    }

    @Test
    void aNodeRemembersWhatItDropped() throws Exception {
        RunningNode n1 = node("n1");
        get(n1, "/purged");
        awaitAnswer(n1, "/purged", "hit");
        admin.post(
                new AdminAddress.Port(HostPort.parse(n1.readyLine().get("admin"))),
                "/purge",
                "url=" + encoded(HOST + "/purged"));
        assertExplained(n1, "/purged", "miss", "ago: purged");

        get(n1, "/some-size/0");
        awaitAnswer(n1, "/some-size/0", "hit");
        for (int i = 1; i < 12; i++) {
            get(n1, "/some-size/" + i);
            awaitAnswer(n1, "/some-size/" + i, "hit");
        }
        assertExplained(n1, "/some-size/0", "miss", "evicted to make room for http://shop/some-size/");
    }

    @Test
    void rulesThatMatchAreListed() throws Exception {
        RunningNode n1 = node("n1");
        assertExplained(n1, "/old/page", "rule", "redirect /old/** to /new/$1: 308");
        get(n1, "/fresh");
        awaitAnswer(n1, "/moved", "hit");
        List<?> rules = (List<?>) explain(n1.readyLine(), "/moved").get("rules");
        assertEquals(List.of("site shop of [shop.example.com]", "rewrite /moved to /fresh", "origin of /**"), rules);
        assertTrue(String.valueOf(explain(n1.readyLine(), "/to-guarded").get("rules"))
                .contains("access to /guarded/**, by address"));
    }

    @Test
    void aNodeWithoutALeaseSaysSo() throws Exception {
        RunningNode n1 = node("n1", "voters: [n1, n2, n3]");
        get(n1, "/fresh");
        awaitAnswer(n1, "/fresh", "revalidation");
        assertExplained(n1, "/fresh", "revalidation", "no lease");
        assertEquals(false, explain(n1.readyLine(), "/fresh").get("lease"));
    }

    @Test
    void theOwnerAndTheHoldersAreThoseOfTheCluster() throws Exception {
        RunningNode n1 = node("n1");
        RunningNode n2 = node("n2", "join: ['" + n1.readyLine().get("cluster") + "']");
        String path = ownedBy(n1, "n2");
        get(n1, path);
        awaitAnswer(n1, path, "hit");
        Eventually.that(
                "the owner knows the holder",
                () -> object(n1, path).get("holders") instanceof List<?> names && names.contains("n1"));
        assertExplained(n2, path, "other-node", "in the memory of n1");
        Eventually.that(
                "n2 knows that it is the owner",
                () -> "n2".equals(object(n2, path).get("owner")));
        assertEquals(0, object(n2, path).get("lac"), "nothing was counted");
    }

    private Map<?, ?> object(RunningNode at, String path) {
        return StatusReport.list(explain(at.readyLine(), path), "objects").getFirst();
    }

    /** A path whose directory entry is another node's. */
    private String ownedBy(RunningNode at, String owner) {
        Map<Object, String> byOwner = new HashMap<>();
        Eventually.that("both own entries", () -> {
            byOwner.clear();
            for (int i = 0; i < 20; i++) {
                byOwner.put(String.valueOf(object(at, "/page-" + i).get("owner")), "/page-" + i);
            }
            return byOwner.keySet().equals(Set.of("n1", "n2"));
        });
        return Objects.requireNonNull(byOwner.get(owner));
    }

    @Test
    void aFrontEndNamesTheBackEndItsRuleAndThoseThatDrain() throws Exception {
        RunningNode n1 = node("n1", "label: [pages]");
        String join = "join: ['" + n1.readyLine().get("cluster") + "']";
        RunningNode n2 = node("n2", "label: [pages]", "drain-delay: 100s", join);
        Path configuration = Files.writeString(folder.resolve("f.yaml"), """
                port: 0
                admin-port: 0
                cluster-port: 0
                event-loops: 1
                routes: [{match: {hosts: ['*.example.com']}, pool: pages}]
                """ + join + "\n");
        RunningFrontEnd frontEnd =
                RunningFrontEnd.start(YamlConfigurationReader.read(configuration, DispatchSettings.ALL));
        closing.push(frontEnd);
        Eventually.that(
                "both nodes take requests",
                () -> String.valueOf(routing(frontEnd).get("backends"))
                        .matches("\\[n\\d: ready, healthy, load 0, n\\d: ready, healthy, load 0]"));
        assertEquals("match.hosts [*.example.com]", routing(frontEnd).get("route"));
        assertEquals("pages", routing(frontEnd).get("pool"));

        Thread draining = Thread.ofVirtual().start(() -> {
            try {
                n2.drain();
            } catch (InterruptedException | IllegalStateException e) {
                Thread.currentThread().interrupt(); // The test has ended.
            }
        });
        closing.push(draining::interrupt);
        Eventually.that(
                "n2 is seen to drain",
                () -> String.valueOf(routing(frontEnd).get("backends")).contains("n2: draining, healthy"));
        get(frontEnd);
        assertEquals(List.of("n1"), routing(frontEnd).get("assigned"));
        assertTrue(ExplainReport.write(List.of(explain(frontEnd.readyLine(), "/fresh")))
                .contains("backends: n2: draining, healthy, load 0"));
    }

    private Map<?, ?> routing(RunningFrontEnd frontEnd) {
        return StatusReport.map(explain(frontEnd.readyLine(), "/fresh"), "routing");
    }

    private static void get(RunningFrontEnd frontEnd) {
        HostPort http = HostPort.parse(frontEnd.readyLine().get("http"));
        try (RawConnection client = RawConnection.open(new InetSocketAddress(http.host(), http.port()))) {
            client.send("GET /fresh HTTP/1.1\r\nHost: shop.example.com\r\n\r\n");
            assertEquals(200, client.read().status());
        }
    }

    @Test
    void twoQuestionsAtATimeAreAnswered() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        closing.push(end::countDown);
        ExplainHandler handler = new ExplainHandler((url, secure, headers) -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Map.<String, @Nullable Object>of();
        });
        List<Thread> asking = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            asking.add(Thread.ofVirtual().start(() -> handler.handle(question())));
        }
        begun.await();
        assertEquals(503, handler.handle(question()).status());
        end.countDown();
        for (Thread thread : asking) {
            thread.join();
        }
        assertEquals(200, handler.handle(question()).status());
    }

    private static Request question() {
        return FakeExchange.of("GET", "/explain?url=/a");
    }

    @Test
    void aQuestionThatCannotBeReadIsRefused() throws Exception {
        AdminAddress port =
                new AdminAddress.Port(HostPort.parse(node("n1").readyLine().get("admin")));
        for (String question : List.of("/explain", "/explain?url=a", "/explain?url=/a&header=b")) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> admin.ask(port, question));
            assertNotNull(refused.getMessage());
            assertTrue(refused.getMessage().contains("expected"), refused.getMessage());
        }
    }
}
