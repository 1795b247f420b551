package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.netty.tls.ClusterTls.Use;
import java.net.InetSocketAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterEncryptionTest {
    private static ClusterSettings member(NodeRole role) {
        return ClusterSettings.of("m", role, new InetSocketAddress("127.0.0.1", 0));
    }

    @Test
    void aMemberPreparesTheConnectionsOfItsRole() {
        assertEquals(Set.of(Use.RELAYING), ClusterEncryption.uses(member(NodeRole.FRONT_END)));
        assertEquals(Set.of(Use.PEERS), ClusterEncryption.uses(member(NodeRole.STORE)));
        assertEquals(Set.of(Use.PEERS, Use.SERVING), ClusterEncryption.uses(member(NodeRole.WEB)));
        NodeProfile dispatches = NodeProfile.PLAIN.dispatching(true);
        assertEquals(
                Set.of(Use.PEERS, Use.SERVING, Use.RELAYING),
                ClusterEncryption.uses(member(NodeRole.ALL).withProfile(dispatches)));
    }
}
