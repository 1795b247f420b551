package io.gosling.dispatcher.backend;

import io.gosling.dispatcher.relay.Relay;
import io.gosling.netty.client.http2.Http2StreamEnd;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection as one {@link Relay} after the other uses it, or a stream of HTTP/2 as one does: it is read only when the relay asks, and tells the relay
 * what comes until it is given back or discarded. It stays in the connection's pipeline, silent between two uses. Belongs to
 * the event loop.
 */
public final class BackendStream extends ChannelInboundHandlerAdapter {
    /** What happens on the connection. */
    interface Listener {
        void received(HttpObject message);

        /** A plain response; good until this returns. */
        void received(RawResponseHead response);

        /**
         * A piece of the body of a plain response, whose reference passes to the listener.
         *
         * @param last whether it is the response's end
         */
        void received(ByteBuf piece, boolean last);

        /** What one read brought has been handed over. */
        void readComplete();

        /** There is room again for what is to be sent. */
        void writable();

        /** The connection is gone; called at most once, and not after the relay let go of it. */
        void closed();
    }

    private static final AttributeKey<BackendStream> KEY = AttributeKey.valueOf(BackendStream.class, "stream");

    private final Channel channel;
    private final @Nullable BackendCodec codec;
    private boolean reused;
    private @Nullable Listener listener;
    private boolean broken;
    private @Nullable Http2StreamEnd end;

    private BackendStream(Channel channel) {
        this.channel = channel;
        this.codec = channel.pipeline().get(BackendCodec.class);
    }

    /** Takes a connection that was just acquired. */
    static BackendStream open(Channel channel, boolean reused, Listener listener) {
        BackendStream known = channel.attr(KEY).get();
        BackendStream stream = known == null ? enter(channel) : known;
        stream.reused = reused;
        stream.listener = listener;
        return stream;
    }

    private static BackendStream enter(Channel channel) {
        BackendStream stream = new BackendStream(channel);
        channel.attr(KEY).set(stream);
        channel.config().setAutoRead(false);
        channel.pipeline().addLast(stream);
        return stream;
    }

    Channel channel() {
        return channel;
    }

    /** What its end says of it, and of the request. */
    public BackendFailure failure() {
        if (end == null) {
            // One that had served before may have been closed for its age, which has nothing to do with the request.
            return reused ? BackendFailure.STALE : BackendFailure.BROKEN;
        }
        return switch (end) {
            case UNPROCESSED -> BackendFailure.UNPROCESSED;
            case RESET -> BackendFailure.RESET;
            case MALFORMED -> BackendFailure.MALFORMED;
        };
    }

    /**
     * Says what is asked, before it is written.
     *
     * @param head whether it is a HEAD
     * @param plainly whether the response may come plain
     */
    public void expect(boolean head, boolean plainly) {
        if (codec != null) {
            codec.expect(head, plainly);
        }
    }

    /** What cannot be written is told as what cannot be read: the connection has failed. */
    public void write(Object message) {
        if (channel.isActive()) {
            channel.write(message, channel.voidPromise());
        } else {
            // A connection that is gone tells nobody any more what cannot be written.
            ReferenceCountUtil.release(message);
            broken = true;
            fail();
        }
    }

    /** Whether all that was written has gone to the other side; of a stream nobody knows, and it serves no second request. */
    boolean isAllSent() {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return !broken && unsent != null && unsent.isEmpty() && unsent.totalPendingWriteBytes() == 0;
    }

    public void flush() {
        channel.flush();
    }

    public void read() {
        channel.read();
    }

    public boolean isWritable() {
        return channel.isWritable();
    }

    /** Lets go of the connection and returns it, for another use or to be closed. */
    Channel detach() {
        listener = null;
        return channel;
    }

    /** The same for good: what comes is somebody else's. */
    Channel leave() {
        if (channel.isActive()) {
            channel.pipeline().remove(this);
        }
        return detach();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Listener told = listener;
        // Once reading has failed, the decoder still ends a body whose end is the connection's: it was cut.
        if (told == null || broken) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof ByteBuf piece) {
            told.received(piece, isPlainlyOver());
        } else if (message instanceof RawResponseHead response) {
            told.received(response);
        } else {
            told.received((HttpObject) message);
        }
    }

    private boolean isPlainlyOver() {
        return codec == null || codec.isPlainlyOver();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (listener != null) {
            listener.readComplete();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (listener != null && channel.isWritable()) {
            listener.writable();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2StreamEnd told) {
            end = told;
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        broken = true;
        if (listener == null) {
            ctx.close();
        }
        fail();
    }

    private void fail() {
        Listener told = listener;
        listener = null;
        if (told != null) {
            told.closed();
        }
    }

    @Override
    public String toString() {
        return Objects.toString(channel.remoteAddress());
    }
}
