package io.gosling.netty.handoff;

import io.netty.buffer.ByteBuf;

/**
 * The state of an established TCP connection that a host needs to continue it where another host has stopped: RFC
 * 9293's variables as Linux gives them in repair mode (tcp(7), TCP_REPAIR), of a connection with nothing left to send
 * or to read. Immutable.
 *
 * @param sent number of the next byte that is sent
 * @param received number of the next byte that is received
 * @param segment largest segment in bytes that the client accepts
 * @param options bits of {@link #TIMESTAMPS} and {@link #SELECTIVE}
 * @param scales by how many bits both windows are scaled: the sending side's in the lower four bits, the receiving
 *     side's in the upper; 0 where the client does not scale
 * @param clock of the timestamps that are sent (RFC 7323)
 * @param window both windows
 */
public record TcpRepairState(int sent, int received, int segment, int options, int scales, int clock, Window window) {
    static final int TIMESTAMPS = 1;
    static final int SELECTIVE = 2;
    static final int BYTES = 11 * Integer.BYTES;

    /**
     * The windows of a connection, as struct tcp_repair_window has them.
     *
     * @param updated number of the segment with the client's last window
     * @param client bytes that the client accepts
     * @param widest the largest window that it has ever offered
     * @param own bytes that are accepted from it
     * @param ownUpdated number of the byte from which they count
     */
    public record Window(int updated, int client, int widest, int own, int ownUpdated) {}

    boolean has(int option) {
        return (options & option) != 0;
    }

    void write(ByteBuf out) {
        out.writeInt(sent)
                .writeInt(received)
                .writeInt(segment)
                .writeInt(options)
                .writeInt(scales)
                .writeInt(clock);
        out.writeInt(window.updated).writeInt(window.client).writeInt(window.widest);
        out.writeInt(window.own).writeInt(window.ownUpdated);
    }

    static TcpRepairState read(ByteBuf in) {
        return new TcpRepairState(
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                new Window(in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt()));
    }
}
