package io.gosling.netty.listen;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.PendingWriteQueue;
import io.netty.handler.ssl.SslHandler;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives large writes to TLS in pieces, the next when the one before is with the socket. TLS encrypts at once all that
 * it is given, so that a body which many clients share would be copied for each of them. What waits counts as the
 * channel's pending bytes. Belongs to one connection and its loop.
 */
final class EncryptionPacing extends ChannelDuplexHandler implements ChannelFutureListener {
    static final int LARGE_PIECE = 256 << 10;

    /** Size of pieces, and of writes that are passed on as they are, while many connections have bytes waiting. */
    static final int SMALL_PIECE = 32 << 10;

    static final int MANY = 128;

    private final AtomicInteger waitingConnections;
    private final ChannelHandlerContext tls;
    private final PendingWriteQueue waiting;
    private boolean counted;
    private boolean pieceOnItsWay;

    /**
     * @param tls writes to the TLS stage
     * @param waitingConnections count of the connections that have bytes waiting, shared by all of a listener
     */
    EncryptionPacing(ChannelHandlerContext tls, AtomicInteger waitingConnections) {
        this.tls = tls;
        this.waitingConnections = waitingConnections;
        this.waiting = new PendingWriteQueue(tls);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise written) {
        boolean isOpen = ctx.channel().unsafe().outboundBuffer() != null;
        if (isOpen && (bytesOf(message) > SMALL_PIECE || !waiting.isEmpty())) {
            waiting.add(message, written);
        } else {
            tls.write(message, written);
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        passOn();
        tls.flush();
    }

    /** A piece is with the socket, or its connection has ended. */
    @Override
    public void operationComplete(ChannelFuture piece) {
        pieceOnItsWay = false;
        if (piece.isSuccess() && !waiting.isEmpty()) {
            flush(tls);
        }
    }

    private void passOn() {
        for (Object next = waiting.current(); next != null; next = waiting.current()) {
            if (bytesOf(next) <= SMALL_PIECE) {
                waiting.removeAndWrite();
            } else if (pieceOnItsWay) {
                break;
            } else {
                pieceOnItsWay = true;
                passOnPiece((ByteBuf) next);
            }
        }
        count(!waiting.isEmpty());
    }

    private void passOnPiece(ByteBuf body) {
        int most = waitingConnections.get() < MANY ? LARGE_PIECE : SMALL_PIECE;
        boolean last = body.readableBytes() <= most;
        ByteBuf piece = body.readRetainedSlice(Math.min(most, body.readableBytes()));
        ChannelPromise written = last ? waiting.remove() : tls.newPromise();
        tls.write(piece, written.isVoid() ? tls.newPromise() : written).addListener(this);
    }

    private static int bytesOf(Object message) {
        return message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
    }

    private void count(boolean hasWaiting) {
        if (counted != hasWaiting) {
            counted = hasWaiting;
            waitingConnections.addAndGet(hasWaiting ? 1 : -1);
        }
    }

    /** Breaks a connection off that has bytes waiting, without close_notify: a part must not look like the whole. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise closed) {
        ChannelHandlerContext stage = ctx.pipeline().context(SslHandler.class);
        if (waiting.isEmpty() || stage == null) {
            ctx.close(closed);
        } else {
            ctx.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            stage.close(closed);
        }
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

    private void giveUp() {
        waiting.removeAndFailAll(new ClosedChannelException());
        count(false);
    }
}
