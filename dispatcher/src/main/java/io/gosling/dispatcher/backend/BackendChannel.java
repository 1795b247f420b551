package io.gosling.dispatcher.backend;

import io.gosling.netty.client.http2.Http2StreamAbortReason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelOutputShutdownException;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * A pooled HTTP/1.1 connection as successive {@code RequestRelay}s use it, or an HTTP/2 stream as one relay does. It is
 * read only when the relay asks, and passes what it receives to the relay until it is returned or discarded. It stays
 * in the connection's pipeline, silent between two uses. Belongs to the event loop.
 */
public final class BackendChannel extends ChannelInboundHandlerAdapter {
    /** Receives the events of the connection. */
    interface Listener {
        void received(HttpObject message);

        /** A plain response; good until this returns. */
        void received(RawResponseHead response);

        /**
         * A piece of the body of a plain response, the last one if {@code last}; its reference passes to the listener.
         */
        void received(ByteBuf piece, boolean last);

        void readComplete();

        void writable();

        /** The connection is gone; called at most once, not after detaching. */
        void closed();
    }

    private static final AttributeKey<BackendChannel> KEY = AttributeKey.valueOf(BackendChannel.class, "stream");

    final Channel channel;
    private final @Nullable BackendCodec codec;
    private boolean reused;
    private @Nullable Listener listener;
    private boolean broken;
    /** True once sending has failed: what the back-end has said before is read yet, up to the connection's end. */
    private boolean unsent;

    private @Nullable Http2StreamAbortReason end;

    private BackendChannel(Channel channel) {
        this.channel = channel;
        this.codec = channel.pipeline().get(BackendCodec.class);
    }

    static BackendChannel open(Channel channel, boolean reused, Listener listener) {
        BackendChannel stream = channel.attr(KEY).get();
        if (stream == null) {
            stream = new BackendChannel(channel);
            channel.attr(KEY).set(stream);
            channel.config().setAutoRead(false);
            channel.pipeline().addLast(stream);
        }
        stream.reused = reused;
        stream.listener = listener;
        return stream;
    }

    public BackendFailureReason failure() {
        if (end == null) {
            // One that had served before may have been closed for its age, which has nothing to do with the request.
            return reused ? BackendFailureReason.STALE : BackendFailureReason.BROKEN;
        }
        return switch (end) {
            case UNPROCESSED -> BackendFailureReason.UNPROCESSED;
            case RESET -> BackendFailureReason.RESET;
            case MALFORMED -> BackendFailureReason.MALFORMED;
        };
    }

    /** Announces the request before it is written. */
    public void expect(boolean head, boolean plainly) {
        if (codec != null) {
            codec.expect(head, plainly);
        }
    }

    /** Writes a message. After a failure the response that may have come, or the connection's end, is awaited. */
    public void write(Object message) {
        if (unsent) {
            ReferenceCountUtil.release(message);
        } else if (channel.isActive()) {
            channel.write(message, channel.voidPromise());
        } else {
            // A closed connection no longer reports failed writes.
            ReferenceCountUtil.release(message);
            broken = true;
            fail();
        }
    }

    /** Returns true if everything written has left; unknown for a stream, which serves no second request. */
    boolean isAllSent() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return !broken && !unsent && buffer != null && buffer.isEmpty() && buffer.totalPendingWriteBytes() == 0;
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

    Channel detach() {
        listener = null;
        return channel;
    }

    /** Detaches for good: further input belongs to the caller. */
    Channel leave() {
        if (channel.isActive()) {
            channel.pipeline().remove(this);
        }
        return detach();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Listener told = listener;
        // After a read error, the decoder still ends a body that the connection's end delimits: it was cut.
        if (told == null || broken) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof ByteBuf piece) {
            told.received(piece, codec == null || codec.isPlainlyOver());
        } else if (message instanceof RawResponseHead response) {
            told.received(response);
        } else {
            told.received((HttpObject) message);
        }
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
        if (event instanceof Http2StreamAbortReason told) {
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
        if (cause instanceof ChannelOutputShutdownException && listener != null) {
            unsent = true;
            return;
        }
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
}
