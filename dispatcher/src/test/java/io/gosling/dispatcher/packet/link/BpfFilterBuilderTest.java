package io.gosling.dispatcher.packet.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.Packets;
import io.gosling.dispatcher.packet.frame.ArpCodec;
import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.NdpMessage;
import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The program for the kernel, run by an interpreter of its few instructions. */
class BpfFilterBuilderTest {
    private static final IpAddress CLUSTER = Packets.address(10, 99, 0, 1);
    private static final IpAddress BACKEND = Packets.address(10, 77, 0, 11);
    private static final IpAddress CLIENT = Packets.address(192, 0, 2, 1);

    private static boolean passes(List<BpfFilterBuilder.Instruction> program, byte[] frame, int type, int tagged) {
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        int at = 0;
        int accumulator = 0;
        int index = 0;
        while (true) {
            BpfFilterBuilder.Instruction instruction = program.get(at++);
            int operand = instruction.operand();
            int loaded = switch (instruction.code()) {
                case 0x30 -> 1;
                case 0x28 -> 2;
                case 0x20 -> 4;
                default -> 0;
            };
            // Reads beyond the end are refused by the kernel; metadata is at negative offsets.
            if (loaded > 0 && operand >= 0 && operand + loaded > frame.length) {
                return false;
            }
            switch (instruction.code()) {
                case 0x30 ->
                    accumulator = switch (operand) {
                        case 0xfffff004 -> type;
                        case 0xfffff030 -> tagged;
                        default -> Byte.toUnsignedInt(bytes.get(operand));
                    };
                case 0x28 -> accumulator = Short.toUnsignedInt(bytes.getShort(operand));
                case 0x20 -> accumulator = bytes.getInt(operand);
                case 0x05 -> at += operand;
                case 0x15 -> at += accumulator == operand ? instruction.yes() : instruction.no();
                case 0x45 -> at += (accumulator & operand) != 0 ? instruction.yes() : instruction.no();
                case 0xb1 -> index = (bytes.get(operand) & 15) * 4;
                case 0x48 -> accumulator = Short.toUnsignedInt(bytes.getShort(index + operand));
                case 0x06 -> {
                    return operand != 0;
                }
                default -> throw new AssertionError(instruction);
            }
        }
    }

    private static boolean passes(List<BpfFilterBuilder.Instruction> program, byte[] frame) {
        return passes(program, frame, 0, 0);
    }

    private static byte[] tcp(IpAddress from, IpAddress to) {
        return Packets.tcp(from, 1, to, 2, EthernetFrame.ACK, "");
    }

    private static byte[] arp(int sender, int target, boolean reply) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + ArpCodec.FRAME_BYTES]);
        if (reply) {
            ArpCodec.answer(memory, 0, 1, sender, 2, target);
        } else {
            ArpCodec.ask(memory, 0, 1, sender, target);
        }
        return Packets.frame(memory);
    }

    @Test
    void packetsForTheClusterAddressPassAndOthersDoNot() {
        List<BpfFilterBuilder.Instruction> program = BpfFilterBuilder.of(CLUSTER, List.of());
        assertTrue(passes(program, tcp(CLIENT, CLUSTER)));
        assertTrue(passes(program, Packets.ping(CLIENT, CLUSTER)));
        assertFalse(passes(program, tcp(CLIENT, BACKEND)));
        assertFalse(passes(program, tcp(BACKEND, CLIENT)));
        assertFalse(passes(program, tcp(CLIENT, CLUSTER), 3, 0), "promiscuous: for another host");
        assertFalse(passes(program, tcp(CLIENT, CLUSTER), 4, 0), "sent by this host");
        assertFalse(passes(program, tcp(CLIENT, CLUSTER), 0, 1), "of a VLAN");
        assertFalse(passes(program, tcp(CLIENT, CLUSTER), 1, 0), "in a frame to everybody");
        assertTrue(passes(program, arp(CLIENT.bits(), CLUSTER.bits(), false), 1, 0), "as questions are");
        assertTrue(passes(program, presence(CLUSTER), 1, 0), "and words of other dispatchers");
        assertFalse(passes(program, presence(BACKEND), 1, 0), "of this cluster address");
        byte[] other = tcp(CLIENT, CLUSTER);
        other[13] = 0x55;
        assertFalse(passes(program, other));
    }

    @Test
    void whatBackendsSendPassesWhereTheyAreNamed() {
        List<IpAddress> backends = IntStream.range(0, 1000)
                .mapToObj(i -> IpAddress.four(BACKEND.bits() + i))
                .toList();
        List<BpfFilterBuilder.Instruction> program = BpfFilterBuilder.of(CLUSTER, backends);
        assertTrue(passes(program, tcp(BACKEND, CLIENT)));
        assertTrue(passes(program, tcp(IpAddress.four(BACKEND.bits() + 999), CLIENT)));
        assertFalse(passes(program, tcp(IpAddress.four(BACKEND.bits() + 1000), CLIENT)));
        byte[] error = Packets.tooLong(IpAddress.four(BACKEND.bits() + 1000), CLIENT, tcp(CLIENT, BACKEND));
        assertTrue(passes(program, error), "a router's word");
        assertFalse(passes(BpfFilterBuilder.of(CLUSTER, List.of()), error));
        assertTrue(program.size() < 4096, "more the kernel does not take");
    }

    @Test
    void questionsForTheClusterAddressAndAllAnswersPass() {
        List<BpfFilterBuilder.Instruction> program = BpfFilterBuilder.of(CLUSTER, List.of());
        assertTrue(passes(program, arp(CLIENT.bits(), CLUSTER.bits(), false)));
        assertFalse(passes(program, arp(CLIENT.bits(), BACKEND.bits(), false)));
        assertTrue(passes(program, arp(BACKEND.bits(), CLIENT.bits(), true)));
    }

    @Test
    void whatComesForSomePortsPasses() {
        List<BpfFilterBuilder.Instruction> program = BpfFilterBuilder.toPorts(CLUSTER.bits(), List.of(80, 8080));
        byte[] wanted = Packets.tcp(CLIENT, 1, CLUSTER, 8080, EthernetFrame.ACK, "");
        assertTrue(passes(program, wanted));
        assertTrue(passes(program, Packets.tcp(CLIENT, 1, CLUSTER, 80, EthernetFrame.SYN, "")));
        assertFalse(passes(program, Packets.tcp(CLIENT, 80, CLUSTER, 81, EthernetFrame.ACK, "")));
        assertFalse(passes(program, Packets.tcp(CLIENT, 1, BACKEND, 80, EthernetFrame.ACK, "")));
        assertTrue(passes(program, Packets.tooLong(BACKEND, CLUSTER, Packets.tcp(CLUSTER, 80, CLIENT, 1, 16, ""))));
        assertFalse(passes(program, arp(CLIENT.bits(), CLUSTER.bits(), false)));
        assertFalse(passes(program, wanted, 4, 0), "sent by this host");
        assertFalse(passes(program, wanted, 2, 0), "in a frame to several");
        assertFalse(passes(program, wanted, 0, 1), "of a VLAN");
        byte[] fragment = wanted.clone();
        fragment[14 + 7] = 1;
        assertFalse(passes(program, fragment), "has no ports");
        byte[] udp = wanted.clone();
        udp[14 + 9] = 17;
        assertFalse(passes(program, udp));
    }

    @Test
    void packetsAndNeighbourDiscoveryOfIpv6Pass() {
        IpAddress cluster = Packets.six(1);
        IpAddress backend = new IpAddress(0x20010DB8_00000000L, 0x11_0000_0011L);
        IpAddress client = Packets.six(7);
        for (boolean lsnat : new boolean[] {false, true}) {
            List<BpfFilterBuilder.Instruction> program =
                    BpfFilterBuilder.of(cluster, lsnat ? List.of(backend) : List.of());
            assertTrue(passes(program, tcp(client, cluster)));
            assertTrue(passes(program, Packets.ping(client, cluster)));
            assertFalse(passes(program, tcp(client, Packets.six(2))));
            assertFalse(passes(program, tcp(client, new IpAddress(0x20010DB8_00000001L, 1))), "another network");
            assertFalse(passes(program, tcp(CLIENT, CLUSTER)), "of the other family");
            assertFalse(passes(program, tcp(client, cluster), 2, 0), "in a frame to several");
            assertTrue(passes(program, presence(cluster), 1, 0));
            assertTrue(passes(program, ndp(cluster, true), 2, 0));
            assertFalse(passes(program, ndp(backend, true)), "somebody else's");
            assertTrue(passes(program, ndp(backend, false)), "all answers");
            assertFalse(passes(program, Packets.ping(client, Packets.six(2))));
            assertEquals(lsnat, passes(program, tcp(backend, client)));
            byte[] error = Packets.tooLong(Packets.six(99), client, tcp(client, backend));
            assertEquals(lsnat, passes(program, error), "a router's word");
            for (int bytes = 0; bytes < 14 + 40; bytes++) {
                assertFalse(passes(program, java.util.Arrays.copyOf(tcp(client, cluster), bytes)), bytes + " bytes");
            }
        }
    }

    private static byte[] presence(IpAddress cluster) {
        MemorySegment memory =
                MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + StandbyAdvertisement.FRAME_BYTES]);
        new StandbyAdvertisement(cluster, 3, 100, false).write(memory, 0);
        return Packets.frame(memory);
    }

    private static byte[] ndp(IpAddress target, boolean asks) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + NdpMessage.FRAME_BYTES]);
        IpAddress other = new IpAddress(0xFE80L << 48, 5);
        if (asks) {
            NdpMessage.ask(memory, 0, 1, other, target);
        } else {
            NdpMessage.answer(memory, 0, 1, target, 2, other);
        }
        return Packets.frame(memory);
    }

    @Test
    void jumpsAreAsShortAsABytesWorthAndEndWithinTheProgram() {
        List<BpfFilterBuilder.Instruction> program = BpfFilterBuilder.of(
                CLUSTER, IntStream.range(0, 1000).mapToObj(IpAddress::four).toList());
        for (int at = 0; at < program.size(); at++) {
            BpfFilterBuilder.Instruction instruction = program.get(at);
            assertEquals(instruction.yes() & 0xFF, instruction.yes());
            assertEquals(instruction.no() & 0xFF, instruction.no());
            assertTrue(at + 1 + Math.max(instruction.yes(), instruction.no()) < program.size() || isEnd(instruction));
        }
        assertTrue(isEnd(program.getLast()));
    }

    private static boolean isEnd(BpfFilterBuilder.Instruction instruction) {
        return instruction.code() == 0x06;
    }

    @Test
    void whatEndsBeforeWhatIsLookedAtIsRefused() {
        List<BpfFilterBuilder.Instruction> program = BpfFilterBuilder.of(CLUSTER, List.of(BACKEND));
        for (byte[] whole : List.of(tcp(CLIENT, CLUSTER), arp(CLIENT.bits(), CLUSTER.bits(), false))) {
            assertTrue(passes(program, whole));
            for (int bytes = 0; bytes < 14 + 20; bytes++) {
                assertFalse(passes(program, java.util.Arrays.copyOf(whole, bytes)), bytes + " bytes");
            }
        }
    }
}
