package io.gosling.netty.listen;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives large writes to TLS in pieces, as fast as the client reads. TLS encrypts at once all that it is given, so that
 * a body which many clients share would be copied for each of them. The pieces are small while many clients are slow:
 * some 64 KiB of encrypted bytes then wait for each. Belongs to one connection and its loop.
 */
final class EncryptionPacing extends ChannelDuplexHandler {
    static final int LARGE_PIECE = 256 << 10;
    static final int SMALL_PIECE = 32 << 10;

    /** Number of connections with bytes waiting from which pieces are small. */
    static final int MANY = 128;

    private static final WriteBufferWaterMark WAITING = new WriteBufferWaterMark(SMALL_PIECE / 2, SMALL_PIECE);

    private final AtomicInteger slowClients;
    private final Queue<Waiting> waiting = new ArrayDeque<>(1);
    private boolean slow;

    private record Waiting(Object message, ChannelPromise written) {}

    /** @param slowClients count of the connections that have bytes waiting, shared by all of a listener */
    EncryptionPacing(AtomicInteger slowClients) {
        this.slowClients = slowClients;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.channel().config().setWriteBufferWaterMark(WAITING);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        giveUp();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise written) {
        if (ctx.channel().isActive() && (bytesOf(message) > SMALL_PIECE || !waiting.isEmpty())) {
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
        if (!waiting.isEmpty()) {
            flush(ctx);
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        giveUp();
        ctx.fireChannelInactive();
    }

    private void passOn(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        // A flush may come back here: what is passed on leaves the queue, or becomes shorter, before it is written.
        for (Waiting next = waiting.peek(); next != null && channel.isWritable(); next = waiting.peek()) {
            int most = slowClients.get() < MANY ? LARGE_PIECE : SMALL_PIECE;
            int bytes = bytesOf(next.message);
            if (bytes > most) {
                ctx.write(((ByteBuf) next.message).readRetainedSlice(most), ctx.voidPromise());
            } else {
                waiting.remove();
                ctx.write(next.message, next.written);
            }
            if (bytes > SMALL_PIECE) {
                ctx.flush();
            }
        }
        note(!waiting.isEmpty());
    }

    private static int bytesOf(Object message) {
        return message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
    }

    private void note(boolean nowSlow) {
        if (slow != nowSlow) {
            slow = nowSlow;
            slowClients.addAndGet(nowSlow ? 1 : -1);
        }
    }

    private void giveUp() {
        for (Waiting left = waiting.poll(); left != null; left = waiting.poll()) {
            ReferenceCountUtil.release(left.message);
            left.written.tryFailure(new ClosedChannelException());
        }
        note(false);
    }
}
