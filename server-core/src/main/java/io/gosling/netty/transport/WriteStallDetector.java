package io.gosling.netty.transport;

import io.gosling.netty.limits.HttpLimits;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Detects a client that has stopped reading: output is waiting and makes no progress. A stage next to the socket that
 * counts the writes which are done: what waits can be of the same size before and after progress. Belongs to one
 * connection and its loop.
 */
public final class WriteStallDetector extends ChannelDuplexHandler {
    private final Channel channel;
    private final long timeout;
    private long written;
    private long flushed;
    private long lastDone;
    private long lastProgress;
    private long movedAt;

    /** Adds itself to the channel. */
    public WriteStallDetector(Channel channel, HttpLimits limits, long now) {
        this.channel = channel;
        this.timeout = limits.get(HttpLimits.WRITE_TIME).toNanos();
        this.movedAt = now;
        channel.pipeline().addFirst("writes", this);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        written++;
        ctx.write(message, promise);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        flushed = written;
        ctx.flush();
    }

    public boolean isPending() {
        return isPending(channel.unsafe().outboundBuffer());
    }

    private static boolean isPending(@Nullable ChannelOutboundBuffer buffer) {
        return buffer != null && (!buffer.isEmpty() || buffer.totalPendingWriteBytes() > 0);
    }

    public boolean isStalled(long now) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        if (buffer == null || !isPending(buffer)) {
            movedAt = now;
            return false;
        }
        long done = flushed - buffer.size();
        long progress = buffer.currentProgress();
        if (done != lastDone || progress != lastProgress) {
            lastDone = done;
            lastProgress = progress;
            movedAt = now;
        }
        return now - movedAt > timeout;
    }
}
