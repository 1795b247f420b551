package io.gosling.gos.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.repository.Condition;
import io.gosling.gos.repository.Content;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectLocks;
import io.gosling.gos.repository.ObjectSpace;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.Visible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/repository.md shows, run. */
class GoslingClusterTest {
    private static final Path PAGE = Path.of("../docs/repository.md");
    private static final Path HERE = Path.of("src/test/java/io/gosling/gos/embedded/GoslingClusterTest.java");

    // example: a cluster in a test
    @Test
    void whatOneNodePutsAnotherGets() {
        ObjectKey key = ObjectKey.of("greeting");
        try (var cluster = GoslingCluster.of(3)) {
            cluster.node(0).objects().put(key, Content.of("hello"));
            var found = assertInstanceOf(
                    GetResult.Found.class, cluster.node(2).objects().get(key));
            assertEquals("hello", found.content().text());
        }
    }
    // end

    @Test
    void aCounterThatManyNodesRaise() {
        ObjectKey key = ObjectKey.of("counter");
        try (var cluster = GoslingCluster.of(2)) {
            for (int i = 0; i < 20; i++) {
                raise(cluster.node(i % 2).objects(), key);
            }
            var found = assertInstanceOf(
                    GetResult.Found.class, cluster.node(0).objects().get(key));
            assertEquals("20", found.content().text());
            cluster.leave(0);
            assertInstanceOf(GetResult.Found.class, cluster.node(0).objects().get(key));
        }
        assertThrows(IllegalArgumentException.class, () -> GoslingCluster.of(0));
    }

    // example: a change that depends on what there is
    private static void raise(ObjectSpace objects, ObjectKey key) {
        while (true) {
            Condition unchanged;
            int count;
            switch (objects.get(key)) {
                case GetResult.Found found -> {
                    unchanged = Condition.version(found.version());
                    count = Integer.parseInt(found.content().text());
                }
                case GetResult.Missing missing -> {
                    unchanged = Condition.absent();
                    count = 0;
                }
                case GetResult.Unavailable unavailable -> throw new IllegalStateException(unavailable.reason());
            }
            Content next = Content.of(Integer.toString(count + 1));
            switch (objects.put(key, next, unchanged, Visible.EVERYWHERE)) {
                case PutResult.Stored stored -> {
                    return;
                }
                case PutResult.Conflict conflict -> {} // Another was faster: once more.
                case PutResult.Full full -> throw new IllegalStateException("full");
                case PutResult.Unavailable unavailable -> throw new IllegalStateException(unavailable.reason());
            }
        }
    }
    // end

    @Test
    void ofTwoNodesOneWorks() {
        ObjectKey job = ObjectKey.of("nightly");
        try (var cluster = GoslingCluster.of(2)) {
            ObjectLocks here = cluster.node(0).locks();
            ObjectLocks there = cluster.node(1).locks();
            assertTrue(alone(here, job, () -> assertFalse(alone(there, job, () -> {}))));
            assertTrue(alone(there, job, () -> {}), "it was given back");
        }
    }

    // example: a lock
    /** Does a piece of work unless another node is at it. */
    private static boolean alone(ObjectLocks locks, ObjectKey job, Runnable work) {
        if (!(locks.lock(job, Duration.ofSeconds(30)) instanceof ObjectLocks.Attempt.Held held)) {
            return false;
        }
        try {
            work.run();
        } finally {
            locks.unlock(held.lease());
        }
        return true;
    }
    // end

    @Test
    void thePageShowsWhatRuns() throws IOException {
        String page = Files.readString(PAGE);
        var examples = Pattern.compile("(?ms)^ *// example: [^\n]*\n(.*?)^ *// end$")
                .matcher(Files.readString(HERE))
                .results()
                .map(found -> found.group(1).stripTrailing().stripIndent() + "\n")
                .toList();
        assertEquals(3, examples.size());
        for (String example : examples) {
            assertTrue(page.contains("```java\n" + example + "```"), example);
        }
    }
}
