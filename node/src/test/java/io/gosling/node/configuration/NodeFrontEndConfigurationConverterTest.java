package io.gosling.node.configuration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.node.run.MemberBackends;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the settings of dispatching nodes, and their back-ends. */
class NodeFrontEndConfigurationConverterTest {
    private static final SettingValues ON = SettingValues.none().with(NodeSettings.DISPATCH, List.of("on"));

    private static ClusterMember node(String name, ClusterMember.Phase phase) {
        return new ClusterMember(
                name,
                name.hashCode(),
                NodeRole.ALL,
                null,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 8000),
                null,
                phase,
                NodeProfile.PLAIN);
    }

    private static List<Backend.State> states(ClusterMember self, ClusterMember... others) {
        return MemberBackends.backends(false, MemberBackends.withSelf(self, List.of(others))).stream()
                .map(Backend::state)
                .toList();
    }

    private static String complaint(SettingValues values) {
        return String.valueOf(
                assertThrows(BadConfigurationException.class, () -> NodeFrontEndConfigurationConverter.of(values))
                        .getMessage());
    }

    @Test
    void aNodeDispatchesOnlyIfItIsToldTo() throws BadConfigurationException {
        assertNull(NodeFrontEndConfigurationConverter.of(SettingValues.none()));
        var settings = NodeFrontEndConfigurationConverter.of(ON);
        assertEquals("lb", settings == null ? "" : settings.get(FrontEndSettings.POLICY));
        var lard = NodeFrontEndConfigurationConverter.of(ON.with(NodeSettings.POLICY, List.of("lard-r")));
        assertEquals("lard-r", lard == null ? "" : lard.get(FrontEndSettings.POLICY));
    }

    @Test
    void theGlobalMemorySystemNeedsNodesThatCooperate() throws BadConfigurationException {
        SettingValues gms = ON.with(NodeSettings.POLICY, List.of("wrr-gms"));
        assertNotNull(NodeFrontEndConfigurationConverter.of(gms));
        String said = complaint(gms.with(ObjectSpaceSettings.COOPERATION, List.of("off")));
        assertTrue(said.startsWith("policy: value \"wrr-gms\" with cooperation off"), said);
        assertNotNull(NodeFrontEndConfigurationConverter.of(
                ON.with(ObjectSpaceSettings.COOPERATION, List.of("off")).with(NodeSettings.POLICY, List.of("wrr"))));
    }

    @Test
    void whatMeansNothingWithoutIsRefused() {
        for (Setting<?> setting : List.of(NodeSettings.POLICY, NodeSettings.SERVING_PORT)) {
            String value = setting.equals(NodeSettings.POLICY) ? "wrr" : "7000";
            String said = complaint(SettingValues.none().with(setting, List.of(value)));
            assertTrue(said.contains(setting.name() + ": given without dispatch on"), said);
        }
        String from = complaint(SettingValues.none().with(NodeSitesSettings.DISPATCHED_FROM, List.of("10.0.0.1")));
        assertTrue(from.contains("dispatched-from: given without dispatch on"), from);
        String store = complaint(ON.with(NodeSettings.ROLE, List.of("store")));
        assertTrue(store.contains("role store"), store);
    }

    @Test
    void itsOwnAddressIsBelievedAboutClientsAndOthersHaveToBeNamed() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        InetAddress other = InetAddress.getByName("10.0.0.2");
        assertEquals(SettingValues.none(), NodeFrontEndConfigurationConverter.believing(SettingValues.none(), other));
        SettingValues proxied = ON.with(NodeSitesSettings.TRUSTED_PROXIES, List.of("10.0.0.0/24"));
        for (SettingValues values : List.of(ON, proxied)) {
            assertTrue(isBelieved(NodeFrontEndConfigurationConverter.believing(values, loopback), "127.0.0.1"));
            String said = String.valueOf(assertThrows(
                            BadConfigurationException.class,
                            () -> NodeFrontEndConfigurationConverter.believing(values, other))
                    .getMessage());
            assertTrue(said.contains("dispatched-from") && said.contains("without 10.0.0.2"), said);
        }
        SettingValues named = ON.with(NodeSitesSettings.DISPATCHED_FROM, List.of("10.0.0.0/24"));
        assertEquals(named, NodeFrontEndConfigurationConverter.believing(named, other));
        assertThrows(
                BadConfigurationException.class, () -> NodeFrontEndConfigurationConverter.believing(named, loopback));
    }

    /** Returns true if what is served is believed to be for whom this address says. */
    private static boolean isBelieved(SettingValues values, String address) throws Exception {
        InetAddress asked = InetAddress.getByName(address);
        return NodeSitesSettings.believed(values).stream().anyMatch(block -> block.contains(asked));
    }

    /** Bytes of strangers may be carried to a node from its own address: by a proxy that is not named, or a tunnel. */
    @Test
    void whoComesFromANodesAddressIsNoProxy() throws Exception {
        SettingValues alone = NodeFrontEndConfigurationConverter.believing(ON, InetAddress.getLoopbackAddress());
        assertTrue(isBelieved(alone, "127.0.0.1"));
        assertFalse(believes(alone, "127.0.0.1"));
        SettingValues several = ON.with(NodeSitesSettings.DISPATCHED_FROM, List.of("10.0.0.1", "10.0.0.2"))
                .with(NodeSitesSettings.TRUSTED_PROXIES, List.of("10.0.0.9"));
        for (String address : List.of("10.0.0.1", "10.0.0.2", "10.0.0.9")) {
            assertTrue(isBelieved(several, address), address);
            assertEquals(address.equals("10.0.0.9"), believes(several, address), address);
        }
    }

    @Test
    void whomTheServingPartTrustsTheDispatchingPartDoes() throws Exception {
        SettingValues trusting = ON.with(NodeSitesSettings.TRUSTED_PROXIES, List.of("10.0.0.0/24"));
        var settings = NodeFrontEndConfigurationConverter.of(ON, trusting);
        assertNotNull(settings);
        assertTrue(settings.relay().get(RelaySettings.FORWARDED).believes(new InetSocketAddress("10.0.0.9", 4711)));
        var stays = NodeFrontEndConfigurationConverter.of(trusting, ON);
        assertNotNull(stays);
        assertFalse(stays.relay().get(RelaySettings.FORWARDED).believes(new InetSocketAddress("10.0.0.9", 4711)));
    }

    private static boolean believes(SettingValues values, String client) throws Exception {
        var settings = NodeFrontEndConfigurationConverter.of(values);
        assertNotNull(settings);
        return settings.relay()
                .get(RelaySettings.FORWARDED)
                .believes(new InetSocketAddress(InetAddress.getByName(client), 4711));
    }

    @Test
    void whoIsBelievedWhereItServesIsBelievedWhereItDispatches() throws Exception {
        SettingValues proxies = ON.with(NodeSitesSettings.TRUSTED_PROXIES, List.of("10.0.0.0/24"));
        assertTrue(believes(proxies, "10.0.0.9"));
        assertFalse(believes(proxies, "10.0.1.9"));
        assertFalse(believes(ON, "10.0.0.9"));
        assertFalse(believes(proxies.with(RelaySettings.FORWARDED, List.of("replace")), "10.0.0.9"));
        assertTrue(believes(proxies.with(RelaySettings.FORWARDED, List.of("append")), "10.0.1.9"));
    }

    @Test
    void whoLeavesSendsRequestsToTheOthersAndServesThemItselfWhereNobodyElseIs() {
        ClusterMember self = node("n1", ClusterMember.Phase.LEAVING);
        assertEquals(List.of(Backend.State.READY), states(self));
        assertEquals(
                List.of(Backend.State.DRAINING, Backend.State.READY),
                states(self, node("n2", ClusterMember.Phase.LEAVING)));
        assertEquals(
                List.of(Backend.State.READY, Backend.State.DRAINING),
                states(self, node("n2", ClusterMember.Phase.READY)));
    }

    @Test
    void nodesThatDispatchCountAsFrontEnds() {
        NodeProfile dispatching = NodeProfile.PLAIN.dispatching(true);
        ClusterMember n2 =
                new ClusterMember("n2", 2, NodeRole.ALL, null, null, null, ClusterMember.Phase.READY, dispatching);
        ClusterMember frontEnd = new ClusterMember(
                "f", 3, NodeRole.FRONT_END, null, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
        assertEquals(2, MemberBackends.frontEnds(List.of(n2, node("n3", ClusterMember.Phase.READY), frontEnd)));
        assertEquals(0, MemberBackends.frontEnds(List.of(n2.leaving())));
    }
}
