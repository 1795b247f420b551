package io.gosling.gos.link.frame;

import io.gosling.netty.tls.ClusterTls;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of a connection into frames. A header and the fields of one frame are gathered, within the bounds of
 * its kind; a body is passed on as slices of what was received, the rest of a frame's body as further {@link
 * PeerFrame.Data}. Belongs to one connection and its loop.
 */
public final class PeerFrameReader extends ChannelInboundHandlerAdapter {
    /** The first bytes of each side. */
    private static final byte[] PREAMBLE = {(byte) 0xC7, 'G', 'S', 'L'};

    /** The first byte on a link, with which no HTTP request begins. */
    public static final byte FIRST_BYTE = PREAMBLE[0];

    private static final byte[] NO_FIELDS = {};

    private final Frames frames;
    private final byte[] header = new byte[PeerFrameCodec.HEADER];
    private State state = State.PREAMBLE;

    /** Bytes of the present part that are there. */
    private int gathered;

    private FrameKind kind = FrameKind.HELLO;
    private int id;
    private byte[] fields = NO_FIELDS;
    private int bodyLeft;
    private boolean welcome;

    private enum State {
        PREAMBLE,
        HEADER,
        FIELDS,
        BODY,
        /** All further bytes are discarded. */
        OVER
    }

    /** Receives what is read. Called on the loop. */
    public interface Frames {
        /** The frame belongs to the receiver, with the reference of its body. */
        void frame(int id, PeerFrame frame);

        /** All bytes that had arrived have been passed on. */
        default void batchEnded() {}

        /** The other side has broken a rule: nothing more will be read. */
        void refuse(String why);

        /** The connection can be written to again, or no longer. */
        default void writabilityChanged() {}

        /** Something happened to the connection, such as the end of its input. */
        default void event(Object event) {}

        void closed();
    }

    public PeerFrameReader(Frames frames) {
        this.frames = frames;
    }

    /** Bytes with which this side begins. */
    public static ByteBuf preamble() {
        return Unpooled.copiedBuffer(PREAMBLE);
    }

    /** Accepts all kinds of frames from now on: the other side has proved to be a node of this cluster. */
    public void welcome() {
        welcome = true;
    }

    /** Discards all further bytes. */
    public void stop() {
        state = State.OVER;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            while (state != State.OVER && in.isReadable()) {
                read(in);
            }
        } catch (IOException e) {
            state = State.OVER;
            frames.refuse(String.valueOf(e.getMessage()));
        } finally {
            in.release();
        }
    }

    private void read(ByteBuf in) throws IOException {
        switch (state) {
            case PREAMBLE -> preamble(in);
            case HEADER -> {
                if (gather(in, header)) {
                    begin(header);
                    proceed(in);
                }
            }
            case FIELDS -> {
                if (gather(in, fields)) {
                    proceed(in);
                }
            }
            case BODY -> frames.frame(id, new PeerFrame.Data(slice(in)));
            case OVER -> {}
        }
    }

    private void preamble(ByteBuf in) throws IOException {
        while (gathered < PREAMBLE.length && in.isReadable()) {
            if (in.readByte() != PREAMBLE[gathered++]) {
                throw new IOException(
                        "it does not speak the protocol of links between nodes; set cluster.encryption to the"
                                + " same on every node");
            }
        }
        if (gathered == PREAMBLE.length) {
            next(State.HEADER);
        }
    }

    /** Returns true when a part is whole. */
    private boolean gather(ByteBuf in, byte[] part) {
        int more = Math.min(part.length - gathered, in.readableBytes());
        in.readBytes(part, gathered, more);
        gathered += more;
        return gathered == part.length;
    }

    private void begin(byte[] from) throws IOException {
        ByteBuf in = Unpooled.wrappedBuffer(from);
        int mostFields = in.readInt();
        int mostBody = in.readInt();
        byte code = in.readByte();
        id = in.readInt();
        @Nullable FrameKind named = FrameKind.of(code);
        if (named == null) {
            throw new IOException("a frame of kind " + code + ", which there is none of");
        }
        if (!welcome && !named.isOfHandshake()) {
            throw new IOException("a frame " + named + " before " + FrameKind.HELLO);
        }
        within(mostFields, named.mostFields(), named);
        within(mostBody, named.mostBody(), named);
        kind = named;
        fields = mostFields == 0 ? NO_FIELDS : new byte[mostFields];
        bodyLeft = mostBody;
        next(State.FIELDS);
    }

    private static void within(int bytes, int most, FrameKind kind) throws IOException {
        if (bytes < 0 || bytes > most) {
            throw new IOException("a frame " + kind + " of " + bytes + " bytes; expected at most " + most);
        }
    }

    /** Passes a frame on if its fields are whole, with those bytes of its body that are there. */
    private void proceed(ByteBuf in) throws IOException {
        if (gathered < fields.length) {
            return;
        }
        byte[] whole = fields;
        fields = NO_FIELDS;
        if (kind == FrameKind.DATA) {
            next(bodyLeft == 0 ? State.HEADER : State.BODY);
            return;
        }
        ByteBuf body = bodyLeft == 0 ? Unpooled.EMPTY_BUFFER : slice(in);
        PeerFrame frame;
        try {
            frame = PeerFrameCodec.read(kind, whole, body);
        } catch (IOException | RuntimeException e) {
            body.release();
            throw e;
        }
        next(bodyLeft == 0 ? State.HEADER : State.BODY);
        frames.frame(id, frame);
    }

    private ByteBuf slice(ByteBuf in) {
        int bytes = Math.min(bodyLeft, in.readableBytes());
        bodyLeft -= bytes;
        if (bodyLeft == 0 && state == State.BODY) {
            next(State.HEADER);
        }
        return bytes == 0 ? Unpooled.EMPTY_BUFFER : in.readRetainedSlice(bytes);
    }

    private void next(State following) {
        state = following;
        gathered = 0;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        frames.batchEnded();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        frames.writabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        frames.event(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        state = State.OVER;
        frames.closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        state = State.OVER;
        if (cause instanceof IOException) {
            ctx.close();
        } else if (cause.getCause() instanceof SSLException) {
            frames.refuse(ClusterTls.explain(cause));
        } else {
            frames.refuse(String.valueOf(cause));
        }
    }
}
