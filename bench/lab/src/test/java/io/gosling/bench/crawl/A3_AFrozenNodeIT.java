package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node of three stands still, as in a long pause of its machine: it owns a third of the table and holds copies, its
 * connections stay open, and nobody is told. The others go on; it comes back and has missed nothing.
 */
// In a plain build: LinkPeerClientTest and FrozenOwnerTest of gos.
@Tag("lab")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs the signals STOP and CONT")
class A3_AFrozenNodeIT {
    /** Longer than any deadline of a node: who runs into it was forgotten. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final Duration REJOIN = Duration.ofMinutes(2);
    private static final Set<String> ALL = Set.of("n1", "n2", "n3");
    private static final int FILES = 40;

    @TempDir
    private Path site;

    private final Map<String, String> files = new TreeMap<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private int answered;

    @Test
    void theOthersAnswerEverythingAndItComesBackWithTheFilesAsTheyAre() throws Exception {
        for (int i = 0; i < FILES; i++) {
            write("page" + i + ".html", "page " + i);
        }
        try (RealCluster cluster = RealCluster.up(site.toString(), "--nodes", "3", "--memory", "16m")) {
            assertRight(cluster, ALL);
            cluster.freeze("n2");
            try {
                write("page0.html", "changed while n2 stood still");
                Files.delete(site.resolve("page1.html"));
                files.remove("page1.html");
                theOthersAnswerUntilTheyKnow(cluster);
            } finally {
                cluster.thaw("n2");
            }
            // Its copies are older than the refresh interval, so the first answer is right.
            assertEquals(200, get(cluster, "n2", "page0.html").statusCode());
            assertEquals(
                    "changed while n2 stood still",
                    get(cluster, "n2", "page0.html").body());
            assertEquals(404, get(cluster, "n2", "page1.html").statusCode());

            Eventually.within(
                    REJOIN, "everybody sees everybody", () -> ALL.stream().allMatch(node -> sees(cluster, node, ALL)));
            assertRight(cluster, ALL);
            itsMemoryIsPartOfTheClustersAgain(cluster);
            Eventually.that(
                    "n2 says so, once Hazelcast has merged all its maps",
                    () -> cluster.log().contains("n2 was cut off from the cluster, and is back"));
        }
    }

    /** New and old files from both, at least until n2 has been taken out. */
    private void theOthersAnswerUntilTheyKnow(RealCluster cluster) throws Exception {
        // The change is noticed within the refresh interval; until then the old bytes are right too.
        String changed = files.remove("page0.html");
        Eventually.that(
                "the change is noticed",
                () -> Set.of("n1", "n3").stream()
                        .allMatch(
                                node -> get(cluster, node, "page0.html").body().equals(changed)
                                        && get(cluster, node, "page1.html").statusCode() == 404));
        files.put("page0.html", String.valueOf(changed));
        Set<String> left = Set.of("n1", "n3");
        int before = answered;
        for (int pass = 0; pass < 3 || !sees(cluster, "n1", left) || !sees(cluster, "n3", left); pass++) {
            write("new" + pass + ".html", "made while n2 stood still, " + pass);
            assertRight(cluster, left);
            assertTrue(pass < 1_000, "n2 was never taken out");
        }
        assertTrue(answered - before >= 3 * 2 * FILES, answered + " answers");
    }

    /** The others get objects from n2 that it alone holds. */
    private void itsMemoryIsPartOfTheClustersAgain(RealCluster cluster) {
        int[] made = {0};
        Eventually.that("n1 gets from n2 what only n2 has", () -> {
            String name = "after" + made[0]++ + ".html";
            write(name, "made after n2 came back");
            get(cluster, "n2", name);
            String status = get(cluster, "n1", name)
                    .headers()
                    .firstValue("Cache-Status")
                    .orElse("");
            return status.startsWith("n2; hit");
        });
    }

    private void assertRight(RealCluster cluster, Set<String> nodes) {
        files.forEach((name, text) -> {
            for (String node : nodes) {
                HttpResponse<String> answer = get(cluster, node, name);
                assertEquals(200, answer.statusCode(), () -> node + " " + name + "\n" + cluster.log());
                assertEquals(text, answer.body(), () -> node + " " + name + "\n" + cluster.log());
            }
        });
    }

    private HttpResponse<String> get(RealCluster cluster, String node, String name) {
        URI uri = cluster.http(node).resolve(name);
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(uri).timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
            answered++;
            return answer;
        } catch (IOException e) {
            throw new AssertionError(node + " did not answer for " + name + "\n" + cluster.log(), e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean sees(RealCluster cluster, String node, Set<String> nodes) {
        try {
            return cluster.seenBy(node).equals(nodes);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Replaces a file in one step, as a deployment does. */
    private void write(String name, String text) {
        try {
            Path made = Files.writeString(site.resolveSibling(name + ".part"), text);
            Files.move(made, site.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            files.put(name, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
