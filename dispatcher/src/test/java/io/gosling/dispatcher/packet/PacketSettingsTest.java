package io.gosling.dispatcher.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.policy.PolicyName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests invalid settings and obstacles of a host. */
class PacketSettingsTest {
    private static final IpAddress VIP = Packets.address(10, 77, 0, 100);
    private static final IpAddress BACKEND = Packets.address(10, 77, 0, 11);
    private static final NetworkDevice DEVICE =
            new NetworkDevice("eth0", 2, new MacAddress(1), List.of(Packets.address(10, 77, 0, 2)), List.of(32));

    @TempDir
    private Path proc;

    @BeforeEach
    void aHost() throws IOException {
        Files.createDirectories(proc.resolve("sys/net/ipv4/conf/eth0"));
        Files.createDirectories(proc.resolve("thread-self/net"));
        Files.writeString(proc.resolve("sys/net/ipv4/conf/eth0/forwarding"), "0\n");
        Files.writeString(
                proc.resolve("thread-self/net/route"),
                "eth0 00004D0A 00000000 0001 0 0 0 00FFFFFF 0 0 0\n"
                        + "eth0 0000580A FE004D0A 0003 0 0 0 0000FFFF 0 0 0\n");
    }

    private static PacketSettings settings(
            PacketForwardingMode mode, List<Integer> ports, PolicyName policy, PacketSettings.Listed... backends) {
        return new PacketSettings(
                mode, policy, List.of(backends), Packets.values(VIP).withValue(PacketSettings.PORTS, ports));
    }

    private static PacketSettings.Listed at(IpAddress address, int port) {
        return new PacketSettings.Listed(address, port, 1);
    }

    private static void assertRefused(String said, org.junit.jupiter.api.function.Executable making) {
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, making).getMessage());
        assertTrue(message.contains(said), message);
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertRefused("LSNAT finds none", () -> settings(PacketForwardingMode.LSNAT, List.of(80), PolicyName.RR));
        assertRefused(
                "LSMAC changes none",
                () -> settings(PacketForwardingMode.LSMAC, List.of(80), PolicyName.RR, at(BACKEND, 8080)));
        assertRefused(
                "for the ports [80, 443]",
                () -> settings(PacketForwardingMode.LSNAT, List.of(80, 443), PolicyName.RR, at(BACKEND, 8080)));
        assertRefused(
                "has the cluster address",
                () -> settings(PacketForwardingMode.LSNAT, List.of(80), PolicyName.RR, at(VIP, 0)));
        assertRefused(
                "expected each once",
                () -> settings(
                        PacketForwardingMode.LSNAT, List.of(80), PolicyName.RR, at(BACKEND, 0), at(BACKEND, 80)));
        for (int first : List.of(0, 127, 224, 255)) {
            assertRefused(
                    "one that a host can have",
                    () -> new PacketSettings(
                            PacketForwardingMode.LSMAC,
                            PolicyName.RR,
                            List.of(),
                            Packets.values(Packets.address(first, 0, 0, 1))));
        }
        assertRefused("0 ports", () -> settings(PacketForwardingMode.LSMAC, List.of(), PolicyName.RR));
        assertRefused("each once", () -> settings(PacketForwardingMode.LSMAC, List.of(80, 80), PolicyName.RR));
        assertRefused(
                "policy lard-r goes by more than packets show; expected one of rr, wrr, lb, chbl",
                () -> settings(PacketForwardingMode.LSMAC, List.of(80), PolicyName.LARD_R));
    }

    private DispatcherHostCheck checks(IpAddress... own) {
        return new DispatcherHostCheck(proc, Set.of(own));
    }

    private static void assertStands(String said, org.junit.jupiter.api.function.Executable looking) {
        String message = String.valueOf(assertThrows(IOException.class, looking).getMessage());
        assertTrue(message.contains(said), message);
    }

    @Test
    void aHostMustNeitherHaveTheClusterAddressNorForward() throws Exception {
        PacketSettings settings = settings(PacketForwardingMode.LSMAC, List.of(80), PolicyName.RR);
        checks().require(settings, DEVICE);
        assertStands("ip address del 10.77.0.100/32 dev eth0", () -> checks(VIP).require(settings, DEVICE));
        Files.writeString(proc.resolve("sys/net/ipv4/conf/eth0/forwarding"), "1\n");
        assertStands("sysctl -w net.ipv4.conf.eth0.forwarding=0", () -> checks().require(settings, DEVICE));
        Files.delete(proc.resolve("sys/net/ipv4/conf/eth0/forwarding"));
        assertStands("expected it on Linux", () -> checks().require(settings, DEVICE));
    }

    @Test
    void aBackendIsAnotherHostThanTheDispatcher() {
        assertStands(
                "back-end 10.77.0.11 is this host itself",
                () -> checks(BACKEND)
                        .require(
                                settings(PacketForwardingMode.LSNAT, List.of(80), PolicyName.RR, at(BACKEND, 0)),
                                DEVICE));
    }

    @Test
    void aHostThatForwardsByNowSaysSo() throws Exception {
        PacketSettings settings = settings(PacketForwardingMode.LSMAC, List.of(80), PolicyName.RR);
        assertEquals("", checks().obstacle(settings));
        Files.writeString(proc.resolve("sys/net/ipv4/conf/eth0/forwarding"), "1\n");
        String said = checks().obstacle(settings);
        assertTrue(said.contains("'sysctl -w net.ipv4.conf.eth0.forwarding=0'"), said);
        Files.delete(proc.resolve("sys/net/ipv4/conf/eth0/forwarding"));
        assertEquals("", checks().obstacle(settings), "whoever cannot look does not know");
    }

    /** Hosts without a route to the asking address do not answer. */
    @Test
    void anotherIsAskedWithTheAddressOfItsNetwork() {
        IpAddress other = Packets.address(10, 1, 0, 2);
        NetworkDevice device = new NetworkDevice(
                "eth0", 2, new MacAddress(1), List.of(other, Packets.address(10, 77, 0, 2)), List.of(24, 16));
        assertEquals(Packets.address(10, 77, 0, 2), device.asking(BACKEND));
        assertEquals(other, device.asking(Packets.address(10, 1, 0, 254)));
        assertEquals(other, device.asking(Packets.address(192, 0, 2, 1)), "the first where none is of its network");
        assertEquals(IpAddress.NONE, device.asking(new IpAddress(0x20010DB8L << 32, 1)));
    }

    @Test
    void whoAsksForListedBackendsNeedsAnAddress() {
        NetworkDevice bare = new NetworkDevice("eth0", 2, new MacAddress(1), List.of(), List.of());
        assertStands(
                "ip address add ADDR/24 dev eth0",
                () -> checks().require(
                                settings(PacketForwardingMode.LSMAC, List.of(80), PolicyName.RR, at(BACKEND, 0)),
                                bare));
    }

    @Test
    void backendsBehindARouterAreForLsnat() throws Exception {
        IpAddress far = Packets.address(10, 88, 0, 1);
        PacketSettings lsnat =
                settings(PacketForwardingMode.LSNAT, List.of(80), PolicyName.RR, at(BACKEND, 0), at(far, 0));
        var hops = checks().nextHops(lsnat, DEVICE);
        assertEquals(BACKEND, hops.apply(BACKEND));
        assertEquals(Packets.address(10, 77, 0, 254), hops.apply(far));
        assertStands(
                "behind the router 10.77.0.254",
                () -> checks().nextHops(
                                settings(PacketForwardingMode.LSMAC, List.of(80), PolicyName.RR, at(far, 0)), DEVICE));
        assertStands(
                "no route leads to back-end 192.0.2.1",
                () -> checks().nextHops(
                                settings(
                                        PacketForwardingMode.LSNAT,
                                        List.of(80),
                                        PolicyName.RR,
                                        at(Packets.address(192, 0, 2, 1), 0)),
                                DEVICE));
    }

    private static PacketSettings six(PacketForwardingMode mode, boolean answers, PacketSettings.Listed... backends) {
        return new PacketSettings(
                mode,
                PolicyName.RR,
                List.of(backends),
                Packets.values(Packets.six(1)).withValue(PacketSettings.ANSWER_ARP, answers));
    }

    @Test
    void byIpv6AllAddressesAreOfIt() {
        assertRefused("of the cluster address's family", () -> six(PacketForwardingMode.LSNAT, true, at(BACKEND, 0)));
        assertRefused(
                "of the cluster address's family",
                () -> settings(PacketForwardingMode.LSNAT, List.of(80), PolicyName.RR, at(Packets.six(11), 0)));
        assertRefused("name each with --backend", () -> six(PacketForwardingMode.LSMAC, true));
        assertEquals(0, six(PacketForwardingMode.LSMAC, false).backends().size(), "as the paper has it");
        assertEquals("[2001:db8:0:0:0:0:0:b]:8080", at(Packets.six(11), 8080).toString());
    }

    @Test
    void aHostOfIpv6MayNotForwardAnywhereAndAsksWithTheAddressOfItsSegment() throws Exception {
        Files.createDirectories(proc.resolve("sys/net/ipv6/conf/all"));
        Files.createDirectories(proc.resolve("sys/net/ipv6/conf/eth0"));
        Files.writeString(proc.resolve("sys/net/ipv6/conf/all/forwarding"), "0\n");
        IpAddress own = new IpAddress(0xFE80L << 48, 2);
        NetworkDevice device =
                new NetworkDevice("eth0", 2, new MacAddress(1), List.of(Packets.six(2), own), List.of(64, 64));
        assertEquals(own, device.asking(Packets.six(11)));
        PacketSettings settings = six(PacketForwardingMode.LSNAT, true, at(Packets.six(11), 0));
        Path routes = proc.resolve("thread-self/net/ipv6_route");
        String zero = "00000000000000000000000000000000";
        Files.writeString(routes, "20010db8" + zero.substring(8) + " 40 " + zero + " 00 " + zero + " 100 1 0 1 eth0\n");
        checks().require(six(PacketForwardingMode.LSMAC, true, at(Packets.six(11), 0)), device);
        assertStands("ip -6 route add blackhole default", () -> checks().require(settings, device));
        Files.writeString(routes, zero + " 00 " + zero + " 00 " + zero + " 100 1 0 201 lo\n");
        checks().require(settings, device);
        assertStands("no address of IPv6", () -> checks().require(settings, DEVICE));
        assertStands(
                "ip address del 2001:db8:0:0:0:0:0:1/128 dev eth0",
                () -> checks(Packets.six(1)).require(settings, device));
        Files.writeString(proc.resolve("sys/net/ipv6/conf/eth0/force_forwarding"), "1\n");
        assertStands("net/ipv6/conf/eth0/force_forwarding=0", () -> checks().require(settings, device));
        Files.writeString(proc.resolve("sys/net/ipv6/conf/eth0/force_forwarding"), "0\n");
        Files.writeString(proc.resolve("sys/net/ipv6/conf/all/forwarding"), "1\n");
        assertStands("sysctl -w net.ipv6.conf.all.forwarding=0", () -> checks().require(settings, device));
    }

    @Test
    void anInterfaceThatIsNotThereIsSaidWithThoseThatAre() {
        assertStands("interface none such is not there; this host has ", () -> NetworkDevice.named("none such"));
        assertStands("no hardware address", () -> NetworkDevice.named("lo"));
    }
}
