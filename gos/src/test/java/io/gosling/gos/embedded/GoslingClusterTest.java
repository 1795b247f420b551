package io.gosling.gos.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentSource;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.ChangeCondition;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.StoredContent;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
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
    /**
     * A node of an application, without files: what it puts, the others get. To be closed, and its transport after it.
     */
    private static ObjectSpaceNode node(
            String name, Transport transport, ClusterSecret secret, InetSocketAddress members, List<String> others)
            throws IOException {
        InetSocketAddress peers = new InetSocketAddress(members.getAddress(), 0);
        ObjectSpaceNode node = ObjectSpaceNode.open(
                ObjectSpaceSettings.of(name, 16 << 20), DocumentSource.none(), transport, Ticker.system());
        node.join(ClusterSettings.of(name, NodeRole.ALL, members, secret)
                .withPeer(peers)
                .joining(others));
        return node;
    }
    // end

    @Test
    void twoNodesOfApplicationsFindEachOther() throws IOException {
        InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ClusterSecret secret = ClusterSecret.of(ClusterSecret.generate(new SecureRandom()));
        ObjectKey key = ObjectKey.of("greeting");
        try (var transport = Transport.open(TransportKind.NIO, 1, "application");
                var one = node("one", transport, secret, free, List.of())) {
            Eventually.that("one begins", one::isJoined);
            InetSocketAddress first = Objects.requireNonNull(one.clusterAddress());
            String address = first.getAddress().getHostAddress() + ":" + first.getPort();
            try (var two = node("two", transport, secret, free, List.of(address))) {
                Eventually.that(
                        "they meet", () -> two.isJoined() && two.members().size() == 1);
                one.objects().put(key, StoredContent.of("hello"));
                assertInstanceOf(GetResult.Found.class, two.objects().get(key));
            }
        }
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
        var examples = Pattern.compile("(?ms)^ *// example: [^\n]*\n(.*?)^ *// end$")
                .matcher(Files.readString(HERE))
                .results()
                .map(found -> found.group(1).stripTrailing().stripIndent() + "\n")
                .toList();
        assertEquals(4, examples.size());
        for (String example : examples) {
            assertTrue(page.contains("```java\n" + example + "```"), example);
        }
    }
}
