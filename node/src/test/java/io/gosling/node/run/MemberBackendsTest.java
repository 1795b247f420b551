package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the notification of changed back-ends. */
class MemberBackendsTest {
    private static List<ClusterMember> nodes(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new ClusterMember(
                        "n" + i,
                        i,
                        NodeRole.ALL,
                        null,
                        new InetSocketAddress("127.0.0.1", 8000 + i),
                        null,
                        ClusterMember.Phase.READY,
                        NodeProfile.PLAIN))
                .toList();
    }

    @Test
    void listenersHearTheSetAtOnceAndAfterEachChange() {
        AtomicReference<List<ClusterMember>> present = new AtomicReference<>(List.of());
        MemberBackends members = new MemberBackends(present::get, null);
        List<Integer> heard = new ArrayList<>();
        var watch = members.watch(backends -> heard.add(backends.size()));
        present.set(nodes(1));
        members.changed();
        watch.close();
        present.set(List.of());
        members.changed();
        assertEquals(List.of(0, 1), heard);
    }

    @Test
    void noLockIsHeldWhileAListenerIsTold() throws Exception {
        AtomicReference<List<ClusterMember>> present = new AtomicReference<>(List.of());
        MemberBackends members = new MemberBackends(present::get, null);
        AtomicInteger heardByTheOther = new AtomicInteger(-1);
        members.watch(backends -> {
            if (!backends.isEmpty()) {
                Thread other = Thread.ofVirtual()
                        .start(() -> members.watch(b -> heardByTheOther.set(b.size()))
                                .close());
                joinFor(other);
            }
        });
        present.set(nodes(2));
        members.changed();
        assertEquals(2, heardByTheOther.get(), "another thread could subscribe meanwhile");
    }

    private static void joinFor(Thread other) {
        try {
            other.join(java.time.Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aListenerIsToldByOneThreadAtATimeAndOfTheNewestSetLast() throws Exception {
        for (int round = 0; round < 200; round++) {
            AtomicReference<List<ClusterMember>> present = new AtomicReference<>(List.of());
            MemberBackends members = new MemberBackends(present::get, null);
            AtomicInteger inside = new AtomicInteger();
            AtomicBoolean overlapped = new AtomicBoolean();
            AtomicInteger last = new AtomicInteger();
            CountDownLatch go = new CountDownLatch(1);
            Thread watcher = Thread.ofPlatform().start(() -> {
                waitFor(go);
                members.watch(backends -> {
                    overlapped.compareAndSet(false, inside.incrementAndGet() != 1);
                    last.set(backends.size());
                    inside.decrementAndGet();
                });
            });
            Thread cluster = Thread.ofPlatform().start(() -> {
                waitFor(go);
                for (int size = 1; size <= 5; size++) {
                    present.set(nodes(size));
                    members.changed();
                }
            });
            go.countDown();
            watcher.join();
            cluster.join();
            assertEquals(5, last.get());
            assertFalse(overlapped.get());
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ClusterMember node(String name, int port, ClusterMember.Phase phase) {
        return new ClusterMember(
                name,
                port,
                NodeRole.ALL,
                null,
                new InetSocketAddress("127.0.0.1", port),
                null,
                phase,
                NodeProfile.PLAIN);
    }

    private static List<String> backends(ClusterMember... members) {
        return MemberBackends.backends(false, List.of(members)).stream()
                .map(backend -> backend.name() + " " + backend.address().getPort() + " " + backend.state())
                .toList();
    }

    @Test
    void encryptedRequestsGoToTheAddressForThese() {
        InetSocketAddress serving = new InetSocketAddress("127.0.0.1", 9001);
        ClusterMember plain = node("n1", 8001, ClusterMember.Phase.READY);
        InetSocketAddress http = Objects.requireNonNull(plain.http());
        ClusterMember encrypts = new ClusterMember(
                "n2", 2, NodeRole.ALL, null, http, null, plain.phase(), NodeProfile.PLAIN.servingAt(serving));
        ClusterMember redirects = new ClusterMember(
                "n3", 3, NodeRole.WEB, null, null, null, plain.phase(), NodeProfile.PLAIN.servingAt(serving));
        List<ClusterMember> members = List.of(plain, encrypts, redirects);
        assertEquals(
                List.of(Backend.ready("n2", http).servingAt(serving), Backend.ready("n3", serving)),
                MemberBackends.backends(true, members));
        assertEquals(
                List.of(Backend.ready("n1", http), Backend.ready("n2", http)), MemberBackends.backends(false, members));
    }

    @Test
    void ofTwoNodesWithOneNameTheYoungerIsTheBackEnd() {
        ClusterMember other = node("n1", 8001, ClusterMember.Phase.READY);
        ClusterMember older = node("n2", 8009, ClusterMember.Phase.READY);
        ClusterMember younger = node("n2", 8002, ClusterMember.Phase.READY);
        assertEquals(List.of("n1 8001 READY", "n2 8002 READY"), backends(other, younger, older));
        assertEquals(List.of("n1 8001 READY", "n2 8002 READY"), backends(other, younger, older.leaving()));
        assertEquals(List.of("n1 8001 READY", "n2 8009 READY"), backends(other, younger.leaving(), older));
        assertEquals(List.of("n2 8002 DRAINING"), backends(younger.leaving(), older.leaving()));
    }

    @Test
    void aNodeThatDispatchesIsItselfAndNotWhoHadItsNameBefore() {
        ClusterMember self = node("n2", 8002, ClusterMember.Phase.READY);
        ClusterMember other = node("n1", 8001, ClusterMember.Phase.READY);
        ClusterMember older = node("n2", 8009, ClusterMember.Phase.READY);
        assertEquals(List.of(other, self), MemberBackends.withSelf(self, List.of(other, older)));
        assertEquals(
                List.of(other, older, self.leaving()),
                MemberBackends.withSelf(self.leaving(), List.of(other, older)),
                "while it leaves, the other is more use");
    }

    @Test
    void twoFrontEndsWithOneNameAreTwo() {
        ClusterMember frontEnd = new ClusterMember(
                "front-end-8080",
                1,
                NodeRole.FRONT_END,
                null,
                null,
                null,
                ClusterMember.Phase.READY,
                NodeProfile.PLAIN);
        ClusterMember onAnotherHost = new ClusterMember(
                "front-end-8080",
                2,
                NodeRole.FRONT_END,
                null,
                null,
                null,
                ClusterMember.Phase.READY,
                NodeProfile.PLAIN);
        assertEquals(2, MemberBackends.frontEnds(List.of(frontEnd, onAnotherHost)));
    }
}
