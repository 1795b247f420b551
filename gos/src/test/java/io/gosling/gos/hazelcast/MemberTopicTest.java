package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.testing.Eventually;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Messages between members of one cluster. */
class MemberTopicTest {
    private final Queue<String> ofOne = new ConcurrentLinkedQueue<>();
    private final Queue<String> ofTwo = new ConcurrentLinkedQueue<>();
    private final List<String> heardByOne = new CopyOnWriteArrayList<>();
    private final List<String> heardByTwo = new CopyOnWriteArrayList<>();

    @Test
    void messagesReachTheOthersAndNotTheSender() throws Exception {
        ClusterSettings first = ClusterSettings.of("f1", NodeRole.FRONT_END, Members.ANY_PORT);
        try (ClusterMembership one = ClusterMembership.start(first, null, others -> {})) {
            one.exchange("topic", ofOne::poll, heardByOne::add);
            Eventually.that("f1 joins", one::isJoined);
            ClusterSettings second = ClusterSettings.of("f2", NodeRole.FRONT_END, Members.ANY_PORT)
                    .joining(List.of(SocketAddressFormat.text(one.address())));
            try (ClusterMembership two = ClusterMembership.start(second, null, others -> {})) {
                two.exchange("topic", ofTwo::poll, this::hear);
                Eventually.that("f2 joins", () -> !two.book().others().isEmpty());
                Eventually.that("f2 listens", () -> {
                    ofOne.add("hello");
                    return !heardByTwo.isEmpty();
                });
                ofTwo.add("wrong");
                ofTwo.add("last");
                ofOne.addAll(List.of("wrong", "last"));
                Eventually.that("one is told", () -> heardByOne.contains("last"));
                Eventually.that("and the other", () -> heardByTwo.contains("last"));
                assertEquals(List.of("wrong", "last"), heardByOne);
                assertEquals(
                        List.of("hello", "last"), heardByTwo.stream().distinct().toList());
            }
        }
    }

    private void hear(String message) {
        if (message.equals("wrong")) {
            throw new IllegalArgumentException("a wrong message");
        }
        heardByTwo.add(message);
    }
}
