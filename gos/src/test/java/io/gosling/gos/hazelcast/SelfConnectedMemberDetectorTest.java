package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.EndpointConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.internal.server.tcp.LinkedAddresses;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A dead member at whose address another one has met itself. */
class SelfConnectedMemberDetectorTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    /** More than ten heartbeats: after ten, Hazelcast's look at the silence of such a member fails. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static InetSocketAddress freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
            return new InetSocketAddress(LOOPBACK, socket.getLocalPort());
        }
    }

    private static ClusterSettings settings(String name, InetSocketAddress address, InetSocketAddress... join) {
        return ClusterSettings.of(name, NodeRole.ALL, address)
                .with(ClusterTimeouts.SILENCE, SILENCE)
                .joining(List.of(join).stream().map(SocketAddressFormat::text).toList());
    }

    private static Config config(ClusterSettings settings) {
        var self = io.gosling.gos.membership.ClusterMember.named(
                settings.node(), settings.node().hashCode());
        return HazelcastConfigurationBuilder.of(settings, self, Map.of());
    }

    private static Set<Member> members(HazelcastInstance instance) {
        return instance.getCluster().getMembers();
    }

    @Test
    void aDeadMemberIsFoundByTheConnectionToItselfAndDropped() throws IOException {
        InetSocketAddress one = freeAddress();
        InetSocketAddress other = freeAddress();
        Config config = config(settings("n1", one));
        // The chance of one in some thousands, made certain: its connections come from the port of the other.
        EndpointConfig members =
                config.getAdvancedNetworkConfig().getEndpointConfigs().get(EndpointQualifier.MEMBER);
        assertInstanceOf(ServerSocketEndpointConfig.class, members).addOutboundPort(other.getPort());
        config.setProperty("hazelcast.connection.monitor.max.faults", "1000");
        HazelcastInstance n1 = Hazelcast.newHazelcastInstance(config);
        try {
            HazelcastInstance n2 = Hazelcast.newHazelcastInstance(config(settings("n2", other, one)));
            try {
                Eventually.that("both are there", () -> members(n1).size() == 2);
                Member dead = n2.getCluster().getLocalMember();
                assertEquals(List.of(), SelfConnectedMemberDetector.of(n1));
                n2.getLifecycleService().terminate();
                Eventually.that(
                        "n1 meets itself",
                        () -> SelfConnectedMemberDetector.of(n1).stream()
                                .map(Member::getUuid)
                                .toList()
                                .equals(List.of(dead.getUuid())));
                assertEquals(2, members(n1).size());
                SelfConnectedMemberDetector.suspect(n1);
                assertEquals(Set.of(n1.getCluster().getLocalMember()), members(n1));
                assertEquals(List.of(), SelfConnectedMemberDetector.of(n1));
            } finally {
                n2.getLifecycleService().terminate();
            }
        } finally {
            n1.getLifecycleService().terminate();
        }
    }

    @Test
    void aMemberLooksForThemAllTheTime() throws IOException {
        try (ClusterMembership n1 = ClusterMembership.start(settings("n1", Members.ANY_PORT), null, others -> {})) {
            Eventually.that("n1 joins", n1::isJoined);
            HazelcastInstance n2 = Hazelcast.newHazelcastInstance(config(settings("n2", freeAddress(), n1.address())));
            try {
                Eventually.that("n2 is seen", () -> n1.book().byName("n2") != null);
                Node inside = Objects.requireNonNull(PartitionOwnership.node(Objects.requireNonNull(n1.instance())));
                inside.getLocalAddressRegistry()
                        .register(
                                inside.getThisUuid(),
                                LinkedAddresses.getResolvedAddresses(
                                        n2.getCluster().getLocalMember().getAddress()));
                n2.getLifecycleService().terminate();
                Eventually.that("n2 is dropped", () -> n1.book().others().isEmpty());
            } finally {
                n2.getLifecycleService().terminate();
            }
        }
    }
}
