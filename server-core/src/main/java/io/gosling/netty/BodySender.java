package io.gosling.netty;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultFileRegion;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends one response's head and body from a virtual thread: memory as it is, files by sendfile, streams and what is
 * written in pieces of which two are on their way at most.
 *
 * <p>A body that turns out shorter than its announced length ends with an error, and its connection with it.
 */
final class BodySender {
    private static final int PIECE = 64 << 10;
    private static final byte[] CRLF = {'\r', '\n'};

    private final ExchangeChannel channel;
    private final ResponseHead.Framing framing;
    private final boolean trailers;
    private boolean begun;

    /** @param trailers whether the client takes fields behind the body */
    BodySender(ExchangeChannel channel, ResponseHead.Framing framing, boolean trailers) {
        this.channel = channel;
        this.framing = framing;
        this.trailers = trailers;
    }

    /**
     * Sends and waits until all is with the socket.
     *
     * @param ready the stream of a {@link Body.Streamed}, with its first bytes read
     * @return body bytes sent
     */
    long send(byte[] head, @Nullable Body body, @Nullable InputStream ready) throws Exception {
        ByteBuf first = Unpooled.wrappedBuffer(head);
        begun = !(body instanceof Body.Written);
        return switch (body) {
            case null -> {
                channel.await(channel.write(first));
                yield 0;
            }
            case Body.InMemory memory -> sendMemory(first, memory);
            case Body.InFile file -> sendFile(first, file);
            case Body.Streamed stream -> whole(() -> sendStream(first, stream, ready == null ? stream.in() : ready));
            case Body.Written written -> whole(() -> sendWritten(first, written));
        };
    }

    /** Whether anything of the response has left, or may have. */
    boolean hasBegun() {
        return begun;
    }

    /** Where only the connection's end tells the body's, one that broke off must not end like a whole one. */
    private long whole(Callable<Long> sending) throws Exception {
        boolean whole = framing != ResponseHead.Framing.CLOSE;
        try {
            long sent = sending.call();
            whole = true;
            return sent;
        } finally {
            if (!whole && begun) {
                channel.reset();
            }
        }
    }

    private long sendWritten(ByteBuf head, Body.Written body) throws Exception {
        BodyOutput out = new BodyOutput(channel, head, this::framed);
        try {
            body.writer().writeTo(out);
            out.end(framing == ResponseHead.Framing.CHUNKED ? lastChunk(body.trailers()) : null);
            return out.sent();
        } finally {
            begun = out.hasBegun();
            out.abandon();
        }
    }

    private long sendMemory(ByteBuf head, Body.InMemory memory) throws IOException {
        int length = memory.bytes().readableBytes();
        channel.await(channel.write(Unpooled.wrappedBuffer(head, memory.bytes().retainedDuplicate())));
        return length;
    }

    private long sendFile(ByteBuf head, Body.InFile file) throws IOException {
        ChannelFuture last = channel.write(head);
        if (file.length() > 0) {
            last = channel.write(new DefaultFileRegion(file.channel(), file.position(), file.length()));
        }
        channel.await(last);
        return file.length();
    }

    private long sendStream(ByteBuf head, Body.Streamed stream, InputStream in) throws IOException {
        ChannelFuture last = channel.write(head);
        long sent = 0;
        while (stream.length() < 0 || sent < stream.length()) {
            long wanted = stream.length() < 0 ? PIECE : Math.min(PIECE, stream.length() - sent);
            ByteBuf piece = read(in, (int) wanted);
            if (piece == null) {
                break;
            }
            int length = piece.readableBytes();
            ChannelFuture before = last;
            last = channel.write(framed(piece));
            channel.await(before);
            sent += length;
        }
        if (sent < stream.length()) {
            throw new EOFException("the body ended after " + sent + " of " + stream.length() + " bytes");
        }
        if (framing == ResponseHead.Framing.CHUNKED) {
            last = channel.write(lastChunk(stream.trailers()));
        }
        channel.await(last);
        return sent;
    }

    private ByteBuf lastChunk(Supplier<List<String>> fields) {
        Headers after = trailers ? Headers.of(fields.get().toArray(String[]::new)) : Headers.empty();
        return Unpooled.wrappedBuffer(ResponseHead.lastChunk(after));
    }

    private @Nullable ByteBuf read(InputStream in, int wanted) throws IOException {
        ByteBuf piece = channel.allocator().directBuffer(wanted);
        int read = 0;
        try {
            read = piece.writeBytes(in, wanted);
            return read <= 0 ? null : piece;
        } finally {
            if (read <= 0) {
                piece.release();
            }
        }
    }

    private ByteBuf framed(ByteBuf piece) {
        if (framing != ResponseHead.Framing.CHUNKED) {
            return piece;
        }
        byte[] size = (Integer.toHexString(piece.readableBytes()) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        return Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(size), piece, Unpooled.wrappedBuffer(CRLF));
    }
}
