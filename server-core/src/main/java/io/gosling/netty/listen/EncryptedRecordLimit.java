package io.gosling.netty.listen;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Ends a connection of HTTP within a cluster before its keys have encrypted too much: BoringSSL renews none, and
 * AES-GCM is good for 2^24.5 records with one (RFC 8446, section 5.5). After {@link #MOST} records it ends with the
 * next response; one whose response has no end, such as an upgraded one, is closed after twice as many. Counts both
 * directions. Stands behind the TLS stage; belongs to one connection and its loop.
 */
final class EncryptedRecordLimit extends ChannelDuplexHandler {
    static final int MOST = 1 << 22;

    private static final int RECORD_BYTES = 1 << 14;

    private int records;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        count(ctx, message);
        ctx.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        count(ctx, message);
        ctx.write(message, promise);
    }

    private void count(ChannelHandlerContext ctx, Object message) {
        int before = records;
        if (before < 2 * MOST) {
            records = before + 1 + (message instanceof ByteBuf bytes ? bytes.readableBytes() / RECORD_BYTES : 0);
            if (records >= 2 * MOST) {
                ctx.executor().execute(() -> ctx.channel().close());
            } else if (before < MOST && records >= MOST) {
                ctx.executor().execute(() -> ctx.pipeline().fireUserEventTriggered(Listener.Drain.BEGUN));
            }
        }
    }
}
