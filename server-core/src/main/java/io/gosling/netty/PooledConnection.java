package io.gosling.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;

/** Watches one connection of a {@link PoolLane}: closed or speaking while idle, it leaves the pool. One event loop. */
final class PooledConnection extends ChannelInboundHandlerAdapter {
    /** How a connection's watcher is found, also when the connection has closed and its pipeline is empty. */
    static final AttributeKey<PooledConnection> KEY = AttributeKey.valueOf(PooledConnection.class, "watcher");

    private final PoolLane lane;
    private boolean idle;
    private boolean reused;
    private boolean left;
    private boolean closed;
    private long idleSince;

    PooledConnection(PoolLane lane) {
        this.lane = lane;
    }

    PoolLane lane() {
        return lane;
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

    void use() {
        idle = false;
        reused = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (idle) {
            // Nobody asked: what follows cannot be told from an answer to the next request.
            ReferenceCountUtil.release(message);
            ctx.close();
            return;
        }
        ctx.fireChannelRead(message);
    }

    /** The connection is watched no more; false if it had closed before. */
    boolean leave() {
        left = true;
        return !closed;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        if (!left) {
            lane.closed(ctx.channel());
        }
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
