package io.gosling.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the writer of a body writes to: gathers pieces, of which two are on their way at most. The head goes out with the
 * first one. Used by the exchange's thread.
 */
final class BodyOutput extends OutputStream {
    private static final int PIECE = 16 << 10;

    private final ExchangeChannel channel;
    private final UnaryOperator<ByteBuf> framing;

    private @Nullable ByteBuf head;
    private @Nullable ByteBuf piece;
    private @Nullable ChannelFuture last;
    private boolean ended;
    private long sent;

    /**
     * @param head its reference passes over
     * @param framing puts a piece into what goes over the wire
     */
    BodyOutput(ExchangeChannel channel, ByteBuf head, UnaryOperator<ByteBuf> framing) {
        this.channel = channel;
        this.head = head;
        this.framing = framing;
    }

    /** Whether anything has left. */
    boolean hasBegun() {
        return head == null;
    }

    /** Bytes of the body that were written to the channel. */
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

    /** Closing what is around this one, such as a writer, ends nothing: the body's end is its writer's return. */
    @Override
    public void close() throws IOException {
        flush();
    }

    /** Sends what is left and waits until it is with the socket; {@code lastWords} follows the body. */
    void end(@Nullable ByteBuf lastWords) throws IOException {
        push();
        ended = true;
        if (lastWords != null) {
            last = channel.write(lastWords);
        }
        channel.await(last);
    }

    /** Gives back what was not sent. */
    void abandon() {
        ended = true;
        if (head != null) {
            head.release();
        }
        if (piece != null) {
            piece.release();
            piece = null;
        }
    }

    private ByteBuf piece() {
        if (piece == null) {
            piece = channel.allocator().directBuffer(PIECE, PIECE);
        }
        return piece;
    }

    private void push() throws IOException {
        boolean full = piece != null && piece.isReadable();
        if (head == null && !full) {
            return;
        }
        ChannelFuture before = last;
        if (head != null) {
            last = channel.write(head);
            head = null;
        }
        if (piece != null && full) {
            sent += piece.readableBytes();
            last = channel.write(framing.apply(piece));
            piece = null;
        }
        channel.await(before);
    }
}
