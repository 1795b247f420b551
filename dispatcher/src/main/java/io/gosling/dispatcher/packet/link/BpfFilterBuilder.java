package io.gosling.dispatcher.packet.link;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the packet filter of a link, a program of classic BPF (McCanne and Jacobson 1993), so that a packet for
 * somebody else costs this process nothing. Pure.
 */
public final class BpfFilterBuilder {
    private static final int LOAD_BYTE = 0x30;
    private static final int LOAD_HALF = 0x28;
    private static final int LOAD_WORD = 0x20;
    private static final int JUMP = 0x05;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_SET = 0x45;
    private static final int LOAD_HALF_BEHIND_HEADER = 0x48;
    private static final int LOAD_HEADER_BYTES = 0xb1;
    private static final int RETURN = 0x06;
    private static final int WHOLE = 0x40000;
    /** Linux: metadata of a frame. */
    private static final int BESIDE = -0x1000;

    private static final int PACKET_TYPE = BESIDE + 4;
    private static final int TAGGED = BESIDE + 48;
    private static final int THIS_HOST = 0;
    private static final int OTHER_HOST = 3;
    private static final int OUTGOING = 4;
    private static final int TYPE_AT = 12;
    private static final int ARP = 0x0806;
    private static final int PRESENCE = 0x88B5;
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
    private static final int IPV6 = 0x86DD;
    private static final int NEXT_SIX_AT = 14 + 6;
    private static final int ICMP_SIX = 58;
    private static final int SOURCE_SIX_AT = 14 + 8;
    private static final int DESTINATION_SIX_AT = 14 + 24;
    private static final int ICMP_SIX_AT = 14 + 40;
    private static final int ERRORS_SIX = 4;
    private static final int SOLICITATION = 135;
    private static final int ADVERTISEMENT = 136;
    /** Comparisons that share one end, since jumps reach 255 instructions. */
    private static final int SHARE = 200;

    private final List<Instruction> program = new ArrayList<>();

    /** One instruction (struct sock_filter). */
    public record Instruction(int code, int yes, int no, int operand) {}

    private BpfFilterBuilder() {}

    /**
     * Accepts frames without a VLAN tag. Sent to this host: packets to an address or from some others. Sent to this
     * host or to several: queries for that address by ARP or neighbour discovery, all answers, and advertisements of
     * its other dispatchers. If there are others, also ICMP errors, because a router on the way to them sends these
     * from its own address.
     *
     * @param to the address; only packets of its family pass
     * @param from as many of the same family, at most some thousand; of IPv6 their last 32 bits count
     */
    public static List<Instruction> of(IpAddress to, List<IpAddress> from) {
        BpfFilterBuilder filter = new BpfFilterBuilder();
        filter.load(LOAD_BYTE, PACKET_TYPE).refuseIf(OTHER_HOST).refuseIf(OUTGOING);
        filter.load(LOAD_BYTE, TAGGED).refuseIf(1);
        filter.load(LOAD_HALF, TYPE_AT);
        BpfFilterBuilder presence = new BpfFilterBuilder();
        presence.load(LOAD_WORD, StandbyAdvertisement.CLUSTER_END_AT)
                .takeIf(to.bits())
                .refuse();
        filter.onlyIf(PRESENCE, presence);
        List<Integer> last = from.stream().map(IpAddress::bits).distinct().toList();
        if (to.isFour()) {
            filter.four(to.bits(), last);
        } else {
            filter.six(to, last);
        }
        return List.copyOf(filter.refuse().program);
    }

    /**
     * Accepts frames for this host without a VLAN tag: IPv4 packets to an address that are TCP and for one of some
     * ports, or ICMP.
     *
     * @param to the address's 32 bits
     * @param ports at most some hundred
     */
    public static List<Instruction> toPorts(int to, List<Integer> ports) {
        BpfFilterBuilder filter = new BpfFilterBuilder();
        filter.refuseGroups();
        filter.load(LOAD_BYTE, TAGGED).refuseIf(1);
        filter.load(LOAD_HALF, TYPE_AT).refuseUnless(IPV4);
        filter.load(LOAD_WORD, DESTINATION_AT).refuseUnless(to);
        filter.load(LOAD_BYTE, PROTOCOL_AT).takeIf(ICMP).refuseUnless(TCP);
        filter.load(LOAD_HALF, FRAGMENT_AT)
                .add(JUMP_IF_SET, 0, 1, NOT_FIRST_FRAGMENT)
                .refuse();
        filter.load(LOAD_HEADER_BYTES, HEADER_AT).load(LOAD_HALF_BEHIND_HEADER, DESTINATION_PORT_AT);
        ports.forEach(filter::takeIf);
        filter.refuse();
        return List.copyOf(filter.program);
    }

    private void four(int to, List<Integer> from) {
        BpfFilterBuilder arp = new BpfFilterBuilder();
        arp.load(LOAD_WORD, ARP_TARGET_AT).takeIf(to);
        arp.load(LOAD_HALF, ARP_OPERATION_AT).takeIf(ARP_REPLY).refuse();
        onlyIf(ARP, arp);
        add(JUMP_IF_EQUAL, 1, 0, IPV4).refuse().refuseGroups();
        load(LOAD_WORD, DESTINATION_AT).takeIf(to);
        if (!from.isEmpty()) {
            load(LOAD_BYTE, PROTOCOL_AT).takeIf(ICMP);
            load(LOAD_WORD, SOURCE_AT).takeIfAny(from);
        }
    }

    private void six(IpAddress to, List<Integer> from) {
        add(JUMP_IF_EQUAL, 1, 0, IPV6).refuse();
        BpfFilterBuilder icmp = new BpfFilterBuilder();
        icmp.load(LOAD_BYTE, ICMP_SIX_AT).takeIf(ADVERTISEMENT);
        for (int error = 1; !from.isEmpty() && error <= ERRORS_SIX; error++) {
            icmp.takeIf(error);
        }
        icmp.add(JUMP_IF_EQUAL, 0, 9, SOLICITATION);
        icmp.takeIfSix(ICMP_SIX_AT + 8, to);
        load(LOAD_BYTE, NEXT_SIX_AT).onlyIf(ICMP_SIX, icmp);
        refuseGroups();
        takeIfSix(DESTINATION_SIX_AT, to);
        if (!from.isEmpty()) {
            load(LOAD_WORD, SOURCE_SIX_AT + 12).takeIfAny(from);
        }
    }

    /** Refuses IP packets in frames to several hosts (RFC 1122, section 3.3.6): each receiver would forward them. */
    private void refuseGroups() {
        load(LOAD_BYTE, PACKET_TYPE).add(JUMP_IF_EQUAL, 1, 0, THIS_HOST).refuse();
    }

    /** Runs {@code then} only if this value was loaded. */
    private void onlyIf(int value, BpfFilterBuilder then) {
        add(JUMP_IF_EQUAL, 0, then.program.size(), value);
        program.addAll(then.program);
    }

    /** By its four words. */
    private BpfFilterBuilder takeIfSix(int at, IpAddress address) {
        long[] halves = {address.high(), address.low()};
        for (int word = 0; word < 4; word++) {
            load(LOAD_WORD, at + 4 * word);
            add(JUMP_IF_EQUAL, 0, 7 - 2 * word, (int) (halves[word / 2] >>> (word % 2 == 0 ? 32 : 0)));
        }
        return add(RETURN, 0, 0, WHOLE);
    }

    private void takeIfAny(List<Integer> values) {
        for (int first = 0; first < values.size(); first += SHARE) {
            List<Integer> part = values.subList(first, Math.min(values.size(), first + SHARE));
            for (int at = 0; at < part.size(); at++) {
                add(JUMP_IF_EQUAL, part.size() - at, 0, part.get(at));
            }
            add(JUMP, 0, 0, 1).add(RETURN, 0, 0, WHOLE);
        }
    }

    private BpfFilterBuilder refuseUnless(int value) {
        return add(JUMP_IF_EQUAL, 1, 0, value).refuse();
    }

    private BpfFilterBuilder load(int what, int at) {
        return add(what, 0, 0, at);
    }

    private BpfFilterBuilder takeIf(int value) {
        return add(JUMP_IF_EQUAL, 0, 1, value).add(RETURN, 0, 0, WHOLE);
    }

    private BpfFilterBuilder refuseIf(int value) {
        return add(JUMP_IF_EQUAL, 0, 1, value).refuse();
    }

    private BpfFilterBuilder refuse() {
        return add(RETURN, 0, 0, 0);
    }

    private BpfFilterBuilder add(int code, int yes, int no, int operand) {
        program.add(new Instruction(code, yes, no, operand));
        return this;
    }
}
