package io.gosling.netty.listen;

import io.gosling.netty.limits.HttpLimits;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stage that reads a connection's first bytes, sets up the stages that follow from them, and removes itself, within a
 * timeout. A connection that ends or is drained meanwhile is closed. Belongs to one connection and its loop.
 */
abstract class FirstBytesDetector extends ByteToMessageDecoder {
    final Channel channel;
    private final Supplier<HttpLimits> limits;
    private @Nullable Future<?> timer;

    FirstBytesDetector(Channel channel, Supplier<HttpLimits> limits) {
        this.channel = channel;
        this.limits = limits;
    }

    final HttpLimits limits() {
        return limits.get();
    }

    abstract Duration timeout(boolean begun);

    /** Handles the timeout; the connection is closed then, unless this stage has made way. */
    abstract void late(ChannelHandlerContext ctx);

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        watch(ctx, timeout(false).compareTo(timeout(true)) < 0 ? timeout(false) : timeout(true), Duration.ZERO);
    }

    private void watch(ChannelHandlerContext ctx, Duration until, Duration passed) {
        Runnable look = () -> {
            Duration whole = timeout(actualReadableBytes() > 0);
            if (whole.compareTo(until) > 0) {
                watch(ctx, whole, until);
            } else {
                late(ctx);
                if (!ctx.isRemoved()) {
                    channel.close();
                }
            }
        };
        timer = channel.eventLoop().schedule(look, until.minus(passed).toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sets up the following stages; the bytes that were not consumed go to them. */
    final void become(ChannelHandlerContext ctx, Consumer<Channel> next) {
        stopWatching();
        next.accept(channel);
        ctx.fireChannelActive();
        ctx.pipeline().remove(this);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Listener.Drain.BEGUN || event instanceof ChannelInputShutdownEvent) {
            channel.close();
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        stopWatching();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        channel.close();
    }

    private void stopWatching() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
