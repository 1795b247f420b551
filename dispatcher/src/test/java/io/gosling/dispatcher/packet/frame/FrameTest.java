package io.gosling.dispatcher.packet.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.Packets;
import io.gosling.dispatcher.packet.frame.Frame.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is read of a frame, and that a frame which was rewritten has right checksums. */
class FrameTest {
    private static final IpAddress CLIENT = Packets.address(192, 0, 2, 1);
    private static final IpAddress CLUSTER = Packets.address(10, 99, 0, 1);
    private static final IpAddress BACKEND = Packets.address(10, 77, 0, 11);

    private MemorySegment memory = MemorySegment.NULL;
    private Frame frame = new Frame(memory);

    private Kind read(byte[] bytes) {
        memory = Packets.behindVirtio(bytes);
        frame = new Frame(memory);
        return frame.read(0, bytes.length);
    }

    private static byte[] packet(String payload) {
        return Packets.tcp(CLIENT, 40_000, CLUSTER, 80, Frame.ACK, payload);
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
        assertEquals(Frame.ACK, frame.tcpFlags());
        assertEquals(Packets.CLIENT_MAC, frame.sourceMac());
        assertEquals(45, frame.packetBytes());
    }

    @Test
    void whatPadsAShortFrameIsNoPartOfThePacket() {
        byte[] padded = java.util.Arrays.copyOf(packet(""), 60);
        assertEquals(Kind.TCP, read(padded));
        assertEquals(40, frame.packetBytes());
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
        bytes.putShort(54, (short) 40_000).putShort(56, (short) 443).put(67, (byte) Frame.SYN);
        assertEquals(Kind.TCP, read(bytes.array()));
        assertEquals("2001:db8:0:0:0:0:0:7", new IpAddress(frame.sourceHigh(), frame.sourceLow()).toString());
        assertTrue(frame.isTo(new IpAddress(0x20010DB8_00000001L, 8)));
        assertEquals(40_000, frame.sourcePort());
        assertEquals(443, frame.destinationPort());
        assertEquals(Frame.SYN, frame.tcpFlags());
        bytes.put(20, (byte) 58);
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

    @Test
    void anotherDestinationAndPortHaveRightChecksums() {
        Random random = new Random(3);
        for (int round = 0; round < 2000; round++) {
            assertEquals(Kind.TCP, read(packet("x".repeat(random.nextInt(50)))));
            assertTrue(frame.hop());
            frame.redirect(random.nextInt(), random.nextInt(65_536));
            assertTrue(Packets.isRight(Packets.frame(memory)), "redirected " + round);
            frame.disguise(random.nextInt(), random.nextInt(65_536));
            assertTrue(Packets.isRight(Packets.frame(memory)), "disguised " + round);
            assertEquals(63, Packets.frame(memory)[22]);
        }
    }

    /** Whose checksum a card is to finish: the field has the sum of the addresses alone, and must go on having it. */
    @Test
    void aPartialChecksumStaysPartial() {
        byte[] bytes = packet("some data");
        ByteBuffer.wrap(bytes).putShort(14 + 20 + 16, (short) Packets.partialChecksum(bytes));
        assertEquals(Kind.TCP, read(bytes));
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        frame.redirect(BACKEND.bits(), 8080);
        byte[] sent = Packets.frame(memory);
        assertEquals(Packets.partialChecksum(sent), Packets.word(sent, 14 + 20 + 16));
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
        byte[] quoted = Packets.tcp(CLUSTER, 80, CLIENT, 40_000, Frame.ACK, "long");
        assertEquals(Kind.ICMP, read(Packets.tooLong(Packets.address(192, 0, 2, 254), CLUSTER, quoted)));
        assertTrue(frame.quotesTcp());
        assertFalse(frame.isEchoRequest());
        assertEquals(CLUSTER.low(), frame.quotedSourceLow());
        assertEquals(CLIENT.low(), frame.quotedDestinationLow());
        assertEquals(80, frame.quotedSourcePort());
        assertEquals(40_000, frame.quotedDestinationPort());
        frame.redirectError(BACKEND.bits(), 8080);
        byte[] sent = Packets.frame(memory);
        assertEquals(Packets.word(sent, 14 + 22), Packets.icmpChecksum(sent));
        assertTrue(frame.isTo(BACKEND));
        assertEquals(BACKEND.low(), frame.quotedSourceLow());
        assertEquals(8080, frame.quotedSourcePort());
        assertEquals(
                0, Checksums.of(Checksums.sum(memory, Frame.VIRTIO_BYTES + 14 + 28, 20, 0)), "of the quoted header");
        assertEquals(0, Checksums.of(Checksums.sum(memory, Frame.VIRTIO_BYTES + 14, 20, 0)), "of the header");
    }

    @Test
    void anErrorOfABackendIsTranslatedBack() {
        byte[] quoted = Packets.tcp(CLIENT, 40_000, BACKEND, 8080, Frame.ACK, "long");
        read(Packets.tooLong(BACKEND, CLIENT, quoted));
        frame.disguiseError(CLUSTER.bits(), 80);
        byte[] sent = Packets.frame(memory);
        assertEquals(Packets.word(sent, 14 + 22), Packets.icmpChecksum(sent));
        assertEquals(CLUSTER.low(), frame.sourceLow());
        assertEquals(CLUSTER.low(), frame.quotedDestinationLow());
        assertEquals(80, frame.quotedDestinationPort());
        assertEquals(0, Checksums.of(Checksums.sum(memory, Frame.VIRTIO_BYTES + 14, 20, 0)));
    }

    @Test
    void anEchoGoesBack() {
        assertEquals(Kind.ICMP, read(Packets.ping(CLIENT, CLUSTER)));
        assertTrue(frame.isEchoRequest());
        assertFalse(frame.quotesTcp());
        frame.echo();
        byte[] sent = Packets.frame(memory);
        assertEquals(Packets.word(sent, 14 + 22), Packets.icmpChecksum(sent));
        assertEquals(0, sent[14 + 20]);
        assertTrue(frame.isTo(CLIENT));
        assertEquals(0, Checksums.of(Checksums.sum(memory, Frame.VIRTIO_BYTES + 14, 20, 0)));
        assertEquals(Packets.OWN_MAC, frame.sourceMac());
    }

    @Test
    void aQuestionOfArpIsWrittenAsItIsRead() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment own = arena.allocate(256);
            own.fill((byte) 0x55);
            Arp.ask(own, 0, Packets.OWN_MAC, 0, CLUSTER.bits());
            Frame question = new Frame(own);
            assertEquals(Kind.ARP, question.read(0, Arp.FRAME_BYTES));
            assertTrue(question.arp().isRequest());
            assertEquals(0, question.arp().sender());
            assertEquals(CLUSTER.bits(), question.arp().target());
            Arp.answer(own, 0, Packets.OWN_MAC, CLUSTER.bits(), Packets.CLIENT_MAC, CLIENT.bits());
            assertEquals(Kind.ARP, question.read(0, Arp.FRAME_BYTES));
            assertTrue(question.arp().isReply());
            assertEquals(Packets.OWN_MAC, question.arp().senderMac());
            assertEquals(CLUSTER.bits(), question.arp().sender());
            assertEquals(Kind.OTHER, question.read(0, Arp.FRAME_BYTES - 1), "cut");
            assertEquals(0, own.get(ValueLayout.JAVA_BYTE, 0));
        }
    }

    /** Nothing that comes makes it look beyond the frame: the memory ends with it. */
    @Test
    void noiseIsReadWithinItsBounds() {
        Random random = new Random(11);
        byte[][] seeds = {
            packet("hello"), Packets.tooLong(CLIENT, CLUSTER, packet("x")), Packets.ping(CLIENT, CLUSTER), arp(), six(),
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
                    if (Packets.word(cut, 12) == 0x0800) {
                        frame.redirect(1, 2);
                        frame.disguise(3, 4);
                    }
                }
                case ICMP -> {
                    if (frame.quotesTcp()) {
                        frame.redirectError(1, 2);
                        frame.disguiseError(3, 4);
                    } else if (frame.isEchoRequest()) {
                        frame.echo();
                    }
                }
                default -> frame.isTo(CLUSTER);
            }
        }
    }

    private static byte[] arp() {
        MemorySegment memory = MemorySegment.ofArray(new byte[Frame.VIRTIO_BYTES + Arp.FRAME_BYTES]);
        Arp.answer(memory, 0, 1, CLUSTER.bits(), 2, CLIENT.bits());
        return Packets.frame(memory);
    }

    private static byte[] six() {
        byte[] frame = new byte[14 + 40 + 20];
        frame[12] = (byte) 0x86;
        frame[13] = (byte) 0xDD;
        frame[14] = 0x60;
        frame[19] = 20;
        frame[20] = 6;
        return frame;
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
