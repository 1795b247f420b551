package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.node.testing.NodesBehindFrontEnds;
import io.gosling.node.testing.NodesBehindFrontEnds.Dispatch;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three front-ends before three nodes that do not cooperate: they agree on the node of each page. */
class SeveralFrontEndsIT {
    private static final int PAGES = 60;
    private static final int ROUNDS = 6;

    private static List<Dispatch> three(NodesBehindFrontEnds cluster, String policy) throws Exception {
        List<Dispatch> frontEnds = new ArrayList<>();
        for (int at = 0; at < 3; at++) {
            frontEnds.add(cluster.dispatch("--policy", policy));
        }
        for (Dispatch frontEnd : frontEnds) {
            Eventually.within(
                    NodesBehindFrontEnds.TIMEOUT, "it knows the others", () -> number(frontEnd, "front_ends") == 3);
        }
        return frontEnds;
    }

    private static long number(Dispatch frontEnd, String key) {
        return NodesBehindFrontEnds.read(frontEnd.admin(), "/status").get(key) instanceof Number number
                ? number.longValue()
                : 0;
    }

    /** Part of the answers that came from the memory of the node that was asked. */
    private static double hitRatio(NodesBehindFrontEnds cluster, String folder, List<Dispatch> through) {
        long before = cluster.requests();
        long hits = cluster.hits();
        List<RawConnection> clients =
                through.stream().map(one -> RawConnection.open(one.http())).toList();
        for (int at = 0; at < PAGES * ROUNDS; at++) {
            int page = at % PAGES;
            RawConnection client = clients.get((at + at / PAGES) % clients.size());
            assertEquals(folder + page, client.get("/" + folder + "/" + page).text());
        }
        clients.forEach(RawConnection::close);
        Eventually.within(
                NodesBehindFrontEnds.TIMEOUT, "all are counted", () -> cluster.requests() == before + PAGES * ROUNDS);
        return (double) (cluster.hits() - hits) / (PAGES * ROUNDS);
    }

    @Test
    void theHitRatioThroughThreeIsThatThroughOneAndTheOthersKnowTheNodesOfItsPages(@TempDir Path site)
            throws Exception {
        List<String> policies = List.of("lb", "lard", "lard-r");
        for (String policy : policies) {
            for (String folder : List.of(policy + "-one", policy + "-three")) {
                Files.createDirectory(site.resolve(folder));
                for (int page = 0; page < PAGES; page++) {
                    Files.writeString(site.resolve(folder + "/" + page), folder + page);
                }
            }
        }
        try (NodesBehindFrontEnds cluster = new NodesBehindFrontEnds(site)) {
            for (String policy : policies) {
                List<Dispatch> frontEnds = three(cluster, policy);
                double one = hitRatio(cluster, policy + "-one", frontEnds.subList(0, 1));
                assertEquals(1 - 1.0 / ROUNDS, one, 0.01, policy);
                assertEquals(one, hitRatio(cluster, policy + "-three", frontEnds), 0.01, policy);
                for (int page = 0; page < PAGES; page++) {
                    String url = "/" + policy + "-one/" + page;
                    String assigned = frontEnds.getFirst().assigned(url);
                    assertEquals(policy.equals("lb") ? "[]".length() : "[n1]".length(), assigned.length(), url);
                    for (Dispatch other : frontEnds) {
                        Eventually.within(
                                NodesBehindFrontEnds.TIMEOUT,
                                "it is told of " + url,
                                () -> other.assigned(url).equals(assigned));
                    }
                }
                for (Dispatch frontEnd : frontEnds) {
                    frontEnd.kill();
                }
            }
        }
    }
}
