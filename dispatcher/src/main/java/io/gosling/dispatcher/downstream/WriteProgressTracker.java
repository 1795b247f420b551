package io.gosling.dispatcher.downstream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * Detects whether the other side of a connection reads what is written to it, however slowly. Belongs to one connection
 * and its event loop.
 */
final class WriteProgressTracker {
    private final Channel channel;
    private long unwrittenBefore;

    WriteProgressTracker(Channel channel) {
        this.channel = channel;
    }

    /** Notes, and returns, what is unwritten now. */
    long note() {
        unwrittenBefore = unwritten();
        return unwrittenBefore;
    }

    boolean hasProgressed() {
        return unwritten() < unwrittenBefore;
    }

    /** Bytes that wait to be taken, overhead included. */
    long unwritten() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    }
}
