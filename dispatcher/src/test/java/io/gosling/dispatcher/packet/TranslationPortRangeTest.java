package io.gosling.dispatcher.packet;

import static io.gosling.dispatcher.packet.Packets.address;
import static io.gosling.dispatcher.packet.Packets.mac;
import static io.gosling.dispatcher.packet.Packets.six;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.packet.frame.ArpCodec;
import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.EthernetFrame.Kind;
import io.gosling.dispatcher.packet.frame.IcmpQuotedPacket;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.frame.NdpMessage;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.policy.PolicyName;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** LSNAT where clients are ports of the cluster address to back-ends, in both families, without a wire. */
class TranslationPortRangeTest {
    private static final int PORT = 40_000;
    private static final int FIRST = 20_000;

    private final FakeLink link = new FakeLink();
    private final AtomicLong nanos = new AtomicLong();
    private IpAddress cluster = address(10, 77, 0, 100);
    private IpAddress client = address(192, 0, 2, 1);
    private IpAddress backend = address(10, 77, 0, 11);

    private void ofSix() {
        cluster = six(1);
        client = six(7);
        backend = six(11);
    }

    private PacketSettings settings(int ports, List<Integer> served) {
        return new PacketSettings(
                PacketForwardingMode.LSNAT,
                PolicyName.LB,
                List.of(new PacketSettings.Listed(backend, 8080, 1)),
                Packets.values(cluster)
                        .withValue(PacketSettings.PORTS, served)
                        .withValue(SessionLimits.SESSIONS, 100)
                        .withValue(SessionLimits.HALF_OPEN, 50)
                        .withValue(SessionLimits.HALF_OPEN_TIME, Duration.ofSeconds(5))
                        .withValue(SessionLimits.IDLE_TIME, Duration.ofMinutes(5))
                        .withValue(SessionLimits.CLOSING_TIME, Duration.ofSeconds(10))
                        .withValue(
                                PacketSettings.PORT_TRANSLATION, new TranslationPortRange(FIRST, FIRST + ports - 1)));
    }

    private IpAddress own() {
        return cluster.isFour() ? address(10, 77, 0, 2) : new IpAddress(0xFE80L << 48, 2);
    }

    private PacketDispatcher dispatcher(int ports) {
        PacketDispatcher dispatcher = PacketDispatcher.over(
                link,
                settings(ports, List.of(80)),
                new NetworkDevice(
                        "eth0", 1, new MacAddress(Packets.OWN_MAC), List.of(own()), List.of(own().isFour() ? 32 : 128)),
                address -> address,
                () -> "",
                5,
                nanos::get,
                () -> {},
                new ResourceStack());
        backendAnswers();
        dispatcher.loop().step();
        return dispatcher;
    }

    private void backendAnswers() {
        MemorySegment memory = MemorySegment.ofArray(new byte[256]);
        int bytes = ArpCodec.FRAME_BYTES;
        if (cluster.isFour()) {
            ArpCodec.answer(memory, 0, 0x02_00_00_00_01_00L, backend.bits(), Packets.OWN_MAC, own().bits());
        } else {
            NdpMessage.answer(memory, 0, 0x02_00_00_00_01_00L, backend, Packets.OWN_MAC, own());
            bytes = NdpMessage.FRAME_BYTES;
        }
        link.coming.add(java.util.Arrays.copyOf(Packets.frame(memory), bytes));
    }

    private List<byte[]> of(PacketDispatcher dispatcher, byte[] frame) {
        link.sent.clear();
        link.coming.add(frame);
        dispatcher.loop().step();
        return List.copyOf(link.sent);
    }

    private EthernetFrame one(PacketDispatcher dispatcher, byte[] frame) {
        List<byte[]> sent = of(dispatcher, frame);
        assertEquals(1, sent.size(), () -> "sent " + sent.size() + ", " + dispatcher.status());
        byte[] bytes = sent.getFirst();
        EthernetFrame read = new EthernetFrame(Packets.behindVirtio(bytes));
        Kind kind = read.read(0, bytes.length);
        if (kind == Kind.TCP) {
            assertTrue(Packets.isRight(bytes));
        } else {
            assertEquals(Kind.ICMP, kind);
            assertEquals(Packets.icmpChecksum(bytes), Packets.icmpChecksumIn(bytes));
        }
        return read;
    }

    private EthernetFrame fromClient(PacketDispatcher dispatcher, int port, int flags) {
        return one(dispatcher, Packets.tcp(client, port, cluster, 80, flags, "hello"));
    }

    private byte[] answer(int port, int flags) {
        return Packets.tcp(backend, 8080, cluster, port, flags, "world");
    }

    private static IpAddress source(EthernetFrame frame) {
        return new IpAddress(frame.sourceHigh(), frame.sourceLow());
    }

    private static long dropped(PacketDispatcher dispatcher, DropReason why) {
        return dispatcher.status().dropped().getOrDefault(why, 0L);
    }

    @Test
    void bothEndsSeeTheClusterAddress() {
        bothEnds();
    }

    @Test
    void bothEndsOfIpv6DoToo() {
        ofSix();
        bothEnds();
    }

    private void bothEnds() {
        PacketDispatcher dispatcher = dispatcher(100);
        EthernetFrame in = fromClient(dispatcher, PORT, EthernetFrame.SYN);
        assertTrue(in.isTo(backend));
        assertEquals(8080, in.destinationPort());
        assertEquals(cluster, source(in));
        int port = in.sourcePort();
        assertTrue(port >= FIRST && port < FIRST + 100, "port " + port);
        assertNotEquals(
                port, fromClient(dispatcher, PORT + 1, EthernetFrame.SYN).sourcePort());
        EthernetFrame out = one(dispatcher, answer(port, EthernetFrame.SYN | EthernetFrame.ACK));
        assertTrue(out.isTo(client));
        assertEquals(PORT, out.destinationPort());
        assertEquals(cluster, source(out));
        assertEquals(80, out.sourcePort());
        assertEquals(Packets.CLIENT_MAC, mac(link.sent.getFirst(), 0), "the way that it came");
        assertEquals(port, fromClient(dispatcher, PORT, EthernetFrame.ACK).sourcePort());
        assertEquals(1, dispatcher.status().backends().getFirst().packetsBack());
        dispatcher.close();
    }

    @Test
    void errorsAreTranslatedAtBothEnds() {
        errors(address(10, 88, 0, 254));
    }

    @Test
    void errorsOfIpv6AreToo() {
        ofSix();
        errors(six(254));
    }

    private void errors(IpAddress router) {
        PacketDispatcher dispatcher = dispatcher(100);
        int port = fromClient(dispatcher, PORT, EthernetFrame.SYN).sourcePort();
        EthernetFrame out = one(
                dispatcher,
                Packets.tooLong(router, cluster, Packets.tcp(cluster, port, backend, 8080, EthernetFrame.ACK, "long")));
        assertTrue(out.isTo(client));
        assertEquals(cluster, source(out));
        assertTrue(out.quotesTcp());
        IcmpQuotedPacket about = out.quotation();
        assertTrue(about.isFrom(client));
        assertEquals(PORT, about.sourcePort());
        assertEquals(cluster, new IpAddress(about.destinationHigh(), about.destinationLow()));
        assertEquals(80, about.destinationPort());
        EthernetFrame in = one(
                dispatcher,
                Packets.tooLong(router, cluster, Packets.tcp(cluster, 80, client, PORT, EthernetFrame.ACK, "long")));
        assertTrue(in.isTo(backend));
        assertTrue(in.quotesTcp());
        assertTrue(in.quotation().isFrom(backend));
        assertEquals(8080, in.quotation().sourcePort());
        assertEquals(
                cluster,
                new IpAddress(in.quotation().destinationHigh(), in.quotation().destinationLow()));
        assertEquals(port, in.quotation().destinationPort());
        assertEquals(
                List.of(),
                of(
                        dispatcher,
                        Packets.tooLong(
                                router,
                                cluster,
                                Packets.tcp(cluster, port + 1, backend, 8080, EthernetFrame.ACK, "long"))));
        assertEquals(1, dropped(dispatcher, DropReason.NO_SESSION), "of a port that is nobody's");
        dispatcher.close();
    }

    @Test
    void whatIsNotABackendsOrForNobodysPortGoesNowhere() {
        PacketDispatcher dispatcher = dispatcher(100);
        int port = fromClient(dispatcher, PORT, EthernetFrame.SYN).sourcePort();
        assertEquals(List.of(), of(dispatcher, answer(port + 1, EthernetFrame.ACK)));
        assertEquals(List.of(), of(dispatcher, Packets.tcp(client, 8080, cluster, port, EthernetFrame.ACK, "")));
        assertEquals(List.of(), of(dispatcher, Packets.tcp(client, PORT + 5, cluster, 80, EthernetFrame.ACK, "")));
        assertEquals(
                3,
                dropped(dispatcher, DropReason.NO_SESSION),
                "nor is a session of a dispatcher before this one resumed, whose port nobody knows");
        dispatcher.close();
    }

    /**
     * Back-ends see the cluster address in its place, so that their own systems, which would refuse it, cannot know.
     */
    @Test
    void whoCannotHaveSentItIsNotSpokenFor() {
        PacketDispatcher dispatcher = dispatcher(100);
        IpAddress[] strangers = {
            address(224, 0, 0, 1), address(255, 255, 255, 255), address(127, 0, 0, 1), address(0, 0, 0, 0), cluster
        };
        for (IpAddress stranger : strangers) {
            assertEquals(List.of(), of(dispatcher, Packets.tcp(stranger, PORT, cluster, 80, EthernetFrame.SYN, "")));
        }
        assertEquals(strangers.length, dropped(dispatcher, DropReason.MALFORMED));
        assertEquals(0, dispatcher.status().backends().getFirst().begun());
        dispatcher.close();
    }

    /** A flood of SYNs has half of the ports; the rest are those of sessions that are answered. */
    @Test
    void whenAllPortsAreTakenThatIsCountedAndEachIsGivenBack() {
        PacketDispatcher dispatcher = dispatcher(8);
        List<Integer> ports = new ArrayList<>();
        for (int session = 0; session < 8; session++) {
            int port = fromClient(dispatcher, PORT + session, EthernetFrame.SYN).sourcePort();
            ports.add(port);
            one(dispatcher, answer(port, EthernetFrame.SYN | EthernetFrame.ACK));
            assertEquals(
                    port,
                    fromClient(dispatcher, PORT + session, EthernetFrame.ACK).sourcePort());
        }
        assertEquals(List.of(), of(dispatcher, Packets.tcp(client, PORT + 8, cluster, 80, EthernetFrame.SYN, "")));
        assertEquals(1, dropped(dispatcher, DropReason.EXHAUSTED));
        assertEquals(8, dispatcher.status().backends().getFirst().sessions(), "nor is it load");
        one(dispatcher, Packets.tcp(client, PORT + 3, cluster, 80, EthernetFrame.RST, ""));
        for (int tick = 0; tick < 250; tick++) {
            nanos.addAndGet(100_000_000);
            backendAnswers();
            dispatcher.loop().step();
        }
        assertEquals(
                ports.get(3),
                one(dispatcher, Packets.tcp(client, PORT + 8, cluster, 80, EthernetFrame.SYN, ""))
                        .sourcePort());
        dispatcher.close();
    }

    @Test
    void floodsLeaveHalfOfThePorts() {
        PacketDispatcher dispatcher = dispatcher(8);
        for (int session = 0; session < 100; session++) {
            fromClient(dispatcher, PORT + session, EthernetFrame.SYN);
        }
        assertEquals(0, dropped(dispatcher, DropReason.EXHAUSTED));
        assertEquals(4, dispatcher.status().backends().getFirst().sessions());
        dispatcher.close();
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> settings(100, List.of(FIRST + 50)));
        assertTrue(String.valueOf(refused.getMessage()).contains("which stand for clients"), refused::toString);
        refused = assertThrows(
                IllegalArgumentException.class,
                () -> new PacketSettings(
                        PacketForwardingMode.LSMAC,
                        PolicyName.RR,
                        List.of(),
                        Packets.values(cluster)
                                .withValue(PacketSettings.PORT_TRANSLATION, new TranslationPortRange(2000, 3000))));
        assertTrue(String.valueOf(refused.getMessage()).contains("LSMAC changes none"), refused::toString);
    }
}
