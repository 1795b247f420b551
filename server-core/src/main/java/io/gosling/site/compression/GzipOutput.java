package io.gosling.site.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** A gzip stream for a writer that may close it, which only flushes: it ends by {@link #finish}. Used by one thread. */
final class GzipOutput extends GZIPOutputStream {
    private static final int PIECE = 8 << 10;
    private static final int LEVEL = 1;

    /** @param flushes true if flushing sends all that was written, which changes the bytes */
    GzipOutput(OutputStream out, boolean flushes) throws IOException {
        super(out, PIECE, flushes);
        def.setLevel(LEVEL);
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    /** Frees the compressor's memory, whether the stream has ended or not. */
    void release() {
        def.end();
    }
}
