package io.gosling.netty.exchange;

import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A body's output stream, which gathers pieces; the head goes out with the first. Used by the exchange's thread. */
final class ResponseBodyOutputStream extends OutputStream {
    private static final int PIECE = 16 << 10;
    private static final int HELD = ResponseWriter.PIECES * PIECE;

    private final ResponseWriter writer;

    private boolean begun;
    private @Nullable ByteBuf piece;
    private @Nullable ChannelFuture last;
    private boolean ended;
    private long sent;

    ResponseBodyOutputStream(ResponseWriter writer) {
        this.writer = writer;
    }

    boolean hasBegun() {
        return begun;
    }

    long sent() {
        return sent;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        if (ended) {
            throw new IOException("the response's body has ended: it is written by its writer, before that returns");
        }
        int at = offset;
        while (at < offset + length) {
            ByteBuf open = piece();
            int fits = Math.min(open.writableBytes(), offset + length - at);
            open.writeBytes(from, at, fits);
            at += fits;
            if (!open.isWritable()) {
                push();
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (!ended) {
            push();
        }
    }

    /** Flushes. Closing does not end the body, which ends when its writer returns. */
    @Override
    public void close() throws IOException {
        flush();
    }

    /** Sends the rest and waits until it is with the socket; the trailers, read now, follow the body. */
    void end(Supplier<Headers> trailers) throws IOException {
        push();
        ended = true;
        ChannelFuture end = writer.end(trailers.get());
        writer.await(end == null ? last : end, HELD);
    }

    void abandon() {
        ended = true;
        if (piece != null) {
            piece.release();
            piece = null;
        }
    }

    private ByteBuf piece() {
        if (piece == null) {
            piece = writer.buffer(PIECE);
        }
        return piece;
    }

    private void push() throws IOException {
        boolean full = piece != null && piece.isReadable();
        if (begun && !full) {
            return;
        }
        ChannelFuture before = last;
        if (!begun) {
            begun = true;
            last = writer.head();
        }
        if (piece != null && full) {
            sent += piece.readableBytes();
            last = writer.piece(piece);
            piece = null;
        }
        writer.await(before, HELD);
    }
}
