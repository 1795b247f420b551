package io.gosling.netty.exchange;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends one response's head and body from a virtual thread: bodies in memory as they are, files by sendfile where the
 * protocol allows it, streams and written bodies in pieces of which two are on their way at most. A body that turns
 * out shorter than its announced length ends with an error, and its connection or stream with it.
 */
public final class ResponseSender {
    private static final int PIECE = 64 << 10;

    /** The system takes so many parts in one write (IOV_MAX); of a buffer with more, the transport makes a copy. */
    private static final int MOST_PARTS = 1024;

    private final ResponseWriter writer;
    private final boolean trailers;
    private boolean begun;

    /** @param trailers true if the client accepts trailers */
    public ResponseSender(ResponseWriter writer, boolean trailers) {
        this.writer = writer;
        this.trailers = trailers;
    }

    /**
     * Sends the response and waits until all of it is with the socket.
     *
     * @param ready the stream of a {@link Body.Streamed}, with its first bytes read
     * @return body bytes sent
     */
    public long send(@Nullable Body body, @Nullable InputStream ready) throws Exception {
        begun = !(body instanceof Body.Written);
        return switch (body) {
            case null -> {
                writer.await(writer.whole(null), 0);
                yield 0;
            }
            case Body.InMemory memory -> sendMemory(memory);
            case Body.InFile file -> sendFile(file);
            case Body.Streamed stream -> sendStream(stream, ready == null ? stream.in() : ready);
            case Body.Written written -> sendWritten(written);
        };
    }

    /** Returns whether any part of the response has been sent, or may have been. */
    public boolean hasBegun() {
        return begun;
    }

    private long sendWritten(Body.Written body) throws Exception {
        ResponseBodyOutputStream out = new ResponseBodyOutputStream(writer);
        boolean whole = false;
        try {
            body.writer().writeTo(out);
            out.end(() -> behind(body.trailers()));
            whole = true;
            return out.sent();
        } finally {
            begun = out.hasBegun();
            out.abandon();
            if (begun && !whole) {
                writer.abort();
            }
        }
    }

    private Headers behind(Supplier<List<String>> fields) {
        return trailers ? Headers.of(fields.get().toArray(String[]::new)) : Headers.empty();
    }

    private long sendMemory(Body.InMemory memory) throws IOException {
        ByteBuf bytes = memory.bytes();
        int length = bytes.readableBytes();
        if (length > PIECE && (!bytes.isDirect() || bytes.nioBufferCount() > MOST_PARTS)) {
            int begin = bytes.readerIndex();
            return sendPieces(
                    length,
                    length,
                    (piece, at, most) -> {
                        piece.writeBytes(bytes, begin + (int) at, most);
                        return most;
                    },
                    List::of);
        }
        writer.await(writer.whole(bytes.retainedDuplicate()), length);
        return length;
    }

    private long sendFile(Body.InFile file) throws IOException {
        ChannelFuture sent = writer.file(file);
        if (sent == null) {
            return sendPieces(
                    file.length(),
                    0,
                    (piece, at, most) -> piece.writeBytes(file.channel(), file.position() + at, most),
                    List::of);
        }
        writer.await(sent, 0);
        return file.length();
    }

    private long sendStream(Body.Streamed stream, InputStream in) throws IOException {
        return sendPieces(stream.length(), 0, (piece, at, most) -> piece.writeBytes(in, most), stream.trailers());
    }

    private interface Source {
        int read(ByteBuf piece, long at, int most) throws IOException;
    }

    private long sendPieces(long length, long sourceHeld, Source source, Supplier<List<String>> fields)
            throws IOException {
        long held = sourceHeld + ResponseWriter.PIECES * (length < 0 ? PIECE : Math.min(PIECE, length));
        boolean whole = false;
        try {
            ChannelFuture last = writer.head();
            long sent = 0;
            for (ByteBuf piece = next(source, 0, length); piece != null; piece = next(source, sent, length)) {
                sent += piece.readableBytes();
                ChannelFuture before = last;
                last = writer.piece(piece);
                writer.await(before, held);
            }
            if (sent < length) {
                throw new EOFException("the body ended after " + sent + " of " + length + " bytes");
            }
            whole = true;
            ChannelFuture end = writer.end(behind(fields));
            writer.await(end == null ? last : end, held);
            return sent;
        } finally {
            if (!whole) {
                writer.abort();
            }
        }
    }

    private @Nullable ByteBuf next(Source source, long sent, long length) throws IOException {
        long wanted = length < 0 ? PIECE : Math.min(PIECE, length - sent);
        if (wanted == 0) {
            return null;
        }
        ByteBuf piece = writer.buffer((int) wanted);
        int read = 0;
        try {
            read = source.read(piece, sent, (int) wanted);
            return read <= 0 ? null : piece;
        } finally {
            if (read <= 0) {
                piece.release();
            }
        }
    }
}
