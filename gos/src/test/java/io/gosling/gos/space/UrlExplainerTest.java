package io.gosling.gos.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Headers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Explanations leave a node as it is, and end. */
class UrlExplainerTest {
    private final InProcessCluster cluster = new InProcessCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private static UrlExplanation explain(InProcessCluster.Member at, String... keys) {
        List<PurgeTarget> targets =
                List.of(keys).stream().<PurgeTarget>map(PurgeTarget.Key::new).toList();
        return at.space.explain(targets, Headers.empty());
    }

    @Test
    void anExplanationCountsAndRemembersNothing() {
        var n1 = cluster.add("n1");
        var n2 = cluster.add("n2");
        n1.files.write("/a", "alpha");
        n1.get("/a");
        var before = Objects.requireNonNull(cluster.table.rows.get("/a"));
        assertEquals("other-node", explain(n2, "/a").answer());
        assertEquals(List.of("n1"), explain(n2, "/a").objects().getFirst().holders());
        assertNull(n2.memory.localObjects().find("/a"));
        assertEquals("hit", explain(n1, "/a").answer());
        assertEquals(1, explain(n1, "/a").objects().getFirst().lac());
        assertEquals(
                before.agac(),
                Objects.requireNonNull(cluster.table.rows.get("/a")).agac());
        cluster.table.silent = true;
        explain(n2, "/a");
        assertEquals(0, n2.count(Event.LOCATES_UNANSWERED));
        cluster.table.silent = false;
    }

    @Test
    void anExplanationLeavesOutMostOfManyObjects() {
        var n1 = cluster.add("n1");
        String[] keys = IntStream.range(0, 70).mapToObj(at -> "/" + at).toArray(String[]::new);
        for (String key : keys) {
            n1.files.write(key, "text");
            n1.get(key);
        }
        UrlExplanation found = explain(n1, keys);
        assertEquals(50, found.objects().size());
        assertEquals(20, found.more());
    }

    @Test
    void ownersThatAreSlowAreAskedForASecondOnly() {
        var n1 = cluster.add("n1");
        AtomicInteger asked = new AtomicInteger();
        cluster.table.beforeAnswer = () -> {
            asked.getAndIncrement();
            cluster.ticker.advance(Duration.ofMillis(400));
        };
        explain(n1, IntStream.range(0, 20).mapToObj(at -> "/" + at).toArray(String[]::new));
        assertEquals(3, asked.get());
    }
}
