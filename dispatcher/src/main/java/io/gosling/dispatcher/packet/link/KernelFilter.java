package io.gosling.dispatcher.packet.link;

import java.util.ArrayList;
import java.util.List;

/**
 * Which frames the kernel gives to a link: a program for its packet filter (classic BPF, McCanne and Jacobson 1993), so that a
 * packet for somebody else costs this process nothing. Pure.
 */
public final class KernelFilter {
    private static final int LOAD_BYTE = 0x30;
    private static final int LOAD_HALF = 0x28;
    private static final int LOAD_WORD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_SET = 0x45;
    private static final int LOAD_HALF_BEHIND_HEADER = 0x48;
    private static final int LOAD_HEADER_BYTES = 0xb1;
    private static final int RETURN = 0x06;
    private static final int WHOLE = 0x40000;
    /** Linux: what it knows of a frame beside its bytes. */
    private static final int BESIDE = -0x1000;

    private static final int PACKET_TYPE = BESIDE + 4;
    private static final int TAGGED = BESIDE + 48;
    private static final int OTHER_HOST = 3;
    private static final int OUTGOING = 4;
    private static final int TYPE_AT = 12;
    private static final int ARP = 0x0806;
    private static final int IPV4 = 0x0800;
    private static final int ARP_OPERATION_AT = 14 + 6;
    private static final int ARP_REPLY = 2;
    private static final int ARP_TARGET_AT = 14 + 24;
    private static final int PROTOCOL_AT = 14 + 9;
    private static final int ICMP = 1;
    private static final int TCP = 6;
    private static final int HEADER_AT = 14;
    private static final int FRAGMENT_AT = 14 + 6;
    private static final int NOT_FIRST_FRAGMENT = 0x1fff;
    private static final int DESTINATION_PORT_AT = 14 + 2;
    private static final int SOURCE_AT = 14 + 12;
    private static final int DESTINATION_AT = 14 + 16;

    private final List<Instruction> program = new ArrayList<>();

    /**
     * One instruction (struct sock_filter).
     *
     * @param yes how many to leave out where a comparison holds
     * @param no how many where it does not
     * @param operand 32 bits
     */
    public record Instruction(int code, int yes, int no, int operand) {}

    private KernelFilter() {}

    /**
     * Frames that came for this host or for everybody, without a VLAN's tag: packets of IPv4 to an address or from some others,
     * questions of ARP for that address, and all answers of ARP. With the others, also all of ICMP: a router on the way to them
     * says in its own name what became of a packet.
     *
     * @param to the address's 32 bits
     * @param from as many, of each; at most some thousand
     */
    public static List<Instruction> of(int to, List<Integer> from) {
        KernelFilter filter = new KernelFilter();
        filter.load(LOAD_BYTE, PACKET_TYPE).refuseIf(OTHER_HOST).refuseIf(OUTGOING);
        filter.load(LOAD_BYTE, TAGGED).refuseIf(1);
        KernelFilter arp = new KernelFilter();
        arp.load(LOAD_WORD, ARP_TARGET_AT).takeIf(to);
        arp.load(LOAD_HALF, ARP_OPERATION_AT).takeIf(ARP_REPLY);
        arp.refuse();
        filter.load(LOAD_HALF, TYPE_AT).add(JUMP_IF_EQUAL, 0, arp.program.size(), ARP);
        filter.program.addAll(arp.program);
        filter.add(JUMP_IF_EQUAL, 1, 0, IPV4).refuse();
        filter.load(LOAD_WORD, DESTINATION_AT).takeIf(to);
        if (!from.isEmpty()) {
            filter.load(LOAD_BYTE, PROTOCOL_AT).takeIf(ICMP);
            filter.load(LOAD_WORD, SOURCE_AT);
            from.forEach(filter::takeIf);
        }
        filter.refuse();
        return List.copyOf(filter.program);
    }

    /**
     * Frames that came for this host, without a VLAN's tag: packets of IPv4 to an address that are of TCP and for one of some
     * ports, or of ICMP.
     *
     * @param to the address's 32 bits
     * @param ports at most some thousand
     */
    public static List<Instruction> toPorts(int to, List<Integer> ports) {
        KernelFilter filter = new KernelFilter();
        filter.load(LOAD_BYTE, PACKET_TYPE).refuseIf(OTHER_HOST).refuseIf(OUTGOING);
        filter.load(LOAD_BYTE, TAGGED).refuseIf(1);
        filter.load(LOAD_HALF, TYPE_AT).refuseUnless(IPV4);
        filter.load(LOAD_WORD, DESTINATION_AT).refuseUnless(to);
        filter.load(LOAD_BYTE, PROTOCOL_AT).takeIf(ICMP).refuseUnless(TCP);
        filter.load(LOAD_HALF, FRAGMENT_AT).add(JUMP_IF_SET, 0, 1, NOT_FIRST_FRAGMENT).refuse();
        filter.load(LOAD_HEADER_BYTES, HEADER_AT).load(LOAD_HALF_BEHIND_HEADER, DESTINATION_PORT_AT);
        ports.forEach(filter::takeIf);
        filter.refuse();
        return List.copyOf(filter.program);
    }

    private KernelFilter refuseUnless(int value) {
        return add(JUMP_IF_EQUAL, 1, 0, value).refuse();
    }

    private KernelFilter load(int what, int at) {
        return add(what, 0, 0, at);
    }

    private KernelFilter takeIf(int value) {
        return add(JUMP_IF_EQUAL, 0, 1, value).add(RETURN, 0, 0, WHOLE);
    }

    private KernelFilter refuseIf(int value) {
        return add(JUMP_IF_EQUAL, 0, 1, value).refuse();
    }

    private KernelFilter refuse() {
        return add(RETURN, 0, 0, 0);
    }

    private KernelFilter add(int code, int yes, int no, int operand) {
        program.add(new Instruction(code, yes, no, operand));
        return this;
    }
}
