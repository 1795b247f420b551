package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Large writes on their way to TLS, with a socket that takes bytes when the test says so. */
class EncryptionPacingHandlerTest {
    private static final int PIECE = EncryptionPacingHandler.SMALL_PIECE;

    private final AtomicInteger waitingConnections = new AtomicInteger(EncryptionPacingHandler.MANY);
    private final Socket socket = new Socket();
    private final EmbeddedChannel channel = new EmbeddedChannel(socket, new ChannelInboundHandlerAdapter());

    EncryptionPacingHandlerTest() {
        ChannelHandlerContext tls = channel.pipeline().lastContext();
        channel.pipeline().addLast(new EncryptionPacingHandler(tls, waitingConnections));
    }

    private static final class Socket extends ChannelOutboundHandlerAdapter {
        private boolean full;
        private boolean refuses;

        @Override
        public void write(ChannelHandlerContext ctx, Object bytes, ChannelPromise written) throws Exception {
            if (refuses) {
                ReferenceCountUtil.release(bytes);
                written.tryFailure(new IOException("TLS has ended"));
            } else {
                super.write(ctx, bytes, written);
            }
        }

        @Override
        public void flush(ChannelHandlerContext ctx) {
            if (!full) {
                ctx.flush();
            }
        }
    }

    private static ByteBuf body(int bytes) {
        return Unpooled.wrappedBuffer(new byte[bytes]);
    }

    private int nextSize() {
        ByteBuf next = channel.readOutbound();
        try {
            return next.readableBytes();
        } finally {
            next.release();
        }
    }

    private void drain() {
        socket.full = false;
        channel.flush();
    }

    @Test
    void aLargeBodyGoesOnInPiecesBetweenItsHeadAndWhatFollows() {
        channel.write(body(10));
        channel.write(body(2 * PIECE + 5));
        ChannelFuture last = channel.writeAndFlush(body(7));
        assertEquals(10, nextSize());
        assertEquals(PIECE, nextSize());
        assertEquals(PIECE, nextSize());
        assertEquals(5, nextSize());
        assertEquals(7, nextSize());
        assertNull(channel.readOutbound());
        assertTrue(last.isSuccess());
    }

    @Test
    void noMoreThanAPieceIsPassedOnWhileTheSocketIsFull() {
        socket.full = true;
        ByteBuf body = body(10 * PIECE);
        ChannelFuture written = channel.writeAndFlush(body);
        assertEquals(9 * PIECE, body.readableBytes());
        assertFalse(channel.isWritable(), "what waits is pending");
        assertFalse(written.isDone());
        assertEquals(EncryptionPacingHandler.MANY + 1, waitingConnections.get());
        drain();
        assertEquals(EncryptionPacingHandler.MANY, waitingConnections.get());
        for (int piece = 0; piece < 10; piece++) {
            assertEquals(PIECE, nextSize());
        }
        assertTrue(written.isSuccess());
        assertTrue(channel.isWritable());
    }

    @Test
    void aWriteThatNobodyWaitsForGoesOnInPiecesToo() {
        channel.write(body(PIECE + 1), channel.voidPromise());
        channel.flush();
        assertEquals(PIECE, nextSize());
        assertEquals(1, nextSize());
    }

    @Test
    void piecesAreLargerWhileFewClientsAreSlow() {
        waitingConnections.set(0);
        channel.writeAndFlush(body(EncryptionPacingHandler.LARGE_PIECE + 1));
        assertEquals(EncryptionPacingHandler.LARGE_PIECE, nextSize());
        assertEquals(1, nextSize());
    }

    @Test
    void beyondSoManyThatWaitPiecesAreSmallWhateverTheBodys() {
        waitingConnections.set(0);
        List<EmbeddedChannel> clients = new ArrayList<>();
        long passedOn = 0;
        for (int i = 0; i < 3 * EncryptionPacingHandler.MANY; i++) {
            Socket full = new Socket();
            full.full = true;
            EmbeddedChannel client = new EmbeddedChannel(full, new ChannelInboundHandlerAdapter());
            client.pipeline()
                    .addLast(new EncryptionPacingHandler(client.pipeline().lastContext(), waitingConnections));
            clients.add(client);
            ByteBuf body = body(200 << 10);
            client.writeAndFlush(body.retain());
            passedOn += (200 << 10) - (body.refCnt() > 1 ? body.readableBytes() : 0);
            body.release();
        }
        assertEquals(clients.size(), waitingConnections.get());
        assertEquals(EncryptionPacingHandler.MANY * ((200L << 10) + 2L * PIECE), passedOn);
        clients.forEach(EmbeddedChannel::finishAndReleaseAll);
        assertEquals(0, waitingConnections.get());
    }

    @Test
    void theRestOfABodyWaitsForThePieceBefore() {
        socket.full = true;
        ByteBuf body = body(PIECE + 1);
        channel.writeAndFlush(body);
        assertEquals(1, body.readableBytes());
        drain();
        assertEquals(PIECE, nextSize());
        assertEquals(1, nextSize());
    }

    /** As when the client has ended TLS, and BoringSSL therefore its own side, while the connection stays. */
    @Test
    void allThatWaitsFailsWithAPieceThatCannotBeSent() {
        socket.full = true;
        ByteBuf body = body(10 * PIECE);
        ByteBuf behind = body(3);
        ChannelFuture first = channel.write(body);
        ChannelFuture second = channel.writeAndFlush(behind);
        socket.refuses = true;
        drain();
        assertFalse(channel.isOpen(), "or a part would look like the whole");
        assertTrue(first.isDone() && !first.isSuccess());
        assertTrue(second.isDone() && !second.isSuccess());
        assertEquals(EncryptionPacingHandler.MANY, waitingConnections.get());
        assertEquals(PIECE, nextSize());
        assertEquals(0, body.refCnt());
        assertEquals(0, behind.refCnt());
    }

    @Test
    void whatWaitsIsReleasedWhenTheConnectionEnds() {
        socket.full = true;
        ByteBuf body = body(10 * PIECE);
        ByteBuf behind = body(3);
        ChannelFuture first = channel.writeAndFlush(body);
        ChannelFuture second = channel.writeAndFlush(behind);
        channel.close();
        assertEquals(0, body.refCnt());
        assertEquals(0, behind.refCnt());
        assertTrue(first.isDone() && !first.isSuccess());
        assertTrue(second.isDone() && !second.isSuccess());
        assertEquals(EncryptionPacingHandler.MANY, waitingConnections.get());
    }

    @Test
    void aWriteAfterTheEndFails() {
        channel.close();
        ByteBuf body = body(2 * PIECE);
        ChannelFuture written = channel.writeAndFlush(body);
        assertTrue(written.isDone() && !written.isSuccess());
        assertEquals(0, body.refCnt());
    }
}
