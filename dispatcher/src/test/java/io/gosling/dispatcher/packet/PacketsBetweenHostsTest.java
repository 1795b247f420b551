package io.gosling.dispatcher.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.dispatcher.packet.PacketStatus.BackendStatus;
import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.BpfFilterBuilder;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.document.Ticker;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both dispatchers between hosts of the kernel's own, in all the ways in which they may be set up. */
@Timeout(120)
class PacketsBetweenHostsTest {
    private static final int PORT = 80;
    private static final int LARGE = 3_000_000;
    private static final int MOST_UPLOADS = 20;
    /** An Ethernet frame of 1500 bytes of IP. */
    private static final int LONGEST_ON_A_WIRE = 1514;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    /**
     * The paper's set-up: back-ends answer ARP for the cluster address, and a route brings packets to the dispatcher.
     */
    @Test
    void lsmacBehindARouterFindsBackendsByItself() throws Exception {
        Hosts hosts = behindARouter();
        String vip = "10.99.0.1";
        hosts.ip("router", "route", "add", vip, "via", "10.77.0.2");
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "address", "add", vip + "/32", "dev", "eth0");
            hosts.ip(backend, "route", "add", "default", "via", "10.77.0.254");
            serve(hosts, backend, vip);
        }
        PacketDispatcher dispatcher = dispatch(hosts, PacketForwardingMode.LSMAC, vip, List.of(), false);
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
        assertAllEnded(dispatcher, 20, upload(hosts, vip));
        assertEquals(0, dispatcher.status().backends().getFirst().packetsBack());
    }

    /**
     * Clients on the same segment, and a cluster address outside its network: back-ends answer for it only whom they
     * take to have no address yet, as a probe is, so the dispatcher finds them and clients find the dispatcher.
     */
    @Test
    void lsmacOnOneSegmentAnswersForTheClusterAddress() throws Exception {
        Hosts hosts = onOneSegment();
        String vip = "10.99.0.1";
        hosts.ip("client", "route", "add", vip, "dev", "eth0");
        for (String backend : List.of("b1", "b2")) {
            hosts.sh(backend, "echo 2 > /proc/sys/net/ipv4/conf/eth0/arp_ignore");
            hosts.sh(backend, "echo 2 > /proc/sys/net/ipv4/conf/eth0/arp_announce");
            hosts.ip(backend, "address", "add", vip + "/32", "dev", "eth0");
            serve(hosts, backend, vip);
        }
        PacketDispatcher dispatcher = dispatch(hosts, PacketForwardingMode.LSMAC, vip, List.of(), true);
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
        assertAllEnded(dispatcher, 20, upload(hosts, vip));
    }

    /** Back-ends that answer nobody for the cluster address are named by their own. */
    @Test
    void lsmacAsksBackendsThatAreNamedByTheirOwnAddress() throws Exception {
        Hosts hosts = onOneSegment();
        String vip = "10.77.0.100";
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "address", "add", vip + "/32", "dev", "lo");
            hosts.sh(backend, "echo 1 > /proc/sys/net/ipv4/conf/eth0/arp_ignore");
            hosts.sh(backend, "echo 2 > /proc/sys/net/ipv4/conf/eth0/arp_announce");
            serve(hosts, backend, vip);
        }
        PacketDispatcher dispatcher =
                dispatch(hosts, PacketForwardingMode.LSMAC, vip, List.of("10.77.0.11", "10.77.0.12"), true);
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
    }

    @Test
    void lsnatTranslatesBothWays() throws Exception {
        Hosts hosts = behindARouter();
        String vip = "10.77.0.100";
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "route", "add", "default", "via", "10.77.0.2");
        }
        serve(hosts, "b1", "10.77.0.11");
        serve(hosts, "b2", "10.77.0.12");
        PacketDispatcher dispatcher =
                dispatch(hosts, PacketForwardingMode.LSNAT, vip, List.of("10.77.0.11", "10.77.0.12"), true);
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
        assertAllEnded(dispatcher, 20, upload(hosts, vip));
        assertTrue(dispatcher.status().backends().getFirst().packetsBack() > 10);
        assertTrue(sum(dispatcher, BackendStatus::bytesBack) > LARGE);
    }

    /** Back-ends have no route that leads clients' packets here, nor any to clients at all. */
    @Test
    void lsnatWithPortTranslationNeedsNothingOfItsBackends() throws Exception {
        Hosts hosts = behindARouter();
        String vip = "10.77.0.100";
        serve(hosts, "b1", "10.77.0.11");
        serve(hosts, "b2", "10.77.0.12");
        PacketDispatcher dispatcher = open(
                hosts,
                "dispatcher",
                settings(PacketForwardingMode.LSNAT, vip, List.of("10.77.0.11", "10.77.0.12"), true, PolicyName.RR)
                        .with(PacketSettings.PORT_TRANSLATION, new TranslationPortRange(20_000, 20_099)));
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
        assertAllEnded(dispatcher, 20, upload(hosts, vip));
        assertTrue(dispatcher.status().backends().getFirst().packetsBack() > 10);
        assertTrue(sum(dispatcher, BackendStatus::bytesBack) > LARGE);
    }

    /** Two dispatchers: one ends without a word, as far as the other can know, and a session goes on. */
    @Test
    void sessionsGoOnByTheStandBy() throws Exception {
        Hosts hosts = new Hosts(
                "client",
                "10.77.0.1/24",
                "dispatcher",
                "10.77.0.2/24",
                "other",
                "10.77.0.3/24",
                "b1",
                "10.77.0.11/24",
                "b2",
                "10.77.0.12/24");
        open.add(hosts);
        String vip = "10.77.0.100";
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "address", "add", vip + "/32", "dev", "lo");
            hosts.sh(backend, "echo 1 > /proc/sys/net/ipv4/conf/eth0/arp_ignore");
            hosts.sh(backend, "echo 2 > /proc/sys/net/ipv4/conf/eth0/arp_announce");
            serve(hosts, backend, vip);
        }
        PacketDispatcher first = open(hosts, "dispatcher", shared(vip, 200));
        awaitBackends(first, 2);
        Eventually.that("it is active", () -> first.status().active());
        PacketDispatcher second = open(hosts, "other", shared(vip, 100));
        awaitBackends(second, 2);
        try (Socket socket = hosts.in("client", () -> new Socket(vip, PORT))) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write("before ".getBytes(StandardCharsets.US_ASCII));
            assertFalse(second.status().active());
            // Its words stop with its wire.
            hosts.ip("dispatcher", "link", "set", "eth0", "down");
            Eventually.that("the other is active", () -> second.status().active());
            socket.getOutputStream().write("and after".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(answer.endsWith("before and after"), answer);
        }
        assertEquals(
                20,
                ask(hosts, vip, 20).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum());
        assertEquals(1, second.status().takeovers());
        // The first one's socket, which could give no frames meanwhile, goes on.
        hosts.ip("dispatcher", "link", "set", "eth0", "up");
        Eventually.that("the other is passive again", () -> !second.status().active());
        assertEquals(
                20,
                ask(hosts, vip, 20).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum());
    }

    private static PacketSettings shared(String vip, int priority) throws Exception {
        return settings(PacketForwardingMode.LSMAC, vip, List.of("10.77.0.11", "10.77.0.12"), true, PolicyName.LB)
                .with(StandbySettings.PRIORITY, priority);
    }

    /** A back-end that leaves gets no new sessions, and one that comes back does. */
    @Test
    void aSilentBackendGetsNoNewSessions() throws Exception {
        Hosts hosts = behindARouter();
        String vip = "10.77.0.100";
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "route", "add", "default", "via", "10.77.0.2");
        }
        serve(hosts, "b1", "10.77.0.11");
        serve(hosts, "b2", "10.77.0.12");
        PacketDispatcher dispatcher =
                dispatch(hosts, PacketForwardingMode.LSNAT, vip, List.of("10.77.0.11", "10.77.0.12"), true);
        awaitBackends(dispatcher, 2);
        hosts.ip("b1", "link", "set", "eth0", "down");
        awaitBackends(dispatcher, 1);
        assertEquals(Map.of("b2", 6), ask(hosts, vip, 6));
        hosts.ip("b1", "link", "set", "eth0", "up");
        hosts.ip("b1", "route", "replace", "default", "via", "10.77.0.2");
        awaitBackends(dispatcher, 2);
        assertEquals(2, ask(hosts, vip, 6).size());
    }

    /** The dispatcher's card does not cut packets, as its neighbours' do: then the system does. */
    @Test
    void packetsThatTheCardDoesNotCutAreCutOnTheWay() throws Exception {
        Hosts hosts = behindARouter();
        String vip = "10.77.0.100";
        hosts.ip("dispatcher", "link", "set", "eth0", "gso_max_size", "1500");
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "route", "add", "default", "via", "10.77.0.2");
        }
        serve(hosts, "b1", "10.77.0.11");
        serve(hosts, "b2", "10.77.0.12");
        PacketDispatcher dispatcher =
                dispatch(hosts, PacketForwardingMode.LSNAT, vip, List.of("10.77.0.11", "10.77.0.12"), true);
        awaitBackends(dispatcher, 2);
        try (PacketSocket one = packetsTo(hosts, "b1", "10.77.0.11");
                PacketSocket other = packetsTo(hosts, "b2", "10.77.0.12")) {
            assertAllEnded(dispatcher, 0, upload(hosts, vip));
            assertEquals(LONGEST_ON_A_WIRE, Math.max(longest(one), longest(other)));
        }
    }

    /** Back-ends that have the cluster address at {@code lo} answer nobody for it. */
    @Test
    void lsmacOfIpv6OnOneSegment() throws Exception {
        Hosts hosts = sixOnOneSegment();
        String vip = "fd77::100";
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "address", "add", vip + "/128", "dev", "lo", "nodad");
            serve(hosts, backend, vip);
        }
        PacketDispatcher dispatcher =
                dispatch(hosts, PacketForwardingMode.LSMAC, vip, List.of("fd77::11", "fd77::12"), true);
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
        assertAllEnded(dispatcher, 20, upload(hosts, vip));
    }

    /** The paper's set-up: they answer for it, and a route leads here. */
    @Test
    void lsmacOfIpv6FindsBackendsByItself() throws Exception {
        Hosts hosts = sixOnOneSegment();
        String vip = "fd99::1";
        hosts.ip("client", "route", "add", vip, "via", "fd77::2");
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "address", "add", vip + "/128", "dev", "eth0", "nodad");
            serve(hosts, backend, vip);
        }
        PacketDispatcher dispatcher = dispatch(hosts, PacketForwardingMode.LSMAC, vip, List.of(), false);
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
    }

    @Test
    void lsnatOfIpv6TranslatesBothWays() throws Exception {
        Hosts hosts = sixOnOneSegment();
        String vip = "fd77::100";
        for (String backend : List.of("b1", "b2")) {
            // The client is on the segment too, so what is for it goes by the dispatcher all the same.
            hosts.ip(backend, "route", "add", "fd77::1", "via", "fd77::2");
        }
        serve(hosts, "b1", "fd77::11");
        serve(hosts, "b2", "fd77::12");
        PacketDispatcher dispatcher =
                dispatch(hosts, PacketForwardingMode.LSNAT, vip, List.of("fd77::11", "fd77::12"), true);
        awaitBackends(dispatcher, 2);
        assertEquals(Map.of("b1", 10, "b2", 10), ask(hosts, vip, 20));
        assertAllEnded(dispatcher, 20, upload(hosts, vip));
    }

    private Hosts sixOnOneSegment() throws Exception {
        // The JVM looks here, too, when it starts: in a namespace whose lo is down there is none.
        Path six = Path.of("/proc/net/if_inet6");
        assumeTrue(Files.exists(six) && !Files.readString(six).isEmpty(), "no IPv6 in this system");
        Hosts hosts = onOneSegment();
        String[] numbered = {"client", "1", "dispatcher", "2", "b1", "11", "b2", "12"};
        for (int at = 0; at < numbered.length; at += 2) {
            hosts.ip(numbered[at], "address", "add", "fd77::" + numbered[at + 1] + "/64", "dev", "eth0", "nodad");
        }
        hosts.ip("dispatcher", "-6", "route", "add", "blackhole", "default");
        return hosts;
    }

    /** Of a VLAN that this interface has no part in. */
    @Test
    void whatHasATagIsNotForTheDispatcher() throws Exception {
        Hosts hosts = onOneSegment();
        String vip = "10.77.0.100";
        PacketDispatcher dispatcher =
                dispatch(hosts, PacketForwardingMode.LSNAT, vip, List.of("10.77.0.11", "10.77.0.12"), true);
        awaitBackends(dispatcher, 2);
        long to = hosts.in("dispatcher", () -> NetworkDevice.named("eth0").mac().bits());
        NetworkDevice client = hosts.in("client", () -> NetworkDevice.named("eth0"));
        byte[] syn = Packets.tcp(address("10.77.0.1"), 40_000, address(vip), PORT, EthernetFrame.SYN, "");
        ByteBuffer.wrap(syn)
                .putShort((short) (to >>> 32))
                .putInt((int) to)
                .putShort((short) (client.mac().bits() >>> 32))
                .putInt((int) client.mac().bits());
        byte[] tagged = ByteBuffer.allocate(syn.length + 4)
                .put(syn, 0, 12)
                .putInt(0x81000005)
                .put(syn, 12, syn.length - 12)
                .array();
        try (PacketSocket link = hosts.in(
                "client", () -> PacketSocket.open(client, BpfFilterBuilder.of(IpAddress.four(0), List.of())))) {
            for (byte[] frame : List.of(tagged, syn)) {
                MemorySegment memory = link.memory();
                memory.asSlice(link.own(), EthernetFrame.VIRTIO_BYTES).fill((byte) 0);
                MemorySegment.copy(
                        frame, 0, memory, ValueLayout.JAVA_BYTE, link.own() + EthernetFrame.VIRTIO_BYTES, frame.length);
                assertTrue(link.sendOwn(frame.length));
            }
            Eventually.that("the last one has come", () -> begun(dispatcher) > 0);
            assertEquals(1, begun(dispatcher));
        }
    }

    private static long begun(PacketDispatcher dispatcher) {
        return sum(dispatcher, BackendStatus::begun);
    }

    private static long sum(PacketDispatcher dispatcher, ToLongFunction<BackendStatus> counter) {
        return dispatcher.status().backends().stream().mapToLong(counter).sum();
    }

    /** Each would send every packet on. */
    @Test
    void aSecondDispatcherOfTheSameAddressIsRefused() throws Exception {
        Hosts hosts = onOneSegment();
        PacketDispatcher first =
                dispatch(hosts, PacketForwardingMode.LSNAT, "10.77.0.100", List.of("10.77.0.11"), true);
        IOException refused = assertThrows(
                IOException.class,
                () -> dispatch(hosts, PacketForwardingMode.LSNAT, "10.77.0.100", List.of("10.77.0.11"), true));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("another dispatcher of 10.77.0.100 at eth0"),
                () -> "" + refused.getMessage());
        dispatch(hosts, PacketForwardingMode.LSNAT, "10.77.0.101", List.of("10.77.0.11"), true);
        first.close();
        dispatch(hosts, PacketForwardingMode.LSNAT, "10.77.0.100", List.of("10.77.0.11"), true);
    }

    /** Nobody hears anything of the old one any more, and its hardware address is nobody's. */
    @Test
    void anInterfaceThatIsMadeAnewEndsTheDispatcher() throws Exception {
        Hosts hosts = onOneSegment();
        dispatch(hosts, PacketForwardingMode.LSNAT, "10.77.0.100", List.of("10.77.0.11"), true);
        hosts.ip("dispatcher", "link", "del", "eth0");
        hosts.wire("dispatcher", "10.79.0.2/24", "b1", "10.79.0.11/24");
        hosts.ip("dispatcher", "link", "set", "eth1", "down");
        hosts.ip("dispatcher", "link", "set", "eth1", "name", "eth0");
        Eventually.that("its end is told", () -> failures.get() == 1);
    }

    @Test
    void anotherHardwareAddressEndsTheDispatcher() throws Exception {
        Hosts hosts = onOneSegment();
        dispatch(hosts, PacketForwardingMode.LSNAT, "10.77.0.100", List.of("10.77.0.11"), true);
        hosts.ip("dispatcher", "link", "set", "eth0", "address", "02:00:00:00:77:77");
        Eventually.that("its end is told", () -> failures.get() == 1);
    }

    private static void awaitBackends(PacketDispatcher dispatcher, int number) {
        Eventually.that(number + " back-ends are here", () -> here(dispatcher) == number);
    }

    private static long here(PacketDispatcher dispatcher) {
        return dispatcher.status().backends().stream()
                .filter(BackendStatus::here)
                .count();
    }

    /** No session is load of a back-end any more, and nothing was lost on the way. */
    private static void assertAllEnded(PacketDispatcher dispatcher, int asked, int uploads) {
        Eventually.that("every session ends", () -> sum(dispatcher, BackendStatus::sessions) == 0);
        PacketStatus status = dispatcher.status();
        assertEquals(asked + uploads, begun(dispatcher));
        assertTrue(sum(dispatcher, BackendStatus::bytes) > (long) uploads * LARGE);
        for (DropReason why : List.of(
                DropReason.UNSENT, DropReason.UNREAD, DropReason.MALFORMED, DropReason.TOO_LONG, DropReason.NO_PORT)) {
            assertEquals(0L, status.dropped().get(why), why::label);
        }
    }

    private Hosts onOneSegment() throws Exception {
        Hosts hosts = new Hosts(
                "client", "10.77.0.1/24", "dispatcher", "10.77.0.2/24", "b1", "10.77.0.11/24", "b2", "10.77.0.12/24");
        open.add(hosts);
        return hosts;
    }

    private Hosts behindARouter() throws Exception {
        Hosts hosts = new Hosts(
                "client",
                "10.76.0.9/24",
                "router",
                "10.77.0.254/24",
                "dispatcher",
                "10.77.0.2/24",
                "b1",
                "10.77.0.11/24",
                "b2",
                "10.77.0.12/24");
        open.add(hosts);
        hosts.ip("client", "link", "set", "eth0", "down");
        hosts.wire("client", "10.78.0.1/24", "router", "10.78.0.254/24");
        hosts.ip("client", "route", "add", "default", "via", "10.78.0.254");
        hosts.sh("router", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        return hosts;
    }

    private PacketDispatcher dispatch(
            Hosts hosts, PacketForwardingMode mode, String vip, List<String> backends, boolean answerArp)
            throws Exception {
        return open(hosts, "dispatcher", settings(mode, vip, backends, answerArp, PolicyName.RR));
    }

    private PacketDispatcher open(Hosts hosts, String host, PacketSettings settings) throws Exception {
        PacketDispatcher dispatcher = hosts.in(host, () -> {
            PacketDispatcher prepared =
                    PacketDispatcher.prepare(settings, 42, Ticker.system(), failures::incrementAndGet);
            prepared.begin();
            return prepared;
        });
        open.add(dispatcher);
        return dispatcher;
    }

    private static PacketSettings settings(
            PacketForwardingMode mode, String vip, List<String> backends, boolean answerArp, PolicyName policy)
            throws Exception {
        List<PacketSettings.Listed> listed = new ArrayList<>();
        for (String backend : backends) {
            listed.add(new PacketSettings.Listed(address(backend), 0, 1));
        }
        return new PacketSettings(
                mode,
                policy,
                listed,
                Packets.values(address(vip))
                        .withValue(PacketSettings.PORTS, List.of(PORT))
                        .withValue(PacketSettings.ANSWER_ARP, answerArp)
                        .withValue(SessionLimits.SESSIONS, 10_000)
                        .withValue(SessionLimits.HALF_OPEN, 1000)
                        .withValue(SessionLimits.CLOSING_TIME, Duration.ofSeconds(30))
                        .withValue(PacketSettings.ASK_INTERVAL, Duration.ofMillis(100))
                        .withValue(PacketSettings.SILENT_AFTER, Duration.ofSeconds(1)));
    }

    private static IpAddress address(String text) throws Exception {
        return IpAddress.of(InetAddress.getByName(text));
    }

    /** A server that says its name and sends back the length and checksum of what it was sent. */
    private void serve(Hosts hosts, String host, String address) throws Exception {
        ServerSocket server = hosts.in(host, () -> new ServerSocket(PORT, 100, InetAddress.getByName(address)));
        open.add(server);
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket client = server.accept();
                    Thread.ofVirtual().start(() -> answer(client, host));
                }
            } catch (IOException e) {
                // Closed with the test.
            }
        });
    }

    private static void answer(Socket client, String host) {
        try (client) {
            byte[] sent = client.getInputStream().readAllBytes();
            OutputStream out = client.getOutputStream();
            out.write((host + " " + sum(sent) + "\n").getBytes(StandardCharsets.US_ASCII));
            out.write(sent);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    private static Map<String, Integer> ask(Hosts hosts, String vip, int times) throws Exception {
        Map<String, Integer> answered = new TreeMap<>();
        for (int i = 0; i < times; i++) {
            answered.merge(exchange(hosts, vip, ("hello " + i).getBytes(StandardCharsets.US_ASCII)), 1, Integer::sum);
        }
        return answered;
    }

    /**
     * Uploads until a packet longer than any on a wire, whose checksum nobody has finished, has come to the dispatcher:
     * the client's system decides how much goes into one, by what is ready when the window opens.
     *
     * @return the number of uploads
     */
    private static int upload(Hosts hosts, String vip) throws Exception {
        byte[] large = new byte[LARGE];
        new Random(1).nextBytes(large);
        try (PacketSocket seen = packetsTo(hosts, "dispatcher", vip)) {
            for (int uploads = 1; uploads <= MOST_UPLOADS; uploads++) {
                exchange(hosts, vip, large);
                if (longest(seen) > LONGEST_ON_A_WIRE) {
                    return uploads;
                }
            }
        }
        throw new AssertionError("no packet longer than " + LONGEST_ON_A_WIRE + " bytes in " + MOST_UPLOADS
                + " uploads; expected the client's interface to cut packets");
    }

    /** The packets that come to a host for an address. */
    private static PacketSocket packetsTo(Hosts hosts, String host, String address) throws Exception {
        return hosts.in(
                host,
                () -> PacketSocket.open(NetworkDevice.named("eth0"), BpfFilterBuilder.of(address(address), List.of())));
    }

    private static int longest(PacketSocket seen) {
        int longest = 0;
        for (int came = seen.receive(0); came > 0; came = seen.receive(0)) {
            for (int i = 0; i < came; i++) {
                longest = Math.max(longest, seen.bytes(i));
            }
        }
        return longest;
    }

    /** The back-end that answered correctly. */
    private static String exchange(Hosts hosts, String vip, byte[] bytes) throws Exception {
        return hosts.in("client", () -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getByName(vip), PORT), 10_000);
                socket.setSoTimeout(30_000);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                byte[] answer = socket.getInputStream().readAllBytes();
                int end = 0;
                while (answer[end] != '\n') {
                    end++;
                }
                String[] words = new String(answer, 0, end, StandardCharsets.US_ASCII).split(" ");
                assertEquals(Long.toString(sum(bytes)), words[1]);
                assertEquals(end + 1 + bytes.length, answer.length);
                byte[] back = new byte[bytes.length];
                System.arraycopy(answer, end + 1, back, 0, back.length);
                assertEquals(sum(bytes), sum(back));
                return words[0];
            }
        });
    }
}
