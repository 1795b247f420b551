package io.gosling.netty.handoff;

import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;

/**
 * A socket of Linux whose connection can be moved to another host (tcp(7), TCP_REPAIR; Linux 4.8 or later, and the
 * capability CAP_NET_ADMIN). Belongs to one thread at a time.
 *
 * <p>The steps of a move:
 *
 * <ol>
 *   <li>{@link #freeze}: the kernel drops the segments that arrive for it, so the client sends them again; its state
 *       does not change any more
 *   <li>{@link #drain}: the bytes that had arrived are read
 *   <li>{@link #dump}: its state is returned, and it is mute from now on: closing it sends nothing
 *   <li>{@link #restore} elsewhere: the same connection, frozen and mute
 *   <li>{@link #thaw} on one of both: the connection is live
 * </ol>
 */
public final class TcpRepairSocket extends Socket implements AutoCloseable {
    private static final int SOL_IP = 0;
    private static final int SOL_SOCKET = 1;
    private static final int SOL_TCP = 6;
    private static final int IP_OPTIONS = 4;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int SO_DETACH_FILTER = 27;
    private static final int TCP_MAXSEG = 2;
    private static final int TCP_INFO = 11;
    private static final int TCP_REPAIR = 19;
    private static final int TCP_REPAIR_QUEUE = 20;
    private static final int TCP_QUEUE_SEQ = 21;
    private static final int TCP_REPAIR_OPTIONS = 22;
    private static final int TCP_TIMESTAMP = 24;
    private static final int TCP_REPAIR_WINDOW = 29;
    private static final int MUTE = 1;
    /** Not 0, which would send a probe. */
    private static final int LOUD = -1;

    private static final int RECEIVED = 1;
    private static final int SENT = 2;
    private static final int OPTION_SEGMENT = 2;
    private static final int OPTION_SCALES = 3;
    private static final int OPTION_SELECTIVE = 4;
    private static final int OPTION_TIMESTAMPS = 8;
    private static final int WINDOW_BYTES = 20;
    private static final int INFO_BYTES = 160;
    private static final int INFO_OPTIONS = 5;
    private static final int INFO_SCALES = 6;
    private static final int INFO_UNACKNOWLEDGED = 24;
    private static final int INFO_ARRIVED = 128;
    private static final int INFO_UNSENT = 144;
    private static final int ESTABLISHED = 1;
    private static final int READ_BYTES = 4096;
    /** Returned by {@link #drain} when not all bytes were read, or the client has ended the connection. */
    public static final long MORE_TO_READ = -1;

    private static final int OPTION_BITS = TcpRepairState.TIMESTAMPS | TcpRepairState.SELECTIVE;

    /** A BPF program of the one instruction {@code ret 0}, which accepts nothing; never changed. */
    private static final class Nothing {
        private static final ByteBuffer CODE = direct(8).putShort(0, (short) 0x06);
        private static final ByteBuffer PROGRAM =
                direct(16).putShort(0, (short) 1).putLong(8, Buffer.memoryAddress(CODE));

        private static ByteBuffer direct(int bytes) {
            return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        }
    }

    /** Wraps the socket of a channel, which stays the channel's: the channel closes it. */
    public TcpRepairSocket(int descriptor) {
        super(descriptor);
    }

    // Netty reports the kernel's refusal by a runtime exception; here it is expected.

    @Override
    public void setIntOpt(int level, int name, int value) throws IOException {
        try {
            super.setIntOpt(level, name, value);
        } catch (ChannelException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void setRawOpt(int level, int name, ByteBuffer value) throws IOException {
        try {
            super.setRawOpt(level, name, value);
        } catch (ChannelException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public int getIntOpt(int level, int name) throws IOException {
        try {
            return super.getIntOpt(level, name);
        } catch (ChannelException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void getRawOpt(int level, int name, ByteBuffer value) throws IOException {
        try {
            super.getRawOpt(level, name, value);
        } catch (ChannelException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static TcpRepairSocket ofFour() {
        return new TcpRepairSocket(newSocketStream0(SocketProtocolFamily.INET));
    }

    /** Returns why connections cannot be moved on this host; empty if they can be. */
    public static String obstacle() {
        if (!Epoll.isAvailable()) {
            return "this system has no epoll; expected Linux on x86-64 or aarch64";
        }
        try (TcpRepairSocket tried = ofFour()) {
            tried.setIntOpt(SOL_TCP, TCP_REPAIR, MUTE);
            return "";
        } catch (IOException | ChannelException e) {
            return "this process may not take connections to other hosts (CAP_NET_ADMIN): " + e.getMessage()
                    + "; run as root, or let another user have it with 'setpriv --reuid USER --inh-caps"
                    + " +net_admin,+net_raw --ambient-caps +net_admin,+net_raw' before the command";
        }
    }

    private static ByteBuffer struct(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    /** Freezes the connection: segments that arrive for it are dropped from now on. */
    public void freeze() throws IOException {
        setRawOpt(SOL_SOCKET, SO_ATTACH_FILTER, Nothing.PROGRAM.duplicate().clear());
    }

    /**
     * Makes a frozen connection live here, on the host where it is to stay.
     *
     * @throws IOException when that fails: it is closed, or was not frozen
     */
    public void thaw() throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        setIntOpt(SOL_SOCKET, SO_DETACH_FILTER, 0);
        setIntOpt(SOL_TCP, TCP_REPAIR, LOUD);
        // Muting resets this option; without it the rest of the connection would keep a listener from its port.
        setReuseAddress(true);
    }

    /**
     * Reads the bytes that arrived before it was frozen.
     *
     * @return the number of bytes that have ever arrived, all of which are read; or {@link #MORE_TO_READ}
     */
    public long drain(ByteBuf into, int most) throws IOException {
        int from = into.writerIndex();
        while (into.writerIndex() - from < most) {
            long arrived = info().getLong(INFO_ARRIVED);
            into.ensureWritable(Math.min(most, READ_BYTES));
            int room = Math.min(into.writableBytes(), most - (into.writerIndex() - from));
            ByteBuffer part = into.internalNioBuffer(into.writerIndex(), room);
            int read = recv(part, part.position(), part.position() + room);
            if (read <= 0) {
                return read == 0 ? arrived : MORE_TO_READ;
            }
            into.writerIndex(into.writerIndex() + read);
        }
        return MORE_TO_READ;
    }

    private ByteBuffer info() throws IOException {
        ByteBuffer info = struct(INFO_BYTES);
        getRawOpt(SOL_TCP, TCP_INFO, info);
        return info;
    }

    /**
     * Returns the state of a connection that is frozen and drained. It is mute from now on, whatever the result.
     *
     * @param arrived as {@link #drain} has returned
     * @throws IOException when it cannot move now: data is on its way to the client, one side has ended it, or a packet
     *     that the kernel was processing when it was frozen has arrived after the drained bytes
     */
    public TcpRepairState dump(long arrived) throws IOException {
        setIntOpt(SOL_TCP, TCP_REPAIR, MUTE);
        ByteBuffer window = struct(WINDOW_BYTES);
        getRawOpt(SOL_TCP, TCP_REPAIR_WINDOW, window);
        int sent = number(SENT);
        int received = number(RECEIVED);
        // Behind what it is to vouch for.
        ByteBuffer info = info();
        if (info.get(0) != ESTABLISHED) {
            throw new IOException("its state is " + info.get(0) + "; expected that neither side has ended it");
        }
        if (info.getInt(INFO_UNACKNOWLEDGED) != 0 || info.getInt(INFO_UNSENT) != 0) {
            throw new IOException("the client has not acknowledged all that was sent");
        }
        if (info.getLong(INFO_ARRIVED) != arrived) {
            throw new IOException((info.getLong(INFO_ARRIVED) - arrived) + " bytes have come that were not read");
        }
        return new TcpRepairState(
                sent,
                received,
                getIntOpt(SOL_TCP, TCP_MAXSEG),
                info.get(INFO_OPTIONS) & OPTION_BITS,
                Byte.toUnsignedInt(info.get(INFO_SCALES)),
                // The lowest bit is none of the clock's here, and the last segment may have had it: the next must not
                // be older.
                getIntOpt(SOL_TCP, TCP_TIMESTAMP) + 2,
                new TcpRepairState.Window(
                        window.getInt(0), window.getInt(4), window.getInt(8), window.getInt(12), window.getInt(16)));
    }

    private int number(int queue) throws IOException {
        setIntOpt(SOL_TCP, TCP_REPAIR_QUEUE, queue);
        return getIntOpt(SOL_TCP, TCP_QUEUE_SEQ);
    }

    private void number(int queue, int first) throws IOException {
        setIntOpt(SOL_TCP, TCP_REPAIR_QUEUE, queue);
        setIntOpt(SOL_TCP, TCP_QUEUE_SEQ, first);
    }

    static TcpRepairSocket restore(ConnectionAddresses connection, TcpRepairState state) throws IOException {
        TcpRepairSocket restored = ofFour();
        try {
            // No SO_REUSEADDR before it is mute: the second connection of a port would not be bound.
            restored.setIntOpt(SOL_TCP, TCP_REPAIR, MUTE);
            restored.freeze();
            restored.number(SENT, state.sent());
            restored.number(RECEIVED, state.received());
            restored.bind(connection.local());
            restored.connect(connection.remote());
            restored.setRawOpt(SOL_TCP, TCP_REPAIR_OPTIONS, options(state));
            if (state.has(TcpRepairState.TIMESTAMPS)) {
                restored.setIntOpt(SOL_TCP, TCP_TIMESTAMP, state.clock());
            }
            restored.setRawOpt(SOL_TCP, TCP_REPAIR_WINDOW, window(state.window()));
            // Connecting has remembered the segments of a client that names no size; any option of IP has them counted
            // anew.
            restored.setRawOpt(SOL_IP, IP_OPTIONS, ByteBuffer.allocate(0));
            restored.setTcpNoDelay(true);
            return restored;
        } catch (IOException | RuntimeException e) {
            restored.close();
            throw e;
        }
    }

    private static ByteBuffer options(TcpRepairState state) {
        ByteBuffer options = struct(4 * 2 * Integer.BYTES);
        options.putInt(OPTION_SEGMENT).putInt(state.segment());
        // Of a client that does not scale, too, with 0: connecting has chosen a scale that it would know nothing of.
        options.putInt(OPTION_SCALES).putInt((state.scales() & 15) | (((state.scales() >>> 4) & 15) << 16));
        if (state.has(TcpRepairState.SELECTIVE)) {
            options.putInt(OPTION_SELECTIVE).putInt(0);
        }
        if (state.has(TcpRepairState.TIMESTAMPS)) {
            options.putInt(OPTION_TIMESTAMPS).putInt(0);
        }
        return options.flip();
    }

    private static ByteBuffer window(TcpRepairState.Window window) {
        return struct(WINDOW_BYTES)
                .putInt(window.updated())
                .putInt(window.client())
                .putInt(window.widest())
                .putInt(window.own())
                .putInt(window.ownUpdated())
                .flip();
    }

    /**
     * Suppresses the kernel's resets for an address, by a listener that accepts no segments. Without it, a packet of a
     * connection that is being moved here would be answered with a reset.
     *
     * @throws IOException when this host does not have the address, or may not do this
     */
    static TcpRepairSocket silence(InetSocketAddress address) throws IOException {
        TcpRepairSocket silent = ofFour();
        try {
            silent.setIntOpt(SOL_TCP, TCP_REPAIR, MUTE);
            silent.freeze();
            silent.bind(address);
            silent.listen(1);
            return silent;
        } catch (IOException | RuntimeException e) {
            silent.close();
            throw e;
        }
    }
}
