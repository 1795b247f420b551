package io.gosling.document;

import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.function.Supplier;

/** The bytes of a document: in memory, in a file, or as a stream. Closed once by its owner. */
public sealed interface Body extends AutoCloseable {
    /** Returns the length in bytes, or -1 for a stream whose end is not known beforehand. */
    long length();

    @Override
    void close();

    /** Returns the first bytes of a document in memory or in a file, which can be read again. */
    default byte[] first(int most) throws IOException {
        byte[] first = new byte[(int) Math.min(most, Math.max(0, length()))];
        switch (this) {
            case InMemory memory -> memory.bytes().getBytes(memory.bytes().readerIndex(), first);
            case InFile file -> {
                ByteBuffer into = ByteBuffer.wrap(first);
                while (into.hasRemaining()) {
                    if (file.channel().read(into, file.position() + into.position()) < 0) {
                        throw new EOFException("the file became shorter while it was read");
                    }
                }
            }
            default -> throw new IOException("a file is never " + this);
        }
        return first;
    }

    /** A body in memory: one reference to the buffer is held and released by {@link #close()}. */
    record InMemory(ByteBuf bytes) implements Body {
        @Override
        public long length() {
            return bytes.readableBytes();
        }

        @Override
        public void close() {
            bytes.release();
        }
    }

    /** A body in an open file, from a position on; the file may shrink while it is read. */
    record InFile(FileChannel channel, long position, long length) implements Body {
        public InFile(FileChannel channel, long length) {
            this(channel, 0, length);
        }

        @Override
        public void close() {
            closeQuietly(channel);
        }
    }

    /**
     * A body that arrives from elsewhere or is generated on the way; readable once, blocking.
     *
     * @param length in bytes, or -1 when it is not known beforehand
     * @param trailers names and values in turn, read after the last byte: trailers that follow a body of unknown length
     *     where the client accepts them ({@code TE: trailers}; RFC 9110, section 6.5), and are left out elsewhere
     */
    record Streamed(InputStream in, long length, Supplier<List<String>> trailers) implements Body {
        public Streamed(InputStream in, long length) {
            this(in, length, List::of);
        }

        @Override
        public void close() {
            closeQuietly(in);
        }
    }

    /**
     * A body that is generated while it is sent, by a writer that may block; sent in pieces, without a length. Never
     * the body of a document.
     *
     * @param trailers as those of {@link Streamed}, read when the writer has returned
     */
    record Written(BodyWriter writer, Supplier<List<String>> trailers) implements Body {
        public Written(BodyWriter writer) {
            this(writer, List::of);
        }

        @Override
        public long length() {
            return -1;
        }

        @Override
        public void close() {}
    }

    private static void closeQuietly(java.io.Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
