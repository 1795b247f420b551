package io.gosling.netty.client;

import io.gosling.netty.http1.ResponseBoundaryTracker;
import io.gosling.netty.tls.ClusterTls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;

/**
 * Takes one connection of a {@link LoopConnectionPool} out when it closes or receives data while idle. One event loop.
 */
final class PooledConnectionWatcher extends ChannelInboundHandlerAdapter {
    /** The key of a connection's watcher, also when the connection has closed and its pipeline is empty. */
    static final AttributeKey<PooledConnectionWatcher> KEY =
            AttributeKey.valueOf(PooledConnectionWatcher.class, "watcher");

    final LoopConnectionPool lane;

    /** Changed by {@link LoopConnectionPool#count} only, together with its sums. */
    LoopConnectionPool.Count count = LoopConnectionPool.Count.OPEN;

    private boolean idle;
    private boolean reused;

    /** True once its other side is proved by a secret that is no longer accepted. */
    private boolean retired;

    private boolean beingRead;
    private boolean toTell;
    private long idleSince;

    PooledConnectionWatcher(LoopConnectionPool lane) {
        this.lane = lane;
    }

    boolean isReused() {
        return reused;
    }

    long idleSince() {
        return idleSince;
    }

    void rest(long now) {
        idle = true;
        idleSince = now;
    }

    /** Returns whether received data is being passed on; the pool is notified when that is over. */
    boolean willTellWhenRead() {
        toTell = beingRead;
        return toTell;
    }

    void use() {
        idle = false;
        reused = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        beingRead = true;
        if (idle) {
            // Data that no one requested would be taken for the answer to the next request.
            toTell = false;
            ReferenceCountUtil.release(message);
            ctx.close();
            return;
        }
        ctx.fireChannelRead(message);
    }

    /** Also checks bytes that arrived and made no message: they would precede the next response. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        beingRead = false;
        ctx.fireChannelReadComplete();
        if (toTell) {
            toTell = false;
            lane.offer(ctx.channel());
        } else if (idle && !isClean(ctx.channel())) {
            ctx.close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ClusterTls.Retirement.SECRET_REMOVED) {
            retired = true;
            if (idle) {
                ctx.close();
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    /** Returns whether the connection may be used again: it is open, and no bytes on it belong to no response. */
    static boolean isClean(Channel channel) {
        return channel.isActive()
                && !channel.attr(KEY).get().retired
                && (!(channel.pipeline().get(ConnectionPool.CODEC) instanceof ResponseBoundaryTracker codec)
                        || codec.isBetweenResponses());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        lane.closed(ctx.channel(), this);
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean nobodyBehind = equals(ctx.pipeline().last());
        if (idle || nobodyBehind) {
            ctx.close();
            return;
        }
        ctx.fireExceptionCaught(cause);
    }
}
