package io.gosling.dispatcher;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One use of a pooled connection by one {@link Relay}: it is read only when the relay asks, and tells the relay what
 * comes until it is given back or discarded. Belongs to the event loop.
 */
final class BackendStream extends ChannelInboundHandlerAdapter {
    /** What happens on the connection. */
    interface Listener {
        void received(HttpObject message);

        /** What one read brought has been handed over. */
        void readComplete();

        /** There is room again for what is to be sent. */
        void writable();

        /** The connection is gone; called at most once, and not after the relay let go of it. */
        void closed();
    }

    private final Channel channel;
    private final boolean reused;
    private @Nullable Listener listener;
    private boolean broken;
    private int unsent;

    private BackendStream(Channel channel, boolean reused, Listener listener) {
        this.channel = channel;
        this.reused = reused;
        this.listener = listener;
    }

    /** Takes a connection that was just acquired. */
    static BackendStream open(Channel channel, boolean reused, Listener listener) {
        BackendStream stream = new BackendStream(channel, reused, listener);
        channel.config().setAutoRead(false);
        channel.pipeline().addLast(stream);
        return stream;
    }

    Channel channel() {
        return channel;
    }

    /** Whether it had served an earlier request, so that its end may have nothing to do with this one. */
    boolean reused() {
        return reused;
    }

    void write(Object message) {
        unsent++;
        channel.write(message).addListener(written -> {
            if (written.isSuccess()) {
                unsent--;
            } else {
                fail();
            }
        });
    }

    /** Whether all that was written has gone to the other side. */
    boolean isAllSent() {
        return unsent == 0;
    }

    void flush() {
        channel.flush();
    }

    void read() {
        channel.read();
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    /** Lets go of the connection and returns it, as it was when it was acquired. */
    Channel detach() {
        listener = null;
        if (channel.isActive()) {
            channel.pipeline().remove(this);
        }
        return channel;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Listener told = listener;
        // Once reading has failed, the decoder still ends a body whose end is the connection's: it was cut.
        if (told == null || broken) {
            ReferenceCountUtil.release(message);
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
    public void channelInactive(ChannelHandlerContext ctx) {
        fail();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        broken = true;
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
