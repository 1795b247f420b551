package io.gosling.gos.hazelcast.tls;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.gosling.testing.Eventually;
import io.gosling.testing.WireTap;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Members that encrypt do all that they did without. */
class MemberTlsTest {
    private static final int ANY_SIZE = 16 << 10;

    private static IMap<String, Object> map(HazelcastInstance member) {
        return member.getMap(TlsMembers.MAP);
    }

    private static void useBothWays(HazelcastInstance n1, HazelcastInstance n2) {
        for (int i = 0; i < 50; i++) {
            map(n1).set("mark-one-" + i, "mark-value-" + i);
            map(n2).set("mark-two-" + i, "mark-value-" + i);
        }
        for (int i = 0; i < 50; i++) {
            assertEquals("mark-value-" + i, map(n2).get("mark-one-" + i));
            assertEquals("mark-value-" + i, map(n1).get("mark-two-" + i));
        }
    }

    @Test
    void nothingOfWhatMembersSayCanBeRead() throws Exception {
        try (TlsMembers members = new TlsMembers()) {
            HazelcastInstance n1 = members.start("n1");
            try (WireTap tap = new WireTap(TlsMembers.address(n1), ANY_SIZE)) {
                HazelcastInstance n2 = members.start("n2", tap.address());
                assertEquals(2, n2.getCluster().getMembers().size());
                useBothWays(n1, n2);
                String seen = tap.seen();
                assertTrue(seen.length() > 10_000, () -> "saw only " + seen.length() + " bytes");
                assertFalse(isReadable(seen));
            }
        }
    }

    @Test
    void withoutEncryptionTheSameSearchFindsIt() throws Exception {
        HazelcastInstance n1 = Hazelcast.newHazelcastInstance(TlsMembers.config());
        try (WireTap tap = new WireTap(TlsMembers.address(n1), ANY_SIZE)) {
            HazelcastInstance n2 = Hazelcast.newHazelcastInstance(TlsMembers.config(tap.address()));
            try {
                useBothWays(n1, n2);
                assertTrue(isReadable(tap.seen()));
            } finally {
                n2.getLifecycleService().terminate();
            }
        } finally {
            n1.getLifecycleService().terminate();
        }
    }

    private static boolean isReadable(String seen) {
        return seen.contains("mark-") || seen.contains("HZC") || seen.contains("gosling\0") || seen.contains("hz:impl");
    }

    @Test
    void aConnectionThatBringsOneByteAtATimeIsAsGoodAsAnother() throws Exception {
        try (TlsMembers members = new TlsMembers()) {
            HazelcastInstance n1 = members.start("n1");
            try (WireTap tap = new WireTap(TlsMembers.address(n1), 1)) {
                HazelcastInstance n2 = members.start("n2", tap.address());
                useBothWays(n1, n2);
            }
        }
    }

    @Test
    void valuesOfManyRecordsCrossInBothDirectionsAtOnce() {
        byte[] large = new byte[10 << 20];
        new Random(35).nextBytes(large);
        try (TlsMembers members = new TlsMembers()) {
            HazelcastInstance n1 = members.start("n1");
            HazelcastInstance n2 = members.start("n2", TlsMembers.address(n1));
            CompletableFuture<Void> other = CompletableFuture.runAsync(() -> putAndCompare(n2, "b", large));
            putAndCompare(n1, "a", large);
            other.join();
            for (int i = 0; i < 4; i++) {
                assertArrayEquals(large, (byte[]) map(n1).get("b" + i));
                assertArrayEquals(large, (byte[]) map(n2).get("a" + i));
            }
        }
    }

    private static void putAndCompare(HazelcastInstance member, String name, byte[] large) {
        for (int i = 0; i < 4; i++) {
            map(member).set(name + i, large);
            assertArrayEquals(large, (byte[]) map(member).get(name + i));
        }
    }

    @Test
    void partitionsMoveToAMemberThatJoinsWhileOthersWrite() {
        try (TlsMembers members = new TlsMembers()) {
            HazelcastInstance n1 = members.start("n1");
            HazelcastInstance n2 = members.start("n2", TlsMembers.address(n1));
            Map<String, byte[]> written = new ConcurrentHashMap<>();
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(n2, written, enough));
            Eventually.that("there is something to move", () -> written.size() > 500);
            HazelcastInstance n3 = members.start("n3", TlsMembers.address(n1));
            Eventually.that(
                    "it has its part",
                    () -> n3.getPartitionService().isClusterSafe()
                            && n3.<String, Object>getMap(TlsMembers.MAP)
                                            .localKeySet()
                                            .size()
                                    > 100);
            enough.set(true);
            writer.join();
            n1.getLifecycleService().terminate();
            written.forEach((key, value) -> assertArrayEquals(value, (byte[]) map(n3).get(key), key));
        }
    }

    private static void write(HazelcastInstance member, Map<String, byte[]> written, AtomicBoolean enough) {
        Random random = new Random(35);
        for (int i = 0; !enough.get() && i < 50_000; i++) {
            byte[] value = new byte[random.nextInt(4000)];
            random.nextBytes(value);
            map(member).set("key-" + i, value);
            written.put("key-" + i, value);
        }
    }

    @Test
    void keysAreReplacedWhileTheConnectionIsInUse() throws Exception {
        try (TlsMembers members = new TlsMembers()) {
            HazelcastInstance n1 = members.start("n1");
            try (WireTap tap = new WireTap(TlsMembers.address(n1), ANY_SIZE)) {
                HazelcastInstance n2 = members.start("n2", tap.address());
                useBothWays(n1, n2);
                assertEquals(0, newKeys(tap));
                for (int i = 1; i <= 3; i++) {
                    HazelcastInstance member = i == 2 ? n1 : n2;
                    // A second handshake of TLS 1.3 is a new key, which the other side answers with its own.
                    TlsMembers.session(member).engine().beginHandshake();
                    useBothWays(n1, n2);
                    int both = 2 * i;
                    Eventually.that("both sides have new keys", () -> newKeys(tap) == both);
                }
                useBothWays(n1, n2);
            }
        }
    }

    /** The records of the length of a KeyUpdate: five bytes, padding, type, and tag. No packet is as short. */
    private static int newKeys(WireTap tap) {
        return tap.seen().split("\u0017\u0003\u0003\u0000&", -1).length - 1;
    }

    @Test
    void aChangedBitEndsTheConnectionAndAnotherOneIsMade() throws Exception {
        breakConnection(WireTap::flipOneBit, WireTap::hasFlipped);
    }

    @Test
    void aConnectionThatIsCutIsReplaced() throws Exception {
        breakConnection(WireTap::cut, tap -> true);
    }

    private static void breakConnection(Consumer<WireTap> by, Predicate<WireTap> isBroken) throws IOException {
        try (TlsMembers members = new TlsMembers()) {
            HazelcastInstance n1 = members.start("n1");
            try (WireTap tap = new WireTap(TlsMembers.address(n1), ANY_SIZE)) {
                HazelcastInstance n2 = members.start("n2", tap.address());
                MemberTlsSession first = TlsMembers.session(n2);
                by.accept(tap);
                // The next heartbeat breaks it; a request would be lost with it, as without encryption.
                Eventually.that(
                        "there is another",
                        () -> isBroken.test(tap)
                                && !TlsMembers.sessions(n2).contains(first)
                                && TlsMembers.established(n2) > 0);
                useBothWays(n1, n2);
                assertEquals(2, n1.getCluster().getMembers().size());
            }
        }
    }
}
