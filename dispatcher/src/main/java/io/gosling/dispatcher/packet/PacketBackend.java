package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.policy.PolicyBackend;
import org.jspecify.annotations.Nullable;

/**
 * A back-end of the packet dispatchers. Belongs to their thread, but for what {@link #status} reads.
 *
 * <p>States: known, by a list or because it has answered; present, while it answers; silent, when it does not: then it
 * gets no new session and keeps those that it has.
 */
final class PacketBackend {
    static final int SESSIONS = 0;
    static final int BEGUN = 1;
    private static final int PACKETS = 2;
    private static final int BYTES = 3;
    private static final int PACKETS_BACK = 4;
    private static final int BYTES_BACK = 5;

    final int index;
    final String name;
    final double weight;
    final IpAddress nextHop;
    private final IpAddress address;
    private final int port;
    private final SingleWriterCounters tallies = new SingleWriterCounters(6);
    private volatile long mac;
    private volatile boolean here;
    private long heardNanos;
    private @Nullable PolicyBackend server;

    /**
     * @param nextHop the address whose hardware address frames go to
     * @param address {@link IpAddress#NONE} where only the hardware address is known
     * @param port of its service; 0 for that of the cluster address
     */
    PacketBackend(int index, String name, double weight, IpAddress nextHop, IpAddress address, int port) {
        this.index = index;
        this.name = name;
        this.weight = weight;
        this.nextHop = nextHop;
        this.address = address;
        this.port = port;
    }

    long mac() {
        return mac;
    }

    long heardNanos() {
        return heardNanos;
    }

    void heard(long from, long nanos) {
        mac = from;
        heardNanos = nanos;
    }

    /** Shifts the time of its last answer, up to now. */
    void excuse(long gapNanos, long nanos) {
        long later = heardNanos + gapNanos;
        heardNanos = later - nanos < 0 ? later : nanos;
    }

    @Nullable
    PolicyBackend server() {
        return server;
    }

    void server(@Nullable PolicyBackend other) {
        server = other;
        here = other != null;
    }

    /** Addresses a packet to it; {@code from} is this host's hardware address. */
    void give(EthernetFrame frame, long from) {
        count(PACKETS, 1);
        count(BYTES, frame.packetBytes());
        frame.address(mac, from);
    }

    /** Gives it a packet, at its own address and port. */
    void translate(EthernetFrame frame, long from) {
        frame.redirect(address.high(), address.low(), port == 0 ? frame.destinationPort() : port);
        give(frame, from);
    }

    /** Gives it an error about one of its packets, in which {@code quoted} is the port that it sent from. */
    void translateError(EthernetFrame frame, int quoted, long from) {
        frame.errorTo(address.high(), address.low());
        frame.quoteSource(address.high(), address.low(), port == 0 ? quoted : port);
        give(frame, from);
    }

    /** Addresses one of its packets to a neighbour. */
    void takeBack(EthernetFrame frame, long to, long from) {
        count(PACKETS_BACK, 1);
        count(BYTES_BACK, frame.packetBytes());
        frame.address(to, from);
    }

    void count(int which, long more) {
        tallies.add(which, more);
    }

    long sessions() {
        return tallies.get(SESSIONS);
    }

    PacketStatus.BackendStatus status() {
        return new PacketStatus.BackendStatus(
                name,
                mac == 0 ? "" : new MacAddress(mac).toString(),
                here ? "ready" : "silent",
                weight,
                tallies.get(SESSIONS),
                tallies.get(BEGUN),
                tallies.get(PACKETS),
                tallies.get(BYTES),
                tallies.get(PACKETS_BACK),
                tallies.get(BYTES_BACK));
    }
}
