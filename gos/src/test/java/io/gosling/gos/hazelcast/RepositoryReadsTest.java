package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.embedded.GoslingCluster;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.RepositorySettings.HomeReplacement;
import io.gosling.gos.repository.StoredContent;
import io.gosling.testing.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reads of objects on real members, most of which are answered without the threads of partitions. */
class RepositoryReadsTest {
    private static final int KEYS = 40;

    /** Patient, since a busy machine is no dead home; without copies, since homes are what is asked here. */
    private static final RepositorySettings SETTINGS = RepositorySettings.defaults()
            .with(RepositorySettings.DEADLINE, Duration.ofSeconds(30))
            .with(RepositorySettings.CACHE_BYTES, 0L);

    private static ObjectKey key(int number) {
        return ObjectKey.of("key " + number);
    }

    private static HomeReadTable table(ObjectSpaceNode node) {
        return Objects.requireNonNull(RepositoryHomeState.of(Objects.requireNonNull(node.grid())))
                .reads();
    }

    /** Reads of all keys that a node has answered without their partitions. */
    private static long answered(ObjectSpaceNode node) {
        return IntStream.range(0, KEYS)
                .mapToLong(i -> table(node).reads(key(i).hash()).count())
                .sum();
    }

    private static long answered(GoslingCluster cluster) {
        return cluster.nodes().stream().mapToLong(RepositoryReadsTest::answered).sum();
    }

    private static GetResult.Found found(ObjectSpaceNode node, ObjectKey key) {
        return assertInstanceOf(GetResult.Found.class, node.objects().get(key));
    }

    /** Reads that Hazelcast has counted. */
    private static long hits(ObjectSpaceNode node, ObjectKey key) {
        return HazelcastHomeClient.map(Objects.requireNonNull(node.grid()))
                .getEntryView(key.hash())
                .getHits();
    }

    private static void settle(GoslingCluster cluster) {
        Eventually.that(
                "partitions are at rest",
                () -> cluster.nodes().stream()
                        .allMatch(node -> Objects.requireNonNull(node.grid())
                                .getPartitionService()
                                .isClusterSafe()));
    }

    @Test
    void thePartitionReadsAnObjectOnceAfterAChangeAndItsLoopFromThenOn() {
        String text = "0123456789".repeat(20_000);
        try (var cluster = GoslingCluster.of(3, SETTINGS)) {
            settle(cluster);
            for (int round = 0; round < 2; round++) {
                StoredContent content = StoredContent.of(text + round).tagged("t" + round);
                for (int i = 0; i < KEYS; i++) {
                    cluster.node(i % 3).objects().put(key(i), content);
                    found(cluster.node(0), key(i));
                }
                long before = answered(cluster);
                long hits = hits(cluster.node(0), key(0));
                for (int i = 0; i < KEYS; i++) {
                    for (ObjectSpaceNode node : cluster.nodes()) {
                        StoredContent read = found(node, key(i)).content();
                        assertEquals(content.text(), read.text());
                        assertEquals(content.tags(), read.tags());
                    }
                }
                assertEquals(3 * KEYS, answered(cluster) - before);
                assertEquals(hits, hits(cluster.node(0), key(0)));
            }
            cluster.node(1).objects().remove(key(0));
            for (ObjectSpaceNode node : cluster.nodes()) {
                assertEquals(new GetResult.Missing(), node.objects().get(key(0)));
            }
        }
    }

    /** Changes and reads of all keys by threads of their own, while nodes come and go. */
    @Test
    void noReadIsOlderThanAPutThatWasAnsweredWhileNodesJoinAndLeave() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        List<AtomicLong> acknowledged = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            acknowledged.add(new AtomicLong());
        }
        try (var cluster = GoslingCluster.of(2, SETTINGS)) {
            List<ObjectSpaceNode> staying = List.of(cluster.node(0), cluster.node(1));
            AtomicLong reads = new AtomicLong();
            List<Thread> threads = new ArrayList<>();
            for (ObjectSpaceNode node : staying) {
                for (int i = 0; i < 2; i++) {
                    Random random = new Random(threads.size());
                    threads.add(Thread.ofVirtual().start(() -> {
                        while (!over.get()) {
                            int number = random.nextInt(KEYS);
                            AtomicLong last = acknowledged.get(number);
                            if (random.nextInt(10) == 0) {
                                PutResult put = node.objects().put(key(number), StoredContent.of("text"));
                                if (put instanceof PutResult.Stored stored) {
                                    last.accumulateAndGet(stored.version(), Math::max);
                                }
                                continue;
                            }
                            long least = last.get();
                            GetResult got = node.objects().get(key(number));
                            if (got instanceof GetResult.Found found ? found.version() < least : isLost(got, least)) {
                                wrong.add(key(number) + ": " + got + " after " + least);
                            }
                            reads.incrementAndGet();
                        }
                    }));
                }
            }
            for (int round = 0; round < 3; round++) {
                ObjectSpaceNode coming = cluster.join();
                Eventually.that("it is a home that is read", () -> answered(coming) > 0);
                settle(cluster);
                cluster.leave(2);
            }
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), List.copyOf(wrong));
            assertTrue(reads.get() > KEYS, "reads: " + reads);
            assertTrue(answered(cluster) > 0);
        }
    }

    private static boolean isLost(GetResult got, long least) {
        return got instanceof GetResult.Missing && least > 0;
    }

    private static RepositorySettings cache(HomeReplacement replacement) {
        return SETTINGS.with(RepositorySettings.FULL, RepositorySettings.WhenFull.DROP)
                .with(RepositorySettings.HOME_REPLACEMENT, replacement)
                .with(RepositorySettings.BACKUPS, 0);
    }

    @Test
    void readsWithoutThePartitionProtectFromEvictionByLfuOnly() {
        assertEquals(10, left(cache(HomeReplacement.LFU).with(RepositorySettings.BYTES, 1L << 20)));
        assertTrue(left(cache(HomeReplacement.RND).with(RepositorySettings.BYTES, 1L << 20)) < 10);
        assertTrue(left(cache(HomeReplacement.LRU).with(RepositorySettings.OBJECTS, 250)) < 10);
        assertEquals(10, left(cache(HomeReplacement.LFU).with(RepositorySettings.OBJECTS, 250)));
    }

    /** The number left of ten objects that were read often, after many others that were put several times. */
    private static int left(RepositorySettings cache) {
        try (var cluster = GoslingCluster.of(1, cache)) {
            ObjectSpaceNode node = cluster.node(0);
            StoredContent content = StoredContent.of(new byte[4000]);
            // A read that the partition answers counts as an access.
            node.objects().put(key(10), content);
            Eventually.that("reads go without the partition", () -> {
                found(node, key(10));
                return answered(node) > 0;
            });
            for (int i = 0; i < 10; i++) {
                node.objects().put(key(i), content);
            }
            for (int i = 0; i < 200; i++) {
                found(node, key(i % 10));
            }
            // Hazelcast notes the last access to the second: for LRU the reads have to lie in an earlier one.
            long second = System.currentTimeMillis() / 1000;
            Eventually.that("the second of the reads is over", () -> System.currentTimeMillis() / 1000 > second);
            // Each is asked for more often than Hazelcast has seen the others.
            for (int i = 10; i < 1000; i++) {
                ObjectKey key = key(i);
                for (int times = 0; times < 8; times++) {
                    Eventually.that(
                            "there is room", () -> node.objects().put(key, content) instanceof PutResult.Stored);
                }
            }
            Eventually.that(
                    "it is within its quota", () -> node.repositoryFigures().objects() <= 260);
            int left = 0;
            for (int i = 0; i < 10; i++) {
                left += node.objects().get(key(i)) instanceof GetResult.Found ? 1 : 0;
            }
            return left;
        }
    }
}
