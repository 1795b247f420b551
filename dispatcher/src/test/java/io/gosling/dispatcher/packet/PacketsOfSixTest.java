package io.gosling.dispatcher.packet;

import static io.gosling.dispatcher.packet.Packets.mac;
import static io.gosling.dispatcher.packet.Packets.six;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.EthernetFrame.Kind;
import io.gosling.dispatcher.packet.frame.IcmpQuotedPacket;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.frame.NdpMessage;
import io.gosling.dispatcher.packet.frame.NeighbourMessage;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.policy.PolicyName;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same dispatchers where all addresses are of IPv6, without a wire. */
class PacketsOfSixTest {
    private static final IpAddress CLUSTER = six(1);
    private static final IpAddress CLIENT = six(7);
    private static final IpAddress OWN = new IpAddress(0xFE80L << 48, 2);
    private static final List<IpAddress> BACKENDS = List.of(six(11), six(12));
    private static final int PORT = 40_000;

    private final FakeLink link = new FakeLink();
    private final AtomicLong nanos = new AtomicLong();
    private final List<PacketDispatcher> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(PacketDispatcher::close);
    }

    private PacketDispatcher dispatcher(PacketForwardingMode mode, boolean answers, List<IpAddress> backends) {
        PacketSettings settings = new PacketSettings(
                mode,
                PolicyName.RR,
                backends.stream()
                        .map(backend ->
                                new PacketSettings.Listed(backend, mode == PacketForwardingMode.LSNAT ? 8080 : 0, 1))
                        .toList(),
                Packets.values(CLUSTER).withValue(PacketSettings.ANSWER_ARP, answers));
        NetworkDevice device =
                new NetworkDevice("eth0", 1, new MacAddress(Packets.OWN_MAC), List.of(OWN), List.of(128));
        PacketDispatcher dispatcher = PacketDispatcher.over(
                link, settings, device, address -> address, () -> "", 5, nanos::get, () -> {}, new ResourceStack());
        open.add(dispatcher);
        return dispatcher;
    }

    private PacketDispatcher lsnat() {
        PacketDispatcher dispatcher = dispatcher(PacketForwardingMode.LSNAT, true, BACKENDS);
        says(BACKENDS.get(0), backendMac(0));
        says(BACKENDS.get(1), backendMac(1));
        step(dispatcher);
        return dispatcher;
    }

    private static long backendMac(int backend) {
        return 0x02_00_00_00_01_00L + backend;
    }

    /** Somebody says that it has an address. */
    private void says(IpAddress address, long mac) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + NdpMessage.FRAME_BYTES]);
        NdpMessage.answer(memory, 0, mac, address, Packets.OWN_MAC, OWN);
        link.coming.add(Packets.frame(memory));
    }

    private void asks(IpAddress target) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + NdpMessage.FRAME_BYTES]);
        NdpMessage.ask(memory, 0, Packets.CLIENT_MAC, CLIENT, target);
        link.coming.add(Packets.frame(memory));
    }

    private void step(PacketDispatcher dispatcher) {
        dispatcher.loop().step();
    }

    private List<byte[]> of(PacketDispatcher dispatcher, byte[] frame) {
        link.sent.clear();
        link.coming.add(frame);
        step(dispatcher);
        return List.copyOf(link.sent);
    }

    private byte[] one(PacketDispatcher dispatcher, byte[] frame) {
        List<byte[]> sent = of(dispatcher, frame);
        assertEquals(1, sent.size(), () -> "sent " + sent.size() + ", " + dispatcher.status());
        return sent.getFirst();
    }

    private List<NeighbourMessage> said() {
        List<NeighbourMessage> said = new ArrayList<>();
        for (byte[] frame : link.own) {
            EthernetFrame read = new EthernetFrame(Packets.behindVirtio(frame));
            assertEquals(Kind.NDP, read.read(0, frame.length));
            said.add(read.word());
        }
        link.own.clear();
        return said;
    }

    private static int whose(byte[] frame) {
        return (int) (mac(frame, 0) - backendMac(0));
    }

    private static IpAddress addressIn(byte[] frame, int at) {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        return new IpAddress(bytes.getLong(at), bytes.getLong(at + 8));
    }

    private static byte[] client(int flags) {
        return Packets.tcp(CLIENT, PORT, CLUSTER, 80, flags, "");
    }

    private static long dropped(PacketDispatcher dispatcher, DropReason why) {
        return dispatcher.status().dropped().getOrDefault(why, 0L);
    }

    @Test
    void lsnatTranslatesBothWays() {
        PacketDispatcher dispatcher = lsnat();
        byte[] in = one(dispatcher, client(EthernetFrame.SYN));
        IpAddress server = BACKENDS.get(whose(in));
        assertTrue(Packets.isRight(in));
        assertEquals(server, addressIn(in, 38));
        assertEquals(8080, Packets.word(in, 56));
        assertEquals(63, in[21], "a hop");
        byte[] out =
                one(dispatcher, Packets.tcp(server, 8080, CLIENT, PORT, EthernetFrame.SYN | EthernetFrame.ACK, ""));
        assertTrue(Packets.isRight(out));
        assertEquals(CLUSTER, addressIn(out, 22));
        assertEquals(80, Packets.word(out, 54));
        assertEquals(Packets.CLIENT_MAC, mac(out, 0));
        assertEquals(
                List.of(),
                of(dispatcher, Packets.tcp(six(13), 8080, CLIENT, PORT, EthernetFrame.ACK, "")),
                "whose last 32 bits would have passed the filter");
    }

    /** The kernel's own way to find how long packets may be: without it uploads hang. */
    @Test
    void thatAPacketWasTooLongIsToldToWhoSentIt() {
        PacketDispatcher dispatcher = lsnat();
        IpAddress server = BACKENDS.get(whose(one(dispatcher, client(EthernetFrame.SYN))));
        byte[] aboutClients = Packets.tcp(CLIENT, PORT, server, 8080, EthernetFrame.ACK, "long");
        byte[] out = one(dispatcher, Packets.tooLong(six(254), CLIENT, aboutClients));
        assertEquals(CLUSTER, addressIn(out, 22));
        assertEquals(CLUSTER, addressIn(out, 14 + 40 + 8 + 24), "about what it has sent");
        assertEquals(Packets.icmpChecksum(out), Packets.icmpChecksumIn(out));
        byte[] aboutServers = Packets.tcp(CLUSTER, 80, CLIENT, PORT, EthernetFrame.ACK, "long");
        byte[] in = one(dispatcher, Packets.tooLong(six(253), CLUSTER, aboutServers));
        EthernetFrame read = new EthernetFrame(Packets.behindVirtio(in));
        assertEquals(Kind.ICMP, read.read(0, in.length));
        assertTrue(read.isTo(server));
        assertTrue(read.quotesTcp());
        IcmpQuotedPacket about = read.quotation();
        assertTrue(about.isFrom(server));
        assertEquals(8080, about.sourcePort());
        assertEquals(Packets.icmpChecksum(in), Packets.icmpChecksumIn(in));
    }

    @Test
    void backendsOfLsmacAreFoundByTheirAnswers() {
        PacketDispatcher dispatcher = dispatcher(PacketForwardingMode.LSMAC, false, List.of());
        step(dispatcher);
        assertEquals(
                List.of(new NeighbourMessage(true, Packets.OWN_MAC, OWN, CLUSTER)),
                said(),
                "asked with its own address");
        says(CLUSTER, backendMac(0));
        step(dispatcher);
        byte[] syn = client(EthernetFrame.SYN);
        byte[] sent = one(dispatcher, syn);
        assertEquals(0, whose(sent));
        for (int at = 12; at < syn.length; at++) {
            assertEquals(syn[at], sent[at], "byte " + at);
        }
        assertEquals(0, dispatcher.status().rivals(), "they have it too");
    }

    @Test
    void whoAsksForTheClusterAddressIsAnswered() {
        PacketDispatcher dispatcher = lsnat();
        List<NeighbourMessage> first = said();
        assertEquals(
                List.of(
                        new NeighbourMessage(false, Packets.OWN_MAC, CLUSTER, IpAddress.NONE),
                        new NeighbourMessage(true, Packets.OWN_MAC, OWN, BACKENDS.get(0)),
                        new NeighbourMessage(true, Packets.OWN_MAC, OWN, BACKENDS.get(1))),
                first);
        asks(CLUSTER);
        asks(six(99));
        step(dispatcher);
        assertEquals(List.of(new NeighbourMessage(false, Packets.OWN_MAC, CLUSTER, IpAddress.NONE)), said());
        says(CLUSTER, 0x02_00_00_00_00_99L);
        step(dispatcher);
        assertEquals(1, dispatcher.status().rivals());
    }

    @Test
    void theClusterAddressAnswersAnEcho() {
        byte[] echo = one(lsnat(), Packets.ping(CLIENT, CLUSTER));
        assertEquals(CLIENT, addressIn(echo, 38));
        assertEquals(Packets.CLIENT_MAC, mac(echo, 0));
        assertEquals(Packets.icmpChecksum(echo), Packets.icmpChecksumIn(echo));
    }

    @Test
    void whatHasAnExtensionHeaderOrIsAPartIsRefusedAndCounted() {
        PacketDispatcher dispatcher = lsnat();
        byte[] extended = client(EthernetFrame.SYN);
        extended[20] = 60;
        assertEquals(List.of(), of(dispatcher, extended));
        assertEquals(1, dropped(dispatcher, DropReason.EXTENDED));
        byte[] part = client(EthernetFrame.SYN);
        part[20] = 44;
        assertEquals(List.of(), of(dispatcher, part));
        assertEquals(1, dropped(dispatcher, DropReason.FRAGMENT));
        assertEquals(
                List.of(),
                of(
                        dispatcher,
                        Packets.tcp(
                                Packets.address(10, 0, 0, 1),
                                1,
                                Packets.address(10, 0, 0, 2),
                                80,
                                EthernetFrame.SYN,
                                "")));
        assertEquals(0, dropped(dispatcher, DropReason.NO_SESSION));
    }
}
