package io.gosling.dispatcher.packet.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.Packets;
import io.gosling.dispatcher.packet.frame.EthernetFrame.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests parsing frames, and checksums of rewritten ones. */
class EthernetFrameTest {
    private static final IpAddress CLIENT = Packets.address(192, 0, 2, 1);
    private static final IpAddress CLUSTER = Packets.address(10, 99, 0, 1);
    private static final IpAddress BACKEND = Packets.address(10, 77, 0, 11);

    private MemorySegment memory = MemorySegment.NULL;
    private EthernetFrame frame = new EthernetFrame(memory);

    private Kind read(byte[] bytes) {
        memory = Packets.behindVirtio(bytes);
        frame = new EthernetFrame(memory);
        return frame.read(0, bytes.length);
    }

    private static byte[] packet(String payload) {
        return Packets.tcp(CLIENT, 40_000, CLUSTER, 80, EthernetFrame.ACK, payload);
    }

    @Test
    void aPacketOfTcpIsRead() {
        assertEquals(Kind.TCP, read(packet("hello")));
        assertEquals(CLIENT, new IpAddress(frame.sourceHigh(), frame.sourceLow()));
        assertEquals(CLUSTER, new IpAddress(frame.destinationHigh(), frame.destinationLow()));
        assertTrue(frame.isTo(CLUSTER));
        assertFalse(frame.isTo(BACKEND));
        assertEquals(40_000, frame.sourcePort());
        assertEquals(80, frame.destinationPort());
        assertEquals(EthernetFrame.ACK, frame.tcpFlags());
        assertEquals(Packets.CLIENT_MAC, frame.sourceMac());
        assertEquals(45, frame.packetBytes());
    }

    @Test
    void whatPadsAShortFrameIsNoPartOfThePacket() {
        byte[] padded = java.util.Arrays.copyOf(packet(""), 60);
        assertEquals(Kind.TCP, read(padded));
        assertEquals(40, frame.packetBytes());
    }

    private static byte[] six(String payload) {
        return Packets.tcp(Packets.six(7), 40_000, Packets.six(8), 443, EthernetFrame.ACK, payload);
    }

    @Test
    void aPacketOfTcpInIpv6IsRead() {
        ByteBuffer bytes = ByteBuffer.allocate(14 + 40 + 20);
        bytes.putShort(12, (short) 0x86DD)
                .put(14, (byte) 0x60)
                .putShort(18, (short) 20)
                .put(20, (byte) 6);
        bytes.putLong(22, 0x20010DB8_00000000L)
                .putLong(30, 7)
                .putLong(38, 0x20010DB8_00000001L)
                .putLong(46, 8);
        bytes.putShort(54, (short) 40_000).putShort(56, (short) 443).put(67, (byte) EthernetFrame.SYN);
        assertEquals(Kind.TCP, read(bytes.array()));
        assertEquals("2001:db8:0:0:0:0:0:7", new IpAddress(frame.sourceHigh(), frame.sourceLow()).toString());
        assertTrue(frame.isTo(new IpAddress(0x20010DB8_00000001L, 8)));
        assertEquals(40_000, frame.sourcePort());
        assertEquals(443, frame.destinationPort());
        assertEquals(EthernetFrame.SYN, frame.tcpFlags());
        for (int extension : new int[] {0, 43, 51, 60, 135}) {
            bytes.put(20, (byte) extension);
            assertEquals(Kind.EXTENDED, read(bytes.array()));
            assertTrue(frame.isTo(new IpAddress(0x20010DB8_00000001L, 8)));
        }
        bytes.put(20, (byte) 44);
        assertEquals(Kind.FRAGMENT, read(bytes.array()));
        bytes.put(20, (byte) 17);
        assertEquals(Kind.OTHER, read(bytes.array()));
        bytes.put(20, (byte) 6).putShort(18, (short) 21);
        assertEquals(Kind.BROKEN, read(bytes.array()));
    }

    @Test
    void fragmentsAreNoTcp() {
        byte[] first = packet("x");
        ByteBuffer.wrap(first).putShort(20, (short) 0x2000);
        assertEquals(Kind.FRAGMENT, read(first));
        ByteBuffer.wrap(first).putShort(20, (short) 0x0003);
        assertEquals(Kind.FRAGMENT, read(first));
        ByteBuffer.wrap(first).putShort(20, (short) 0x4000);
        assertEquals(Kind.TCP, read(first), "only that it may not be taken apart");
    }

    /** Of the family of {@link #frame}. */
    private void redirect(Random random) {
        IpAddress other = some(random);
        frame.redirect(other.high(), other.low(), random.nextInt(65_536));
        assertTrue(frame.isTo(other));
    }

    private void disguise(Random random) {
        IpAddress other = some(random);
        frame.disguise(other.high(), other.low(), random.nextInt(65_536));
        assertEquals(other, new IpAddress(frame.sourceHigh(), frame.sourceLow()));
    }

    private IpAddress some(Random random) {
        return frame.isFour()
                ? IpAddress.four(random.nextInt())
                : new IpAddress(random.nextInt(4) == 0 ? -1 : random.nextLong(), random.nextLong());
    }

    @Test
    void anotherDestinationAndPortHaveRightChecksums() {
        Random random = new Random(3);
        for (int round = 0; round < 4000; round++) {
            String payload = "x".repeat(random.nextInt(50));
            assertEquals(Kind.TCP, read(round % 2 == 0 ? packet(payload) : six(payload)));
            assertTrue(frame.hop());
            redirect(random);
            assertTrue(Packets.isRight(Packets.frame(memory)), "redirected " + round);
            disguise(random);
            assertTrue(Packets.isRight(Packets.frame(memory)), "disguised " + round);
            assertEquals(63, Packets.frame(memory)[round % 2 == 0 ? 22 : 21]);
        }
    }

    /** A partial checksum covers the addresses alone, and has to stay so. */
    @Test
    void aPartialChecksumStaysPartial() {
        Random random = new Random(5);
        for (int round = 0; round < 4000; round++) {
            String payload = "x".repeat(random.nextInt(50));
            byte[] bytes = round % 2 == 0 ? packet(payload) : six(payload);
            ByteBuffer.wrap(bytes).putShort(Packets.transport(bytes) + 16, (short) Packets.partialChecksum(bytes));
            assertEquals(Kind.TCP, read(bytes));
            memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            redirect(random);
            assertPartial();
            disguise(random);
            assertPartial();
        }
    }

    private void assertPartial() {
        byte[] sent = Packets.frame(memory);
        assertEquals(Packets.partialChecksum(sent), Packets.word(sent, Packets.transport(sent) + 16));
    }

    @Test
    void aPacketWithoutHopsGoesNowhere() {
        byte[] bytes = packet("");
        bytes[22] = 1;
        read(bytes);
        assertFalse(frame.hop());
        assertEquals(1, Packets.frame(memory)[22]);
    }

    @Test
    void anErrorIsTranslatedInsideAndOutside() {
        byte[] quoted = Packets.tcp(CLUSTER, 80, CLIENT, 40_000, EthernetFrame.ACK, "long");
        assertEquals(Kind.ICMP, read(Packets.tooLong(Packets.address(192, 0, 2, 254), CLUSTER, quoted)));
        assertError(CLUSTER, CLIENT, BACKEND);
        assertEquals(
                0,
                InternetChecksum.of(InternetChecksum.sum(memory, EthernetFrame.VIRTIO_BYTES + 14 + 28, 20, 0)),
                "of the quoted header");
        assertEquals(
                0,
                InternetChecksum.of(InternetChecksum.sum(memory, EthernetFrame.VIRTIO_BYTES + 14, 20, 0)),
                "of the header");
    }

    @Test
    void anErrorOfIpv6IsTranslatedWithTheAddressesThatItsChecksumHas() {
        IpAddress cluster = Packets.six(1);
        IpAddress client = Packets.six(7);
        byte[] quoted = Packets.tcp(cluster, 80, client, 40_000, EthernetFrame.ACK, "long");
        assertEquals(Kind.ICMP, read(Packets.tooLong(Packets.six(99), cluster, quoted)));
        assertError(cluster, client, Packets.six(11));
    }

    private void assertError(IpAddress cluster, IpAddress client, IpAddress backend) {
        assertTrue(frame.quotesTcp());
        assertFalse(frame.isEchoRequest());
        IcmpQuotedPacket about = frame.quotation();
        assertTrue(about.isFrom(cluster));
        assertEquals(client, new IpAddress(about.destinationHigh(), about.destinationLow()));
        assertEquals(80, about.sourcePort());
        assertEquals(40_000, about.destinationPort());
        frame.errorTo(backend.high(), backend.low());
        frame.quoteSource(backend.high(), backend.low(), 8080);
        assertTrue(frame.hop());
        byte[] sent = Packets.frame(memory);
        assertEquals(Packets.icmpChecksum(sent), Packets.icmpChecksumIn(sent));
        assertTrue(frame.isTo(backend));
        assertTrue(about.isFrom(backend));
        assertEquals(8080, about.sourcePort());
    }

    @Test
    void anErrorOfABackendIsTranslatedBack() {
        byte[] quoted = Packets.tcp(CLIENT, 40_000, BACKEND, 8080, EthernetFrame.ACK, "long");
        read(Packets.tooLong(BACKEND, CLIENT, quoted));
        assertErrorBack(CLUSTER);
        assertEquals(0, InternetChecksum.of(InternetChecksum.sum(memory, EthernetFrame.VIRTIO_BYTES + 14, 20, 0)));
        read(Packets.tooLong(
                Packets.six(11),
                Packets.six(7),
                Packets.tcp(Packets.six(7), 40_000, Packets.six(11), 8080, EthernetFrame.ACK, "long")));
        assertErrorBack(Packets.six(1));
    }

    private void assertErrorBack(IpAddress cluster) {
        assertTrue(frame.quotesTcp());
        frame.errorFrom(cluster.high(), cluster.low());
        frame.quoteDestination(cluster.high(), cluster.low(), 80);
        byte[] sent = Packets.frame(memory);
        assertEquals(Packets.icmpChecksum(sent), Packets.icmpChecksumIn(sent));
        assertEquals(cluster, new IpAddress(frame.sourceHigh(), frame.sourceLow()));
        IcmpQuotedPacket about = frame.quotation();
        assertEquals(cluster, new IpAddress(about.destinationHigh(), about.destinationLow()));
        assertEquals(80, about.destinationPort());
    }

    @Test
    void anEchoGoesBackFromWhoeverAnswers() {
        for (IpAddress[] ends : new IpAddress[][] {{CLIENT, CLUSTER}, {Packets.six(7), Packets.six(1)}}) {
            byte[] request = Packets.ping(ends[0], ends[1]);
            request[ends[0].isFour() ? 22 : 21] = 1;
            if (ends[0].isFour()) {
                ByteBuffer.wrap(request).putShort(24, (short) Packets.headerChecksum(request));
            }
            assertEquals(Kind.ICMP, read(request));
            assertTrue(frame.isEchoRequest());
            assertFalse(frame.quotesTcp());
            frame.echo(77);
            byte[] sent = Packets.frame(memory);
            assertEquals(Packets.icmpChecksum(sent), Packets.icmpChecksumIn(sent));
            assertEquals(ends[0].isFour() ? 0 : (byte) 129, sent[Packets.transport(sent)]);
            assertTrue(frame.isTo(ends[0]));
            assertEquals(ends[1], new IpAddress(frame.sourceHigh(), frame.sourceLow()));
            assertEquals(64, sent[ends[0].isFour() ? 22 : 21], "it has a whole way before it");
            assertEquals(77, frame.sourceMac());
            if (ends[0].isFour()) {
                assertEquals(
                        0, InternetChecksum.of(InternetChecksum.sum(memory, EthernetFrame.VIRTIO_BYTES + 14, 20, 0)));
            }
        }
    }

    @Test
    void whoIsSeveralGetsNoEcho() {
        for (IpAddress group : new IpAddress[] {
            Packets.address(224, 0, 0, 1), Packets.address(255, 255, 255, 255), new IpAddress(0xFF02L << 48, 1)
        }) {
            read(Packets.ping(group, group.isFour() ? CLUSTER : Packets.six(1)));
            assertFalse(frame.isEchoRequest(), group::toString);
        }
    }

    @Test
    void questionsAndAnswersOfNeighbourDiscoveryAreReadAsTheyAreWritten() {
        IpAddress requester = new IpAddress(0xFE80L << 48, 5);
        IpAddress target = new IpAddress(0x20010DB8_00000000L, 0x0123_4567_89AB_CDEFL);
        MemorySegment own = MemorySegment.ofArray(new byte[256]);
        own.fill((byte) 0x55);
        EthernetFrame said = new EthernetFrame(own);
        NdpMessage.ask(own, 0, Packets.OWN_MAC, requester, target);
        assertEquals(Kind.NDP, said.read(0, NdpMessage.FRAME_BYTES));
        assertEquals(new NeighbourMessage(true, Packets.OWN_MAC, requester, target), said.word());
        assertTrue(said.isTo(new IpAddress(0xFF02L << 48, 0x0001_FFAB_CDEFL)), "the group of its last 24 bits");
        assertEquals(0x3333_FFAB_CDEFL, BigEndianAccess.mac(own, EthernetFrame.VIRTIO_BYTES));
        assertEquals(0, own.get(ValueLayout.JAVA_BYTE, 0));
        NdpMessage.answer(own, 0, Packets.OWN_MAC, target, Packets.CLIENT_MAC, requester);
        assertEquals(Kind.NDP, said.read(0, NdpMessage.FRAME_BYTES));
        assertEquals(new NeighbourMessage(false, Packets.OWN_MAC, target, IpAddress.NONE), said.word());
        assertTrue(said.isTo(requester));
        assertEquals(Packets.CLIENT_MAC, BigEndianAccess.mac(own, EthernetFrame.VIRTIO_BYTES));
        NdpMessage.announce(own, 0, Packets.OWN_MAC, target);
        assertEquals(Kind.NDP, said.read(0, NdpMessage.FRAME_BYTES));
        assertEquals(new NeighbourMessage(false, Packets.OWN_MAC, target, IpAddress.NONE), said.word());
        assertEquals(0x3333_0000_0001L, BigEndianAccess.mac(own, EthernetFrame.VIRTIO_BYTES));
        byte[] sent =
                own.asSlice(EthernetFrame.VIRTIO_BYTES, NdpMessage.FRAME_BYTES).toArray(ValueLayout.JAVA_BYTE);
        assertEquals(Packets.icmpChecksum(sent), Packets.icmpChecksumIn(sent));
    }

    /** Of another segment, of another code, or broken on its way. */
    @Test
    void whatMayNotBeBelievedIsNoNeighbourDiscovery() {
        for (int at : new int[] {21, 14 + 40 + 1, 14 + 40 + 9}) {
            byte[] wrong = ndp();
            assertEquals(Kind.NDP, read(wrong));
            wrong[at]--;
            assertEquals(Kind.ICMP, read(wrong), "byte " + at);
        }
        byte[] endless = ndp();
        endless[14 + 40 + 24] = 9;
        endless[14 + 40 + 25] = 0;
        ByteBuffer.wrap(endless).putShort(14 + 42, (short) Packets.icmpChecksum(endless));
        assertEquals(Kind.NDP, read(endless));
        assertEquals(3, frame.word().mac(), "an option of no length ends them; the frame says who sent it");
    }

    private static byte[] ndp() {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + NdpMessage.FRAME_BYTES]);
        NdpMessage.ask(memory, 0, 3, new IpAddress(0xFE80L << 48, 5), Packets.six(1));
        return Packets.frame(memory);
    }

    @Test
    void aQuestionOfArpIsWrittenAsItIsRead() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment own = arena.allocate(256);
            own.fill((byte) 0x55);
            ArpCodec.ask(own, 0, Packets.OWN_MAC, 0, CLUSTER.bits());
            EthernetFrame question = new EthernetFrame(own);
            assertEquals(Kind.ARP, question.read(0, ArpCodec.FRAME_BYTES));
            assertEquals(new NeighbourMessage(true, Packets.OWN_MAC, IpAddress.NONE, CLUSTER), question.word());
            ArpCodec.answer(own, 0, Packets.OWN_MAC, CLUSTER.bits(), Packets.CLIENT_MAC, CLIENT.bits());
            assertEquals(Kind.ARP, question.read(0, ArpCodec.FRAME_BYTES));
            assertEquals(new NeighbourMessage(false, Packets.OWN_MAC, CLUSTER, IpAddress.NONE), question.word());
            assertEquals(Kind.OTHER, question.read(0, ArpCodec.FRAME_BYTES - 1), "cut");
            assertEquals(0, own.get(ValueLayout.JAVA_BYTE, 0));
        }
    }

    /** Nothing that comes makes it look beyond the frame: the memory ends with it. */
    @Test
    void noiseIsReadWithinItsBounds() {
        Random random = new Random(11);
        byte[][] seeds = {
            packet("hello"),
            Packets.tooLong(CLIENT, CLUSTER, packet("x")),
            Packets.ping(CLIENT, CLUSTER),
            arp(),
            six("hello"),
            Packets.tooLong(Packets.six(7), Packets.six(8), six("x")),
            Packets.ping(Packets.six(7), Packets.six(8)),
            ndp(),
            presence(),
        };
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = seeds[random.nextInt(seeds.length)].clone();
            for (int change = random.nextInt(4); change > 0; change--) {
                bytes[12 + random.nextInt(bytes.length - 12)] = (byte) random.nextInt();
            }
            byte[] cut = java.util.Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            switch (read(cut)) {
                case TCP -> {
                    frame.hop();
                    frame.redirect(1, 2, 3);
                    frame.disguise(4, 5, 6);
                }
                case ICMP -> {
                    if (frame.quotesTcp()) {
                        frame.errorTo(1, 2);
                        frame.quoteSource(1, 2, 3);
                        frame.errorFrom(4, 5);
                        frame.quoteDestination(4, 5, 6);
                    } else if (frame.isEchoRequest()) {
                        frame.echo(7);
                    }
                }
                case ARP, NDP -> frame.word();
                case PRESENCE -> frame.presence();
                default -> frame.isTo(CLUSTER);
            }
        }
    }

    private static byte[] presence() {
        MemorySegment memory =
                MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + StandbyAdvertisement.FRAME_BYTES]);
        new StandbyAdvertisement(CLUSTER, 3, 100, false).write(memory, 0);
        return Packets.frame(memory);
    }

    @Test
    void whatADispatcherSaysToOthersIsReadAsItIsWritten() {
        MemorySegment own = MemorySegment.ofArray(new byte[256]);
        own.fill((byte) 0x55);
        EthernetFrame said = new EthernetFrame(own);
        for (StandbyAdvertisement word : new StandbyAdvertisement[] {
            new StandbyAdvertisement(CLUSTER, Packets.OWN_MAC, 255, false),
            new StandbyAdvertisement(Packets.six(1), Packets.CLIENT_MAC, 1, true)
        }) {
            word.write(own, 0);
            assertEquals(Kind.PRESENCE, said.read(0, StandbyAdvertisement.FRAME_BYTES));
            assertEquals(word, said.presence());
            assertEquals(MacAddress.BROADCAST.bits(), BigEndianAccess.mac(own, EthernetFrame.VIRTIO_BYTES));
            assertFalse(said.isTo(word.cluster()), "no packet of IP");
        }
        assertEquals(Kind.OTHER, said.read(0, 14 + 25), "cut");
        byte[] other = presence();
        other[14]++;
        assertEquals(Kind.OTHER, read(other), "somebody else's experiment");
    }

    private static byte[] arp() {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + ArpCodec.FRAME_BYTES]);
        ArpCodec.answer(memory, 0, 1, CLUSTER.bits(), 2, CLIENT.bits());
        return Packets.frame(memory);
    }

    @Test
    void whatIsNoIpIsForNobodysAddress() {
        byte[] other = packet("hello");
        other[12] = 0x08;
        other[13] = 0x06;
        assertEquals(Kind.OTHER, read(other));
        assertFalse(frame.isTo(CLUSTER), "though bytes that look like it lie there");
    }
}
