package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.MissingMember;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.testing.Eventually;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

/** A node that was told whom to join, and looks who is there. */
class JoinListCheckTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private static InetSocketAddress portWithoutListener() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
            return new InetSocketAddress(LOOPBACK, socket.getLocalPort());
        }
    }

    private static List<String> warnings(RecordedLog log) {
        return log.messages(Level.WARNING).stream()
                .filter(line -> line.contains("not in one cluster"))
                .toList();
    }

    @Test
    void whoListensAndIsNoMemberForTwoMinutesIsSpokenOfOnce() throws IOException {
        InetSocketAddress self = new InetSocketAddress(LOOPBACK, 5701);
        InetSocketAddress nobody = portWithoutListener();
        try (ServerSocket stranger = new ServerSocket(0, 16, LOOPBACK);
                RecordedLog log = new RecordedLog()) {
            InetSocketAddress theirs = new InetSocketAddress(LOOPBACK, stranger.getLocalPort());
            List<String> join = List.of(
                    SocketAddressFormat.text(self), SocketAddressFormat.text(theirs), SocketAddressFormat.text(nobody));
            JoinListCheck watch = new JoinListCheck("n3", join, self, Duration.ofSeconds(5), InetAddress::getAllByName);
            List<MissingMember> both = List.of(
                    new MissingMember(SocketAddressFormat.text(theirs), true),
                    new MissingMember(SocketAddressFormat.text(nobody), false));
            assertEquals(both, watch.look(Set.of()), "all but itself");
            assertEquals(List.of(), warnings(log), "it may have been started at the same moment");
            for (int look = 2; look < 12; look++) {
                watch.look(Set.of());
            }
            assertEquals(List.of(), warnings(log), "it may hang, or be cut off, for two minutes");
            watch.look(Set.of());
            watch.look(Set.of());
            assertEquals(1, warnings(log).size(), () -> warnings(log).toString());
            assertTrue(warnings(log)
                    .getFirst()
                    .startsWith("n3 is not in one cluster with " + SocketAddressFormat.text(theirs)));
            assertEquals(List.of(both.getLast()), watch.look(Set.of(theirs)), "they have met");
        }
    }

    @Test
    void ownNamesOnALoopbackAddressAreThisNode() throws IOException {
        InetSocketAddress self = new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 5701);
        InetAddress debian = InetAddress.getByAddress(new byte[] {127, 0, 1, 1});
        JoinListCheck watch = new JoinListCheck(
                "n1", List.of("n1.example.org:5701"), self, Duration.ofSeconds(5), name -> new InetAddress[] {debian});
        assertEquals(List.of(), watch.look(Set.of()));
    }

    @Test
    void aNameIsMetAtAnyOfItsAddresses() throws IOException {
        InetSocketAddress self = new InetSocketAddress(LOOPBACK, 5701);
        InetSocketAddress silent = portWithoutListener();
        InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        InetSocketAddress theirs = new InetSocketAddress(other, silent.getPort());
        JoinListCheck watch = new JoinListCheck(
                "n3", List.of("n2.example.org:" + silent.getPort()), self, Duration.ofSeconds(5), name ->
                        new InetAddress[] {LOOPBACK, other});
        assertEquals(2, watch.look(Set.of()).size(), "nobody is at any of them");
        assertEquals(List.of(), watch.look(Set.of(theirs)));
        try (ServerSocket stranger = new ServerSocket(silent.getPort(), 16, LOOPBACK)) {
            assertEquals(
                    List.of(new MissingMember(SocketAddressFormat.text(silent), true)),
                    watch.look(Set.of(theirs)),
                    "who listens beside it is spoken of: " + stranger.getLocalPort());
        }
    }

    @Test
    void whoIsAloneAtItsStartSaysWithWhomItWasNotToBe() {
        String said = JoinListCheck.alone(
                "n3", List.of(new MissingMember("10.0.0.1:5701", true), new MissingMember("10.0.0.2:5701", false)));
        assertTrue(said.contains("no answer at 10.0.0.2:5701; 10.0.0.1:5701 takes connections"), said);
        assertTrue(said.contains("another secret"), said);
    }

    @Test
    void aNodeWithAnotherSecretKnowsThatItIsAlone() throws Exception {
        ClusterSecret theirs = ClusterSecret.of("the secret of those who were first");
        ClusterSecret mine = ClusterSecret.of("a secret that somebody has mistyped");
        ClusterSettings first = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT, theirs);
        try (ClusterMembership n1 = ClusterMembership.start(first, null, others -> {})) {
            Eventually.that("n1 has its cluster", n1::isJoined);
            String address = SocketAddressFormat.text(n1.address());
            ClusterSettings other = ClusterSettings.of("n2", NodeRole.ALL, Members.ANY_PORT, mine)
                    .joining(List.of(address));
            try (ClusterMembership n2 = ClusterMembership.start(other, null, others -> {})) {
                Eventually.that("n2 has looked", () -> !n2.unmet().isEmpty());
                assertEquals(List.of(new MissingMember(address, true)), n2.unmet());
                assertTrue(n2.isJoined());
                assertEquals(List.of(), n2.book().others());
                assertEquals(List.of(), n1.unmet(), "nobody was named to it");
            }
        }
    }
}
