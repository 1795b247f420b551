package io.gosling.gos.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.ChangeCondition;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.StoredContent;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.MarkedExamples;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Runs the examples of docs/repository.md. */
class GoslingClusterTest {
    private static final Path PAGE = Path.of("../docs/repository.md");
    private static final Path HERE = Path.of("src/test/java/io/gosling/gos/embedded/GoslingClusterTest.java");

    // example: a cluster in a test
    @Test
    void whatOneNodePutsAnotherGets() {
        ObjectKey key = ObjectKey.of("greeting");
        try (var cluster = GoslingCluster.of(3)) {
            cluster.node(0).objects().put(key, StoredContent.of("hello"));
            var found = assertInstanceOf(
                    GetResult.Found.class, cluster.node(2).objects().get(key));
            assertEquals("hello", found.content().text());
        }
    }
    // end

    // example: a node of your own
    /** A node of an application, without files: what it puts, the others get. */
    private static GoslingNode node(String name, String host, int port, String secret, String... others)
            throws IOException {
        return GoslingNode.builder(name)
                .address(host, port, 0)
                .secret(secret)
                .join(others)
                .set("memory", "16MiB")
                .open();
    }
    // end

    @Test
    void twoNodesOfApplicationsFindEachOtherAndShareObjectsAndResponses() throws Exception {
        String secret = ClusterSecret.generate(new SecureRandom());
        ObjectKey key = ObjectKey.of("greeting");
        AtomicInteger calls = new AtomicInteger();
        Handler counting =
                request -> Response.text("call " + calls.incrementAndGet()).with("Cache-Control", "max-age=60");
        try (var one = node("one", "127.0.0.1", 0, secret)) {
            Eventually.that("one begins", one.space()::isJoined);
            String address =
                    SocketAddressFormat.text(Objects.requireNonNull(one.space().clusterAddress()));
            try (var two = node("two", "127.0.0.1", 0, secret, address)) {
                Eventually.that(
                        "they meet",
                        () -> two.space().isJoined() && two.space().members().size() == 1);
                one.objects().put(key, StoredContent.of("hello"));
                assertInstanceOf(GetResult.Found.class, two.objects().get(key));
                Eventually.that(
                        "they agree on owners",
                        () -> one.space().ownersFingerprint() == two.space().ownersFingerprint());
                for (GoslingNode node : List.of(one, two)) {
                    FakeExchange answer = FakeExchange.get("/", "Host", "one.test")
                            .answeredBy(node.cache().around(counting));
                    assertEquals("call 1", answer.responseText());
                }
            }
        }
    }

    private static void assertSays(String begin, Exception said) {
        String text = String.valueOf(said.getMessage());
        assertTrue(text.startsWith(begin), text);
    }

    @Test
    void aNodeSaysWhichSettingIsWrong() {
        GoslingNode.Builder node = GoslingNode.builder("one");
        var unknown = assertThrows(IllegalArgumentException.class, () -> node.set("colour", "red"));
        assertSays("colour: no such setting; expected one of ", unknown);
        var wrong = assertThrows(IllegalArgumentException.class, () -> node.set("memory", "much"));
        assertSays("memory: value \"much\"; expected ", wrong);
        assertThrows(IllegalArgumentException.class, () -> node.secret("short"));
    }

    /** A test of a program is about the program: what members tell of each other is not its output. */
    @Test
    void hazelcastIsSilent() {
        Logger hazelcast = Logger.getLogger("com.hazelcast");
        Level before = hazelcast.getLevel();
        hazelcast.setLevel(null);
        try (RecordedLog log = new RecordedLog()) {
            try (var cluster = GoslingCluster.of(2)) {
                cluster.leave(0);
            }
            assertEquals(List.of(), log.of("com.hazelcast"));
        } finally {
            hazelcast.setLevel(before);
        }
    }

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
    private static void raise(ObjectRepository objects, ObjectKey key) {
        while (true) {
            ChangeCondition unchanged;
            int count;
            switch (objects.get(key)) {
                case GetResult.Found found -> {
                    unchanged = ChangeCondition.version(found.version());
                    count = Integer.parseInt(found.content().text());
                }
                case GetResult.Missing missing -> {
                    unchanged = ChangeCondition.absent();
                    count = 0;
                }
                case GetResult.Unavailable unavailable -> throw new IllegalStateException(unavailable.reason());
            }
            StoredContent next = StoredContent.of(Integer.toString(count + 1));
            switch (objects.put(key, next, unchanged, AcknowledgementLevel.EVERYWHERE)) {
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
            ObjectRepository here = cluster.node(0).objects();
            ObjectRepository there = cluster.node(1).objects();
            assertTrue(alone(here, job, () -> assertFalse(alone(there, job, () -> {}))));
            assertTrue(alone(there, job, () -> {}), "it was given back");
        }
    }

    // example: a lock
    /** Does a piece of work unless another node is at it. */
    private static boolean alone(ObjectRepository objects, ObjectKey job, Runnable work) {
        StoredContent held = StoredContent.of("").expiring(Duration.ofSeconds(30));
        if (!(objects.put(job, held, ChangeCondition.absent(), AcknowledgementLevel.EVERYWHERE)
                instanceof PutResult.Stored lock)) {
            return false;
        }
        try {
            work.run();
        } finally {
            objects.remove(job, ChangeCondition.version(lock.version()), AcknowledgementLevel.EVERYWHERE);
        }
        return true;
    }
    // end

    @Test
    void thePageShowsWhatRuns() throws IOException {
        String page = Files.readString(PAGE);
        List<String> examples = MarkedExamples.of(HERE);
        assertEquals(4, examples.size());
        for (String example : examples) {
            assertTrue(page.contains("```java\n" + example + "```"), example);
        }
    }
}
