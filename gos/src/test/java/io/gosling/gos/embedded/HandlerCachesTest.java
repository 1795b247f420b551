package io.gosling.gos.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.MarkedExamples;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Handlers of programs over real nodes: one call for all, one answer to a purge; and what docs/handler-cache.md shows, run.
 */
class HandlerCachesTest {
    private static final Path PAGE = Path.of("../docs/handler-cache.md");
    private static final Path HERE = Path.of("src/test/java/io/gosling/gos/embedded/HandlerCachesTest.java");
    private static final int NODES = 3;

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger version = new AtomicInteger(1);

    // example: handlers with a cache
    @Test
    void whatOneNodeHasWorkedOutTheOtherGives() throws Exception {
        Router routes = new Router().get("/report", request -> {
            calls.incrementAndGet();
            return Response.text("worked out")
                    .with("Cache-Control", "max-age=60")
                    .with("ETag", "\"1\"");
        });
        try (var cluster = GoslingCluster.of(2);
                var one = Gosling.serve(cluster.cache(0).around(routes));
                var two = Gosling.serve(cluster.cache(1).around(routes));
                var client = HttpClient.newHttpClient()) {
            for (Gosling server : List.of(one, two, one, two)) {
                var request = HttpRequest.newBuilder(server.url("/report")).build();
                var response = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertEquals("worked out", response.body());
            }
        }
        assertEquals(1, calls.get());
    }
    // end

    private Handler site(GoslingCluster cluster, int node, CountDownLatch gate) {
        return cluster.cache(node).around(request -> {
            if (request.method().equals("POST")) {
                version.incrementAndGet();
                return Response.of(204);
            }
            calls.incrementAndGet();
            String text = "version " + version.get();
            return Response.stream("text/plain", out -> {
                        out.write(text.getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        gate.await();
                        out.write('.');
                    })
                    .with("Cache-Control", "max-age=600")
                    .with("ETag", "\"" + text + "\"")
                    .with("Cache-Tag", "front");
        });
    }

    private static String get(Handler site, String target) {
        try {
            return FakeExchange.get(target, "Host", "one.test").answeredBy(site).responseText();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Handler> sites(GoslingCluster cluster, CountDownLatch gate) {
        List<Handler> sites = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            sites.add(site(cluster, i, gate));
        }
        return sites;
    }

    @Test
    void oneCallForAllNodesAndOneAnswerToAPurgeAndToAChange() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (var cluster = GoslingCluster.withPurges(NODES);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Handler> sites = sites(cluster, gate);
            List<CompletableFuture<String>> readers = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                Handler site = sites.get(i % NODES);
                readers.add(CompletableFuture.supplyAsync(() -> get(site, "/a"), clients));
            }
            Eventually.that("the handler is called", () -> calls.get() > 0);
            Eventually.that(
                    "two nodes read along",
                    () -> cluster.nodes().stream()
                                    .mapToLong(node -> node.statistics()
                                            .of(io.gosling.gos.ObjectSpaceStatistics.Event.PEER_SERVES))
                                    .sum()
                            >= NODES - 1);
            gate.countDown();
            for (CompletableFuture<String> reader : readers) {
                assertEquals("version 1.", reader.join());
            }
            assertEquals(1, calls.get());
            sites.forEach(site -> assertEquals("version 1.", get(site, "/a")));
            assertEquals(1, calls.get());

            version.set(2);
            var outcome = cluster.node(1).purge(PurgeRequest.hard("/a")).join();
            assertTrue(outcome.complete(), outcome.toString());
            sites.forEach(site -> assertEquals("version 2.", get(site, "/a")));
            assertEquals(2, calls.get());

            for (int i = 0; i < 20; i++) {
                int changing = i % NODES;
                FakeExchange.post("/a", "change it", "Host", "one.test").answeredBy(sites.get(changing));
                String now = "version " + version.get() + ".";
                for (int j = 0; j < NODES; j++) {
                    Handler site = sites.get((changing + 1 + j) % NODES);
                    assertEquals(now, get(site, "/a"), "through another node at once, change " + i);
                }
            }
        } finally {
            gate.countDown();
        }
    }

    @Test
    void whenTheNodeThatCallsLeavesAnotherOneCalls() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (var cluster = GoslingCluster.of(NODES);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Handler> sites = sites(cluster, gate);
            CompletableFuture<String> leader = CompletableFuture.supplyAsync(() -> get(sites.get(2), "/a"), clients);
            Eventually.that("one calls", () -> calls.get() == 1);
            CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> get(sites.get(0), "/a"), clients);
            Eventually.that(
                    "another one reads along",
                    () -> cluster.node(2).statistics().of(io.gosling.gos.ObjectSpaceStatistics.Event.PEER_SERVES) > 0);
            cluster.leave(2);
            Eventually.that("that one calls itself", () -> calls.get() == 2);
            gate.countDown();
            assertEquals("version 1.", waiting.join());
            assertEquals("version 1.", leader.join());
            assertEquals(2, calls.get());
        } finally {
            gate.countDown();
        }
    }

    @Test
    void thePageShowsWhatRuns() throws IOException {
        String page = Files.readString(PAGE);
        List<String> examples = MarkedExamples.of(HERE);
        assertEquals(1, examples.size());
        for (String example : examples) {
            assertTrue(page.contains("```java\n" + example + "```"), example);
        }
    }
}
