package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.netty.client.HostResolver;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class JoinAddressResolverTest {
    private final Map<String, List<String>> names = new ConcurrentHashMap<>();
    private final ManualTicker ticker = new ManualTicker();
    private final HostResolver hosts = new HostResolver(this::resolve, ticker);

    private InetAddress[] resolve(String name) throws UnknownHostException {
        List<String> found = names.get(name);
        if (found == null) {
            throw new UnknownHostException(name);
        }
        return found.stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
    }

    private JoinAddressResolver looking(boolean six, String... members) {
        return new JoinAddressResolver(List.of(members), six, hosts);
    }

    private static List<String> text(JoinAddressResolver names) {
        return names.addresses().stream().map(SocketAddressFormat::text).toList();
    }

    @Test
    void aNameMeansAllItsAddresses() {
        names.put("nodes.test", List.of("10.0.0.1", "10.0.0.2", "fd00::1"));
        assertEquals(
                List.of("10.0.0.9:5701", "10.0.0.1:5702", "10.0.0.2:5702"),
                text(looking(false, "10.0.0.9:5701", "nodes.test:5702")));
        assertEquals(List.of("[fd00:0:0:0:0:0:0:1]:5702"), text(looking(true, "nodes.test:5702")));
    }

    @Test
    void aNameIsFoundWhenSomebodyHasTakenItAndWhereItMovesTo() {
        JoinAddressResolver looking = looking(false, "nodes.test:5701", "other.test:5701");
        names.put("other.test", List.of("10.0.0.7"));
        assertEquals(List.of("10.0.0.7:5701"), text(looking), "nobody has the other name yet");
        names.put("nodes.test", List.of("10.0.0.1"));
        ticker.advance(Duration.ofSeconds(2));
        assertEquals(List.of("10.0.0.1:5701", "10.0.0.7:5701"), text(looking));
        names.put("nodes.test", List.of("10.0.0.2"));
        names.remove("other.test");
        ticker.advance(Duration.ofSeconds(10));
        Eventually.that(
                "one has moved, and the other means what it meant before",
                () -> text(looking).equals(List.of("10.0.0.2:5701", "10.0.0.7:5701")));
    }

    @Test
    void aNameOfTheOtherFamilyIsToldOnce() {
        names.put("nodes.test", List.of("fd00::1"));
        JoinAddressResolver looking = looking(false, "nodes.test:5701");
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(), looking.addresses());
            }
            assertEquals(
                    1,
                    log.messages(Level.WARNING).stream()
                            .filter(line -> line.contains("nodes.test"))
                            .count());
        }
    }

    @Test
    void addressesAloneAreNoNames() {
        assertFalse(JoinAddressResolver.any(List.of("10.0.0.1:5701", "[::1]:5701")));
        assertTrue(JoinAddressResolver.any(List.of("10.0.0.1:5701", "localhost:5701")));
        assertFalse(JoinAddressResolver.any(List.of()));
    }

    @Test
    void membersFindEachOtherByName() throws Exception {
        ClusterSettings first = ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT)
                .withAddresses(new InetSocketAddress(InetAddress.getLoopbackAddress(), 8081), null)
                .withProfile(new NodeProfile("http://n1.test", 2.5, Set.of("images", "video")));
        try (ClusterMembership n1 = ClusterMembership.start(first, null, others -> {})) {
            Eventually.that("n1 joins", n1::isJoined);
            ClusterSettings second = ClusterSettings.of("n2", NodeRole.ALL, Members.ANY_PORT)
                    .joining(List.of("localhost:" + n1.address().getPort()));
            try (ClusterMembership n2 = ClusterMembership.start(second, null, others -> {})) {
                Eventually.that("n1 is seen", () -> !n2.book().others().isEmpty());
                ClusterMember seen = n2.book().others().getFirst();
                assertEquals("n1", seen.name());
                assertEquals(first.profile(), seen.profile());
                Eventually.that("n2 is seen", () -> n1.book().others().size() == 1);
            }
        }
    }
}
