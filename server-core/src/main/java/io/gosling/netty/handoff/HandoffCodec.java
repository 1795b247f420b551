package io.gosling.netty.handoff;

import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageCodec;
import io.netty.handler.codec.CorruptedFrameException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes {@link HandoffFrame}s: the length of the rest in four bytes, the kind in one, and the fields in
 * the order of the record, numbers with the high byte first. Belongs to one connection and its loop.
 */
public final class HandoffCodec extends ByteToMessageCodec<HandoffFrame> {
    /** Most bytes of a connection that go along with it; a process that has read more keeps the connection. */
    public static final int MOST_BEGUN = 256 << 10;

    private static final int MOST_FRAME = MOST_BEGUN + 256;
    private static final int MOST_REASON = 512;
    private static final int LENGTH = 4;

    /** Identifies the protocol against connections by mistake. */
    private static final int MAGIC = 0x676F736C;

    private static final byte HELLO = 1;
    private static final byte WELCOME = 2;
    private static final byte REFUSAL = 3;
    private static final byte JOIN = 4;
    private static final byte READY = 5;
    private static final byte OFFER = 6;
    private static final byte TAKEN = 7;
    private static final byte DECLINED = 8;
    private static final byte QUIET = 9;
    private static final byte BUSY = 10;
    private static final byte ENDED = 11;
    private static final byte KNOCK = 12;
    private static final byte TRANSFER = 13;
    private static final byte RESTORED = 14;
    private static final byte LEAVING = 15;

    /** Limit on the addresses of one front-end where its clients connect. */
    private static final int MOST_ADDRESSES = 64;

    public HandoffCodec() {}

    @Override
    protected void encode(ChannelHandlerContext ctx, HandoffFrame frame, ByteBuf out) {
        int start = out.writerIndex();
        out.writeInt(0);
        switch (frame) {
            case HandoffFrame.Hello hello ->
                out.writeByte(HELLO)
                        .writeInt(MAGIC)
                        .writeInt(hello.version())
                        .writeLong(hello.backFrom())
                        .writeInt(hello.timeoutMillis());
            case HandoffFrame.Welcome welcome -> {
                out.writeByte(WELCOME).writeLong(welcome.link());
                writeAddress(welcome.address(), out);
            }
            case HandoffFrame.Refusal refusal -> {
                byte[] reason = refusal.reason().getBytes(StandardCharsets.UTF_8);
                out.writeByte(REFUSAL).writeBytes(reason, 0, Math.min(reason.length, MOST_REASON));
            }
            case HandoffFrame.Join join -> out.writeByte(JOIN).writeLong(join.link());
            case HandoffFrame.Ready ready -> out.writeByte(READY);
            case HandoffFrame.Offer offer -> {
                out.writeByte(OFFER).writeInt(offer.number());
                writeConnection(offer.connection(), offer.client(), out);
                out.writeBoolean(offer.again());
                out.writeBytes(offer.begun());
                offer.begun().release();
            }
            case HandoffFrame.Knock knock -> {
                out.writeByte(KNOCK).writeInt(knock.version());
                knock.addresses().forEach(address -> writeAddress(address, out));
            }
            case HandoffFrame.Transfer transfer -> {
                out.writeByte(TRANSFER).writeInt(transfer.number());
                writeConnection(transfer.connection(), transfer.client(), out);
                transfer.state().write(out);
                out.writeBytes(transfer.begun());
                transfer.begun().release();
            }
            case HandoffFrame.Restored restored ->
                out.writeByte(RESTORED).writeInt(restored.number()).writeInt(restored.micros());
            case HandoffFrame.Leaving leaving -> out.writeByte(LEAVING);
            case HandoffFrame.Taken taken -> out.writeByte(TAKEN).writeInt(taken.number());
            case HandoffFrame.Declined declined -> out.writeByte(DECLINED).writeInt(declined.number());
            case HandoffFrame.Quiet quiet -> out.writeByte(QUIET).writeInt(quiet.number());
            case HandoffFrame.Busy busy -> out.writeByte(BUSY).writeInt(busy.number());
            case HandoffFrame.Ended ended -> out.writeByte(ENDED).writeInt(ended.number());
        }
        out.setInt(start, out.writerIndex() - start - LENGTH);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < LENGTH) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 1 || length > MOST_FRAME) {
            in.skipBytes(in.readableBytes());
            throw new CorruptedFrameException("a frame has " + length + " bytes; expected 1 to " + MOST_FRAME
                    + ": is this a socket for handoffs?");
        }
        if (in.readableBytes() - LENGTH >= length) {
            out.add(read(in.skipBytes(LENGTH).readSlice(length)));
        }
    }

    private static HandoffFrame read(ByteBuf in) {
        try {
            HandoffFrame frame = read(in.readByte(), in);
            if (in.isReadable()) {
                throw new CorruptedFrameException(frame + " has " + in.readableBytes() + " bytes too many");
            }
            return frame;
        } catch (IndexOutOfBoundsException e) {
            throw new CorruptedFrameException("a frame ends too early", e);
        }
    }

    private static HandoffFrame read(byte kind, ByteBuf in) {
        return switch (kind) {
            case HELLO -> hello(in.readInt(), in);
            case WELCOME -> new HandoffFrame.Welcome(in.readLong(), readAddress(in));
            case REFUSAL ->
                new HandoffFrame.Refusal(in.readCharSequence(in.readableBytes(), StandardCharsets.UTF_8)
                        .toString());
            case JOIN -> new HandoffFrame.Join(in.readLong());
            case READY -> new HandoffFrame.Ready();
            case OFFER -> {
                int number = in.readInt();
                ConnectionAddresses connection = new ConnectionAddresses(readEnd(in), readEnd(in));
                InetSocketAddress client = readAddress(in);
                boolean again = in.readBoolean();
                ByteBuf begun = in.readRetainedSlice(in.readableBytes());
                yield new HandoffFrame.Offer(number, connection, client, again, begun);
            }
            case KNOCK -> knock(in.readInt(), in);
            case TRANSFER -> {
                int number = in.readInt();
                ConnectionAddresses connection = new ConnectionAddresses(readEnd(in), readEnd(in));
                InetSocketAddress client = readAddress(in);
                TcpRepairState state = TcpRepairState.read(in);
                ByteBuf begun = in.readRetainedSlice(in.readableBytes());
                yield new HandoffFrame.Transfer(number, connection, client, state, begun);
            }
            case RESTORED -> new HandoffFrame.Restored(in.readInt(), in.readInt());
            case LEAVING -> new HandoffFrame.Leaving();
            case TAKEN -> new HandoffFrame.Taken(in.readInt());
            case DECLINED -> new HandoffFrame.Declined(in.readInt());
            case QUIET -> new HandoffFrame.Quiet(in.readInt());
            case BUSY -> new HandoffFrame.Busy(in.readInt());
            case ENDED -> new HandoffFrame.Ended(in.readInt());
            default -> throw new CorruptedFrameException("a frame is of kind " + kind + ", which there is none of");
        };
    }

    private static HandoffFrame hello(int magic, ByteBuf in) {
        if (magic != MAGIC) {
            throw new CorruptedFrameException("the connecting process is no Gosling front-end");
        }
        int version = in.readInt();
        if (version != HandoffFrame.VERSION) {
            // Another version has other frames; its sender needs the reason of the refusal.
            in.skipBytes(in.readableBytes());
            return new HandoffFrame.Hello(version, HandoffFrame.Hello.NEVER, 0);
        }
        return new HandoffFrame.Hello(version, in.readLong(), in.readInt());
    }

    private static HandoffFrame knock(int version, ByteBuf in) {
        List<InetSocketAddress> addresses = new ArrayList<>();
        if (version != HandoffFrame.ACROSS_HOSTS) {
            in.skipBytes(in.readableBytes()); // as of a Hello
        }
        while (in.isReadable()) {
            if (addresses.size() == MOST_ADDRESSES) {
                throw new CorruptedFrameException("a front-end with more than " + MOST_ADDRESSES + " addresses");
            }
            addresses.add(readEnd(in));
        }
        return new HandoffFrame.Knock(version, addresses);
    }

    private static void writeConnection(
            ConnectionAddresses connection, @Nullable InetSocketAddress client, ByteBuf out) {
        writeAddress(connection.remote(), out);
        writeAddress(connection.local(), out);
        writeAddress(client, out);
    }

    private static void writeAddress(@Nullable InetSocketAddress client, ByteBuf out) {
        byte[] address = client == null ? new byte[0] : client.getAddress().getAddress();
        out.writeByte(address.length).writeBytes(address);
        if (client != null) {
            out.writeShort(client.getPort());
        }
    }

    private static InetSocketAddress readEnd(ByteBuf in) {
        InetSocketAddress end = readAddress(in);
        if (end == null) {
            throw new CorruptedFrameException("an address is missing");
        }
        return end;
    }

    private static @Nullable InetSocketAddress readAddress(ByteBuf in) {
        int length = in.readUnsignedByte();
        if (length == 0) {
            return null;
        }
        byte[] address = new byte[length];
        in.readBytes(address);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), in.readUnsignedShort());
        } catch (UnknownHostException e) {
            throw new CorruptedFrameException("an address of " + length + " bytes", e);
        }
    }
}
