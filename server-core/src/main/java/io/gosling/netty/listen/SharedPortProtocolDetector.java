package io.gosling.netty.listen;

import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Detects the protocol that shares an endpoint with HTTP by a connection's first byte. Belongs to its loop. */
final class SharedPortProtocolDetector extends FirstBytesDetector {
    private final ListenEndpoint.Raw raw;
    private final Consumer<Channel> http;

    SharedPortProtocolDetector(
            Channel channel, Supplier<HttpLimits> limits, ListenEndpoint.Raw raw, Consumer<Channel> http) {
        super(channel, limits);
        this.raw = raw;
        this.http = http;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        become(ctx, in.getByte(in.readerIndex()) == raw.first() ? raw.speech() : http);
    }

    @Override
    Duration timeout(boolean begun) {
        return limits().get(HttpLimits.IDLE_TIME);
    }

    @Override
    void late(ChannelHandlerContext ctx) {
        // Nothing was asked.
    }
}
