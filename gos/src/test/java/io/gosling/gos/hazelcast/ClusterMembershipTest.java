package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.instance.impl.LifecycleServiceImpl;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.MemberList;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ClusterMembershipTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void membersTellWhoTheyAreAndThatTheyAreLeaving() throws Exception {
        var seen = new CopyOnWriteArrayList<List<ClusterMember>>();
        var http = new InetSocketAddress(LOOPBACK, 8081);
        var admin = new InetSocketAddress(LOOPBACK, 4675);
        var peer = new InetSocketAddress(LOOPBACK, 4676);
        ClusterSettings first = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT)
                .withPeer(peer)
                .withAddresses(http, admin);
        try (ClusterMembership n1 = ClusterMembership.start(first, null, others -> {})) {
            Eventually.that("n1 joins", n1::isJoined);
            ClusterSettings front = ClusterSettings.of("front", NodeRole.FRONT_END, Members.ANY_PORT)
                    .joining(List.of(SocketAddressFormat.text(n1.address())));
            try (ClusterMembership watcher = ClusterMembership.start(front, null, seen::add)) {
                Eventually.that("n1 is seen", () -> !watcher.book().others().isEmpty());
                ClusterMember node = watcher.book().others().getFirst();
                assertEquals(
                        new ClusterMember(
                                "n1",
                                n1.book().self().tag(),
                                NodeRole.ALL,
                                peer,
                                http,
                                admin,
                                ClusterMember.Phase.READY,
                                NodeProfile.PLAIN),
                        node);
                n1.announceLeaving();
                Eventually.that(
                        "its leave is seen",
                        () -> watcher.book().others().getFirst().draining());
                n1.close();
                Eventually.that("it is gone", () -> watcher.book().others().isEmpty());
                assertEquals(List.of(), seen.getLast());
            }
        }
    }

    private static ClusterMembership start(ClusterSettings settings, MemberList book) throws IOException {
        return ClusterMembership.start(settings, book, null, Map.of(), others -> {}, () -> {});
    }

    @Test
    void aMemberThatLeavesSaysSoToThoseWhoComeLater() throws Exception {
        MemberList book = new MemberList(ClusterMember.named("n1", 1));
        ClusterSettings first = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT);
        try (ClusterMembership n1 = start(first, book)) {
            n1.announceLeaving();
            Eventually.that("n1 joins", n1::isJoined);
            ClusterSettings front = ClusterSettings.of("front", NodeRole.FRONT_END, Members.ANY_PORT)
                    .joining(List.of(SocketAddressFormat.text(n1.address())));
            try (ClusterMembership late = ClusterMembership.start(front, null, others -> {})) {
                Eventually.that(
                        "n1 is seen, as one that leaves",
                        () -> late.book().others().stream().anyMatch(ClusterMember::draining));
                assertEquals(ClusterMember.Phase.LEAVING, n1.book().self().phase());
            }
        }
    }

    @Test
    void aMemberWhoseAttributesCannotBeReadIsNamed() {
        Map<String, String> attributes =
                Map.of("gosling.tag", "7", "gosling.node", "n1\nall\n\n\n\n\nheavy\n\nfalse\n\n");
        Member member = (Member) Proxy.newProxyInstance(
                Member.class.getClassLoader(),
                new Class<?>[] {Member.class},
                (proxy, method, arguments) -> attributes.get((String) arguments[0]));
        assertEquals(
                "member n1 is not used: For input string: \"heavy\"",
                assertThrows(IllegalArgumentException.class, () -> MemberAttributeCodec.read(member))
                        .getMessage());
    }

    @Test
    void aMessageThatIsNotKnownIsIgnored() throws Exception {
        MemberList book = new MemberList(ClusterMember.named("n1", 1));
        ClusterSettings first = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT);
        try (ClusterMembership n1 = start(first, book)) {
            Eventually.that("n1 joins", n1::isJoined);
            ClusterSettings front = ClusterSettings.of("front", NodeRole.FRONT_END, Members.ANY_PORT)
                    .joining(List.of(SocketAddressFormat.text(n1.address())));
            var seen = new CopyOnWriteArrayList<List<ClusterMember>>();
            try (ClusterMembership watcher = ClusterMembership.start(front, null, seen::add)) {
                Eventually.that("n1 is seen", () -> !watcher.book().others().isEmpty());
                Objects.requireNonNull(n1.instance())
                        .<String>getTopic(HazelcastConfigurationBuilder.PHASES)
                        .publish("RESTING 1");
                n1.announceLeaving();
                Eventually.that(
                        "n1 leaves", () -> watcher.book().others().getFirst().draining());
                assertTrue(seen.stream().noneMatch(List::isEmpty));
            }
        }
    }

    @Test
    void aMemberThatWasCutOffIsToldThatItIsBack() {
        try (Members members = new Members()) {
            HazelcastInstance n1 = Objects.requireNonNull(
                    members.start("n1", NodeRole.ALL).member().instance());
            var life = (LifecycleServiceImpl) n1.getLifecycleService();
            life.fireLifecycleEvent(LifecycleState.MERGING);
            life.fireLifecycleEvent(LifecycleState.MERGED);
            Eventually.that("it is told", () -> members.merges.get() == 1);
        }
    }

    @Test
    void anotherSecretIsAnotherCluster() {
        try (Members members = new Members()) {
            members.start("n1", NodeRole.ALL);
            var stranger = members.start("stranger", NodeRole.ALL, "0123456789abcdef-not-the-same");
            assertEquals(List.of(), stranger.member().book().others());
            HazelcastInstance alone = Objects.requireNonNull(stranger.member().instance());
            assertEquals(
                    1,
                    alone.getCluster().getMembers().stream()
                            .filter(Member::localMember)
                            .count());
            assertEquals(1, alone.getCluster().getMembers().size());
        }
    }

    @Test
    void membersThatEncryptJoinEachOtherAndNobodyWhoDoesNot() throws Exception {
        ClusterSecret secret = ClusterSecret.of("0123456789abcdef-shared-by-all");
        ClusterSettings first = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT, secret);
        try (ClusterTls tls = tls(secret, "n1");
                ClusterMembership n1 = ClusterMembership.start(first, tls, others -> {})) {
            Eventually.that("n1 joins", n1::isJoined);
            ClusterSettings second = ClusterSettings.of("n2", NodeRole.ALL, Members.ANY_PORT, secret)
                    .joining(List.of(SocketAddressFormat.text(n1.address())));
            try (ClusterTls other = tls(secret, "n2");
                    ClusterMembership plain = ClusterMembership.start(second, null, others -> {});
                    ClusterMembership n2 = ClusterMembership.start(second, other, others -> {})) {
                Eventually.that("n2 is seen", () -> !n1.book().others().isEmpty());
                Eventually.that("the other one is alone", plain::isJoined);
                Eventually.that("n2 sees n1 alone", () -> n2.book().others().size() == 1);
                assertEquals(List.of(), plain.book().others());
            }
        }
    }

    private static ClusterTls tls(ClusterSecret secret, String node) {
        return ClusterTls.of(secret.tlsSecrets(), new ClusterPeer("node", node), List.of(), TlsProvider.JDK);
    }

    @Test
    void anAddressBeyondThisMachineNeedsASecret() {
        var beyond = new InetSocketAddress("192.0.2.1", 5701);
        var e = assertThrows(IllegalArgumentException.class, () -> ClusterSettings.of("n1", NodeRole.ALL, beyond));
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains("192.0.2.1") && message.contains("secret"), message);
        var everywhere = new InetSocketAddress("0.0.0.0", 5701);
        assertThrows(IllegalArgumentException.class, () -> ClusterSettings.of("n1", NodeRole.ALL, everywhere));
        assertThrows(IllegalArgumentException.class, () -> ClusterSecret.of("short"));
    }

    @Test
    void aPortInUseIsSaidAtOnce() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, LOOPBACK)) {
            var settings =
                    ClusterSettings.of("n1", NodeRole.ALL, new InetSocketAddress(LOOPBACK, taken.getLocalPort()));
            var e = assertThrows(IOException.class, () -> ClusterMembership.start(settings, null, others -> {}));
            assertTrue(String.valueOf(e.getMessage()).contains(Integer.toString(taken.getLocalPort())), e::getMessage);
        }
    }

    @Test
    void aMemberThatDoesNotAnswerHoldsNobodyUp() throws Exception {
        int nobody;
        try (ServerSocket closed = new ServerSocket(0, 1, LOOPBACK)) {
            nobody = closed.getLocalPort();
        }
        var settings = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT).joining(List.of("127.0.0.1:" + nobody));
        try (ClusterMembership member = ClusterMembership.start(settings, null, others -> {})) {
            assertNotEquals(0, member.address().getPort());
            Eventually.that("it is a cluster of its own", member::isJoined);
        }
    }

    @Test
    void closingBeforeTheClusterIsJoinedEndsTheJoin() throws Exception {
        var settings = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT);
        ClusterMembership member = ClusterMembership.start(settings, null, others -> {});
        member.close();
        Eventually.that("the port is free again", () -> {
            try (ServerSocket probe = new ServerSocket(member.address().getPort(), 1, LOOPBACK)) {
                return probe.isBound();
            } catch (IOException e) {
                return false;
            }
        });
    }
}
