package io.gosling.dispatcher.packet.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntBinaryOperator;

/**
 * Frames by a socket of Linux's family AF_PACKET (packet(7)).
 *
 * <p>Each frame has its virtio header (PACKET_VNET_HDR): so checksums that a card is to finish and packets of 64 KiB
 * that it is to cut pass through as they are, and no setting of an interface has to be changed. Frames that this host
 * sends are not seen. A batch is one call to receive and one to send. They go out by the interface's queue, which cuts
 * a packet of 64 KiB itself where the card cannot. While that takes no more, sending waits 100 ms at most for a batch,
 * and what is left of it is refused.
 */
public final class PacketSocket implements FrameLink {
    private static final Logger LOG = System.getLogger(PacketSocket.class.getName());
    private static final int AF_PACKET = 17;
    private static final int SOCK_RAW = 3;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SOL_PACKET = 263;
    private static final int SO_SNDBUF = 7;
    private static final int SO_RCVBUF = 8;
    private static final int SO_SNDTIMEO = 21;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int SO_SNDBUFFORCE = 32;
    private static final int SO_RCVBUFFORCE = 33;
    private static final int PACKET_STATISTICS = 6;
    private static final int PACKET_VNET_HDR = 15;
    private static final int PACKET_IGNORE_OUTGOING = 23;
    private static final int ETH_P_ALL = 3;
    private static final int DO_NOT_WAIT = 0x40;
    private static final short POLL_IN = 1;
    private static final long STEP = 66_048;
    private static final int OWN_BYTES = 256;
    private static final int RECEIVE_BUFFER = 8 << 20;
    private static final int SEND_BUFFER = 4 << 20;
    private static final int SEND_MICROS = 100_000;
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private final NetworkDevice device;
    private final Arena arena;
    private final int socket;
    private final MemorySegment state;
    private final MemorySegment memory;
    private final MmsghdrArray incoming;
    private final MmsghdrArray outgoing;
    private final MmsghdrArray own;
    private final MemorySegment waiting;
    private final MemorySegment statistics;
    private final MemorySegment statisticsLength;
    private final IntBinaryOperator call = this::send;
    private int sending;
    private long strange;
    /** True while receiving fails, which is logged once. */
    private boolean broken;

    private boolean closed;
    private volatile long lost;

    private PacketSocket(NetworkDevice device, Arena arena, int socket) {
        this.device = device;
        this.arena = arena;
        this.socket = socket;
        this.state = arena.allocate(PacketSystemCalls.STATE);
        this.memory = arena.allocate(STEP * BATCH + OWN_BYTES, Long.BYTES);
        this.incoming = new MmsghdrArray(arena, memory, BATCH);
        this.outgoing = new MmsghdrArray(arena, memory, BATCH);
        this.own = new MmsghdrArray(arena, memory, 1);
        this.waiting = arena.allocate(Long.BYTES, Integer.BYTES);
        this.statistics = arena.allocate(2 * Integer.BYTES, Integer.BYTES);
        this.statisticsLength = arena.allocate(JAVA_INT);
        waiting.set(JAVA_INT, 0, socket);
        waiting.set(JAVA_SHORT, Integer.BYTES, POLL_IN);
    }

    /**
     * The reason why there can be none on this machine, or an empty text. {@link #open} finds out if this user may have
     * one.
     */
    public static String obstacle() {
        String system = System.getProperty("os.name", "");
        if (!system.toLowerCase(Locale.ROOT).equals("linux")) {
            return "this system is " + system + "; expected Linux";
        }
        String bits = System.getProperty("sun.arch.data.model", "");
        return bits.equals("64") ? "" : "this JVM has " + bits + " bits; expected 64";
    }

    /** @throws IOException when that is not possible here; with the remedy */
    public static PacketSocket open(NetworkDevice device, List<BpfFilterBuilder.Instruction> filter)
            throws IOException {
        String obstacle = obstacle();
        if (!obstacle.isEmpty()) {
            throw new IOException("no packets can be had: " + obstacle);
        }
        try (Arena scratch = Arena.ofConfined()) {
            // With protocol 0 nothing is received until it is bound, when the filter is there.
            int made = PacketSystemCalls.socket(
                    scratch.allocate(PacketSystemCalls.STATE), AF_PACKET, SOCK_RAW | CLOSE_ON_EXEC, 0);
            if (made == -PacketSystemCalls.NOT_PERMITTED) {
                throw new IOException(
                        "this user may not have packets (CAP_NET_RAW); run as root, or let another user have them with"
                                + " 'setpriv --reuid USER --inh-caps +net_raw,+net_admin --ambient-caps"
                                + " +net_raw,+net_admin' before the command");
            }
            if (made < 0) {
                throw PacketSystemCalls.failed("socket(AF_PACKET)", made);
            }
            Arena arena = Arena.ofShared();
            try {
                PacketSocket opened = new PacketSocket(device, arena, made);
                opened.prepare(scratch, filter);
                return opened;
            } catch (Throwable e) {
                PacketSystemCalls.close(scratch.allocate(PacketSystemCalls.STATE), made);
                arena.close();
                throw e;
            }
        }
    }

    private void prepare(Arena scratch, List<BpfFilterBuilder.Instruction> filter) throws IOException {
        for (int i = 0; i < BATCH; i++) {
            incoming.buffer(i, at(i), STEP);
        }
        require("PACKET_VNET_HDR", SOL_PACKET, PACKET_VNET_HDR, number(scratch, 1));
        require("PACKET_IGNORE_OUTGOING", SOL_PACKET, PACKET_IGNORE_OUTGOING, number(scratch, 1));
        // No PACKET_QDISC_BYPASS: it drops a packet of 64 KiB that the card does not cut by itself.
        // Without CAP_NET_ADMIN the system's own bound on buffers holds.
        buffer(scratch, SO_RCVBUFFORCE, SO_RCVBUF, RECEIVE_BUFFER);
        buffer(scratch, SO_SNDBUFFORCE, SO_SNDBUF, SEND_BUFFER);
        MemorySegment timeout = scratch.allocate(2 * Long.BYTES, Long.BYTES);
        timeout.set(JAVA_LONG, Long.BYTES, SEND_MICROS);
        require("SO_SNDTIMEO", SOL_SOCKET, SO_SNDTIMEO, timeout);
        require("SO_ATTACH_FILTER", SOL_SOCKET, SO_ATTACH_FILTER, program(scratch, filter));
        MemorySegment address = scratch.allocate(20, Integer.BYTES);
        address.set(JAVA_SHORT, 0, (short) AF_PACKET);
        address.set(JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), 2, (char) ETH_P_ALL);
        address.set(JAVA_INT, 4, device.index());
        int bound = PacketSystemCalls.bind(state, socket, address);
        if (bound < 0) {
            throw PacketSystemCalls.failed("bind to the interface", bound);
        }
    }

    private void buffer(Arena scratch, int force, int ask, int bytes) {
        if (set(SOL_SOCKET, force, number(scratch, bytes)) < 0) {
            set(SOL_SOCKET, ask, number(scratch, bytes));
        }
    }

    private static MemorySegment number(Arena scratch, int value) {
        return scratch.allocateFrom(JAVA_INT, value);
    }

    private static MemorySegment program(Arena scratch, List<BpfFilterBuilder.Instruction> filter) {
        MemorySegment code = scratch.allocate(8L * filter.size(), Long.BYTES);
        for (int i = 0; i < filter.size(); i++) {
            BpfFilterBuilder.Instruction instruction = filter.get(i);
            code.set(JAVA_SHORT, 8L * i, (short) instruction.code());
            code.set(JAVA_BYTE, 8L * i + 2, (byte) instruction.yes());
            code.set(JAVA_BYTE, 8L * i + 3, (byte) instruction.no());
            code.set(JAVA_INT, 8L * i + 4, instruction.operand());
        }
        MemorySegment program = scratch.allocate(16, Long.BYTES);
        program.set(JAVA_SHORT, 0, (short) filter.size());
        program.set(JAVA_LONG, 8, code.address());
        return program;
    }

    private int set(int level, int option, MemorySegment value) {
        return PacketSystemCalls.set(state, socket, level, option, value);
    }

    private void require(String name, int level, int option, MemorySegment value) throws IOException {
        int set = set(level, option, value);
        if (set < 0) {
            throw PacketSystemCalls.failed("setting " + name + " of a packet socket", set);
        }
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public int receive(int timeoutMillis) {
        int received = PacketSystemCalls.receive(state, socket, incoming.from(0), BATCH, DO_NOT_WAIT);
        if (received == -PacketSystemCalls.AGAIN) {
            PacketSystemCalls.poll(state, waiting, timeoutMillis);
            received = PacketSystemCalls.receive(state, socket, incoming.from(0), BATCH, DO_NOT_WAIT);
        }
        if (received == -PacketSystemCalls.INVALID) {
            // One frame that a virtio header cannot express, such as a merged one of SCTP; it is gone, and the next may
            // be read.
            strange++;
        }
        boolean fails = received < 0
                && received != -PacketSystemCalls.AGAIN
                && received != -PacketSystemCalls.INTERRUPTED
                && received != -PacketSystemCalls.INVALID;
        if (fails) {
            if (!broken) {
                String why =
                        PacketSystemCalls.failed("receiving frames", received).getMessage();
                LOG.log(Level.WARNING, "the interface gives no packets: {0}; trying again", why);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        broken = fails;
        return Math.max(0, received);
    }

    @Override
    public long at(int frame) {
        return frame * STEP;
    }

    @Override
    public int bytes(int frame) {
        return Math.max(0, incoming.received(frame) - EthernetFrame.VIRTIO_BYTES);
    }

    @Override
    public void forward(int frame) {
        outgoing.buffer(sending++, at(frame), incoming.received(frame));
    }

    @Override
    public int flush() {
        int refused = flush(sending, call);
        sending = 0;
        return refused;
    }

    /** @param call sends so many frames of a batch from an index on; returns their number, or an error below 0 */
    static int flush(int frames, IntBinaryOperator call) {
        int done = 0;
        int refused = 0;
        while (done < frames) {
            int sent = call.applyAsInt(done, frames - done);
            if (sent == -PacketSystemCalls.AGAIN) {
                // The time is over; a wait for each frame would stop receiving for seconds.
                return refused + frames - done;
            }
            if (sent != -PacketSystemCalls.INTERRUPTED) {
                // The system stops at the first one that it does not take.
                refused += sent > 0 ? 0 : 1;
                done += Math.max(1, sent);
            }
        }
        return refused;
    }

    private int send(int from, int frames) {
        return PacketSystemCalls.send(state, socket, outgoing.from(from), frames, 0);
    }

    @Override
    public long own() {
        return STEP * BATCH;
    }

    @Override
    public boolean sendOwn(int bytes) {
        own.buffer(0, own(), bytes + EthernetFrame.VIRTIO_BYTES);
        return PacketSystemCalls.send(state, socket, own.from(0), 1, DO_NOT_WAIT) == 1;
    }

    @Override
    public void look() {
        statisticsLength.set(JAVA_INT, 0, (int) statistics.byteSize());
        if (PacketSystemCalls.get(state, socket, SOL_PACKET, PACKET_STATISTICS, statistics, statisticsLength) == 0) {
            // The system counts anew after each look.
            long more = Integer.toUnsignedLong(statistics.get(JAVA_INT, Integer.BYTES));
            long before = lost;
            lost = before + more + strange;
            strange = 0;
        }
    }

    @Override
    public String change() {
        return device.change();
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            PacketSystemCalls.close(state, socket);
            arena.close();
        }
    }
}
