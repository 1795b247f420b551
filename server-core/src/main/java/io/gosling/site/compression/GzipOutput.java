package io.gosling.site.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** A gzip stream for a writer that may close it, which only flushes: it ends by {@link #finish}. Used by one thread. */
final class GzipOutput extends GZIPOutputStream {
    private static final int PIECE = 8 << 10;
    private static final int LEVEL = 1;

    /**
     * Writes the header. A failure leaves no compressor.
     *
     * @param flushes true if flushing sends all that was written, which changes the bytes
     */
    GzipOutput(OutputStream to, boolean flushes) throws IOException {
        super(new ByteArrayOutputStream(16), PIECE, flushes);
        byte[] header = ((ByteArrayOutputStream) out).toByteArray();
        def.setLevel(LEVEL);
        out = to;
        try {
            to.write(header);
        } catch (Throwable e) {
            release();
            throw e;
        }
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
