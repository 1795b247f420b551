package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the notification of changed back-ends. */
class MemberBackendsTest {
    private static List<Node> nodes(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Node(
                        "n" + i,
                        i,
                        NodeRole.ALL,
                        null,
                        new InetSocketAddress("127.0.0.1", 8000 + i),
                        null,
                        Node.Phase.READY,
                        NodeProfile.PLAIN))
                .toList();
    }

    @Test
    void listenersHearTheSetAtOnceAndAfterEachChange() {
        AtomicReference<List<Node>> present = new AtomicReference<>(List.of());
        MemberBackends members = new MemberBackends(present::get);
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
        AtomicReference<List<Node>> present = new AtomicReference<>(List.of());
        MemberBackends members = new MemberBackends(present::get);
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
            AtomicReference<List<Node>> present = new AtomicReference<>(List.of());
            MemberBackends members = new MemberBackends(present::get);
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

    private static Node node(String name, int port, Node.Phase phase) {
        return new Node(
                name,
                port,
                NodeRole.ALL,
                null,
                new InetSocketAddress("127.0.0.1", port),
                null,
                phase,
                NodeProfile.PLAIN);
    }

    private static List<String> backends(Node... members) {
        return MemberBackends.backends(List.of(members)).stream()
                .map(backend -> backend.name() + " " + backend.address().getPort() + " " + backend.state())
                .toList();
    }

    @Test
    void ofTwoNodesWithOneNameTheYoungerIsTheBackEnd() {
        Node other = node("n1", 8001, Node.Phase.READY);
        Node older = node("n2", 8009, Node.Phase.READY);
        Node younger = node("n2", 8002, Node.Phase.READY);
        assertEquals(List.of("n1 8001 READY", "n2 8002 READY"), backends(other, younger, older));
        assertEquals(List.of("n1 8001 READY", "n2 8002 READY"), backends(other, younger, older.leaving()));
        assertEquals(List.of("n1 8001 READY", "n2 8009 READY"), backends(other, younger.leaving(), older));
        assertEquals(List.of("n2 8002 DRAINING"), backends(younger.leaving(), older.leaving()));
    }

    @Test
    void anOlderNodeIsNoBackEndWhileTheYoungerOneStarts() {
        Node other = node("n1", 8001, Node.Phase.READY);
        Node older = node("n2", 8009, Node.Phase.READY);
        Node younger = node("n2", 8002, Node.Phase.STARTING);
        assertEquals(List.of("n1 8001 READY"), backends(other, younger, older));
        assertEquals(List.of("n2 8002 READY"), backends(younger, older));
    }

    @Test
    void aNodeThatDispatchesIsItselfAndNotWhoHadItsNameBefore() {
        Node self = node("n2", 8002, Node.Phase.READY);
        Node other = node("n1", 8001, Node.Phase.READY);
        Node older = node("n2", 8009, Node.Phase.READY);
        assertEquals(List.of(other, self), MemberBackends.withSelf(self, List.of(other, older)));
        assertEquals(
                List.of(other, older, self.leaving()),
                MemberBackends.withSelf(self.leaving(), List.of(other, older)),
                "while it leaves, the other is more use");
    }

    @Test
    void twoFrontEndsWithOneNameAreTwo() {
        Node frontEnd = new Node(
                "front-end-8080", 1, NodeRole.FRONT_END, null, null, null, Node.Phase.READY, NodeProfile.PLAIN);
        Node onAnotherHost = new Node(
                "front-end-8080", 2, NodeRole.FRONT_END, null, null, null, Node.Phase.READY, NodeProfile.PLAIN);
        assertEquals(2, MemberBackends.frontEnds(List.of(frontEnd, onAnotherHost)));
    }
}
