package io.gosling.netty.listen;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Gives large writes to TLS in pieces, as fast as the client reads. TLS encrypts at once all that it is given, so that
 * a body which many clients share would be copied for each of them. Belongs to one connection and its loop.
 */
final class EncryptionPacing extends ChannelDuplexHandler {
    static final int PIECE = 64 << 10;

    private final Queue<Waiting> waiting = new ArrayDeque<>(1);

    private record Waiting(Object message, ChannelPromise written) {}

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise written) {
        if (ctx.channel().isActive() && (isLarge(message) || !waiting.isEmpty())) {
            waiting.add(new Waiting(message, written));
        } else {
            ctx.write(message, written);
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        passOn(ctx);
        ctx.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        passOn(ctx);
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        giveUp();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        giveUp();
    }

    private void passOn(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        // A flush may come back here: what is passed on leaves the queue, or becomes shorter, before it is written.
        for (Waiting next = waiting.peek(); next != null && channel.isWritable(); next = waiting.peek()) {
            if (next.message instanceof ByteBuf body && isLarge(body)) {
                ctx.write(body.readRetainedSlice(PIECE), ctx.voidPromise());
            } else {
                waiting.remove();
                ctx.write(next.message, next.written);
            }
            ctx.flush();
        }
    }

    private static boolean isLarge(Object message) {
        return message instanceof ByteBuf bytes && bytes.readableBytes() > PIECE;
    }

    private void giveUp() {
        for (Waiting left = waiting.poll(); left != null; left = waiting.poll()) {
            ReferenceCountUtil.release(left.message);
            left.written.tryFailure(new ClosedChannelException());
        }
    }
}
