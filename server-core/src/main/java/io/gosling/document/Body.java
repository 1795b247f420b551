package io.gosling.document;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;

/** Where a document's bytes are. Closed once by its owner. */
public sealed interface Body extends AutoCloseable {
    long length();

    @Override
    void close();

    /** In memory: one reference to the buffer is held and released by {@link #close()}. */
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

    /** In an open file, from its beginning; the file may shrink while it is read. */
    record InFile(FileChannel channel, long length) implements Body {
        @Override
        public void close() {
            closeQuietly(channel);
        }
    }

    /** Arriving from another node; readable once, blocking. */
    record Streamed(InputStream in, long length) implements Body {
        @Override
        public void close() {
            closeQuietly(in);
        }
    }

    private static void closeQuietly(java.io.Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
