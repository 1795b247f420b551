package io.gosling.netty.server;

import io.gosling.netty.listen.IdleConnections;
import io.gosling.netty.transport.LoopClock;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;

/** The last stage of a client's connection of HTTP/1: has timeouts, and closes when something fails. */
abstract class Http1Stage extends ChannelInboundHandlerAdapter implements LoopClock.Timed {
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    private final Channel channel;
    private int clockIndex;

    Http1Stage(Channel channel) {
        this.channel = channel;
    }

    /** Returns whether all requests have been answered, and no other has begun. On the loop. */
    abstract boolean isResting();

    abstract boolean isWaitingForClient();

    abstract LoopClock clock();

    /** Offers a connection that rests to a search for idle ones. */
    final void offerTo(IdleConnections search, long idleNanos) {
        if (isResting()) {
            search.offer(channel, idleNanos, this::leaveIfIdle);
        }
    }

    private void leaveIfIdle() {
        boolean replaced = channel.pipeline().context(this) == null;
        if (!replaced && isResting()) {
            channel.close();
        }
    }

    @Override
    public final int clockIndex() {
        return clockIndex;
    }

    @Override
    public final void setClockIndex(int index) {
        clockIndex = index;
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(cause);
    }

    @Override
    public final void fail(Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.log(System.Logger.Level.WARNING, "connection of " + channel.remoteAddress() + " failed", cause);
        }
        channel.close();
    }
}
