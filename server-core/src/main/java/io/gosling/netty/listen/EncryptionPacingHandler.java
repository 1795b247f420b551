package io.gosling.netty.listen;

import io.gosling.netty.transport.SocketShutdown;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.PendingWriteQueue;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives large writes to TLS in pieces, the next when the one before is with the socket. TLS encrypts at once all that
 * it is given, so that a body which many clients share would be copied for each of them. The pieces are small while
 * many connections wait. What waits counts as the channel's pending bytes. Belongs to one connection and its loop.
 */
final class EncryptionPacingHandler extends ChannelDuplexHandler implements ChannelFutureListener {
    static final int LARGE_PIECE = 256 << 10;

    /** Writes up to this many bytes are passed on as they are. */
    static final int SMALL_PIECE = 32 << 10;

    /** Number of waiting connections from which pieces are small. */
    static final int MANY = 128;

    private final AtomicInteger waitingConnections;
    private final ChannelHandlerContext tls;
    private final PendingWriteQueue waiting;
    private boolean counted;

    /** True if a part of the first that waits has been passed on. */
    private boolean begun;

    private boolean pieceOnItsWay;

    /**
     * @param tls writes to the TLS stage
     * @param waitingConnections count of the connections that wait for their clients, shared by all of a listener
     */
    EncryptionPacingHandler(ChannelHandlerContext tls, AtomicInteger waitingConnections) {
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

    /** A piece is with the socket, or cannot be sent. */
    @Override
    public void operationComplete(ChannelFuture piece) {
        pieceOnItsWay = false;
        if (!piece.isSuccess()) {
            // First, because whoever is told of a failure closes, too.
            SocketShutdown.reset(tls.channel(), tls.newPromise());
            giveUp(piece.cause());
        } else if (waiting.isEmpty()) {
            count(false);
        } else {
            flush(tls);
        }
    }

    private void passOn() {
        for (Object next = waiting.current(); next != null && !pieceOnItsWay; next = waiting.current()) {
            if (begun || bytesOf(next) > SMALL_PIECE) {
                passOnPiece((ByteBuf) next);
            } else {
                waiting.removeAndWrite();
            }
        }
        count(pieceOnItsWay || !waiting.isEmpty());
    }

    private void passOnPiece(ByteBuf body) {
        int most = waitingConnections.get() < MANY ? LARGE_PIECE : SMALL_PIECE;
        ByteBuf piece = body.readRetainedSlice(Math.min(most, body.readableBytes()));
        pieceOnItsWay = true;
        begun = body.isReadable();
        ChannelPromise written = begun ? tls.newPromise() : waiting.remove();
        tls.write(piece, written.isVoid() ? tls.newPromise() : written).addListener(this);
    }

    private static int bytesOf(Object message) {
        return message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
    }

    private void count(boolean waits) {
        if (counted != waits) {
            counted = waits;
            waitingConnections.addAndGet(waits ? 1 : -1);
        }
    }

    /** The part of a body that was sent must not look like the whole. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise closed) {
        if (waiting.isEmpty()) {
            tls.close(closed);
        } else {
            SocketShutdown.reset(tls.channel(), closed);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        giveUp(new ClosedChannelException());
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        giveUp(new ClosedChannelException());
    }

    private void giveUp(Throwable cause) {
        begun = false;
        waiting.removeAndFailAll(cause);
        count(false);
    }
}
