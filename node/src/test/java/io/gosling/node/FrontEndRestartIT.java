package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.node.testing.NodesBehindFrontEnds;
import io.gosling.node.testing.NodesBehindFrontEnds.Dispatch;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes full of what a front-end with LARD/R has sent them, which is killed: the next one sends everything where
 * it is, or, where it is not to ask, somewhere.
 */
class FrontEndRestartIT {
    private static final int PAGES = 60;

    private static void askForAll(Dispatch frontEnd, int step) {
        try (RawConnection client = RawConnection.open(frontEnd.http())) {
            for (int i = 0; i < PAGES; i++) {
                String page = "page" + i * step % PAGES;
                assertEquals(page, client.get("/" + page).text());
            }
        }
    }

    private static long misses(NodesBehindFrontEnds cluster) {
        return cluster.requests() - cluster.hits();
    }

    @Test
    void aRestartedFrontEndSendsTargetsWhereTheyAre(@TempDir Path site) throws Exception {
        for (int page = 0; page < PAGES; page++) {
            Files.writeString(site.resolve("page" + page), "page" + page);
        }
        try (NodesBehindFrontEnds cluster = new NodesBehindFrontEnds(site)) {
            Dispatch first = cluster.dispatch("--lard-learn", "on");
            askForAll(first, 1);
            askForAll(first, 1);
            Eventually.within(
                    NodesBehindFrontEnds.TIMEOUT, "all answers are counted", () -> cluster.requests() == 2 * PAGES);
            assertEquals(PAGES, misses(cluster));

            first.kill();
            Dispatch second = cluster.dispatch("--lard-learn", "on");
            askForAll(second, 11);
            Eventually.within(
                    NodesBehindFrontEnds.TIMEOUT, "all answers are counted", () -> cluster.requests() == 3 * PAGES);
            assertEquals(PAGES, misses(cluster), "nothing was missed that a node has");

            second.kill();
            askForAll(cluster.dispatch("--lard-learn", "off"), 11);
            Eventually.within(
                    NodesBehindFrontEnds.TIMEOUT,
                    "without asking, targets go elsewhere",
                    () -> misses(cluster) > PAGES + PAGES / 4);
        }
    }
}
