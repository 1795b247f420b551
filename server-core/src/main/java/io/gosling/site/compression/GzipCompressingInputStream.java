package io.gosling.site.compression;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.BlockInputStream;
import io.gosling.document.Body;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The gzip form of a stream, made as it is read. A source that ends before its length fails it, since its end would
 * look like that of a whole one.
 *
 * <p>Read by one thread; any thread may close it, and reading fails from then on. If a thread reads at that moment, it
 * releases the compressor and the bytes in memory when it returns.
 */
final class GzipCompressingInputStream extends BlockInputStream {
    private static final int PIECE = 8 << 10;

    private final InputStream plain;
    private final Body source;
    private final boolean flushes;
    private final byte[] piece = new byte[PIECE];
    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private byte[] ready = new byte[0];
    private int at;
    private long left;
    private boolean ended;
    private @Nullable GzipOutput gzip;

    @GuardedBy("this")
    private boolean reading;

    @GuardedBy("this")
    private boolean closed;

    /**
     * Takes over a place among the {@link CompressionSlots}, until the stream is closed.
     *
     * @param source the body that the stream is of, which is closed with this one
     * @param flushes true if all that was read is given when the source pauses
     */
    GzipCompressingInputStream(InputStream plain, Body source, boolean flushes) {
        this.plain = plain;
        this.source = source;
        this.flushes = flushes;
        this.left = source.length() < 0 ? Long.MAX_VALUE : source.length();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        begin();
        try {
            if (at == ready.length) {
                fill();
            }
            int given = Math.min(length, ready.length - at);
            System.arraycopy(ready, at, to, offset, given);
            at += given;
            return given == 0 ? -1 : given;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws IOException {
        requireOpen();
        reading = true;
    }

    private synchronized void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("the body was closed");
        }
    }

    private synchronized void end() {
        reading = false;
        if (closed) {
            release();
        }
    }

    /** Reads until a piece is full, the source pauses or the end; what fails before the first piece gives nothing. */
    private void fill() throws IOException {
        boolean paused = false;
        while (!ended && !paused && packed.size() < PIECE) {
            int read = left == 0 ? -1 : plain.read(piece, 0, (int) Math.min(PIECE, left));
            requireOpen();
            GzipOutput to = gzip();
            if (read < 0) {
                requireWhole();
                to.finish();
                ended = true;
            } else {
                left -= read;
                to.write(piece, 0, read);
                paused = flushes && plain.available() == 0;
                if (paused) {
                    to.flush();
                }
            }
        }
        ready = packed.toByteArray();
        at = 0;
        packed.reset();
    }

    private void requireWhole() throws EOFException {
        if (left > 0 && source.length() >= 0) {
            throw new EOFException("the body ended " + left + " bytes before its length");
        }
    }

    private GzipOutput gzip() throws IOException {
        GzipOutput open = gzip == null ? new GzipOutput(packed, flushes) : gzip;
        gzip = open;
        return open;
    }

    private void release() {
        if (gzip != null) {
            gzip.release();
        }
        CompressionSlots.giveBack();
        if (source instanceof Body.InMemory) {
            source.close();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            if (!reading) {
                release();
            }
        }
        if (!(source instanceof Body.InMemory)) {
            source.close();
        }
    }
}
