package io.gosling.netty.transport;

import io.gosling.netty.limits.HttpLimits;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/** Detects a client that has stopped reading: output is waiting and makes no progress. One connection, its loop. */
public final class WriteStallDetector {
    private final Channel channel;
    private final long timeout;
    private long lastState;
    private long movedAt;

    public WriteStallDetector(Channel channel, HttpLimits limits, long now) {
        this.channel = channel;
        this.timeout = limits.get(HttpLimits.WRITE_TIME).toNanos();
        this.movedAt = now;
    }

    public boolean isPending() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer != null && (!buffer.isEmpty() || buffer.totalPendingWriteBytes() > 0);
    }

    public boolean isStalled(long now) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        if (buffer == null || (buffer.isEmpty() && buffer.totalPendingWriteBytes() == 0)) {
            movedAt = now;
            return false;
        }
        long state = 31 * (31 * buffer.totalPendingWriteBytes() + buffer.size()) + buffer.currentProgress();
        if (state != lastState) {
            lastState = state;
            movedAt = now;
        }
        return now - movedAt > timeout;
    }
}
