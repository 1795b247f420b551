package io.gosling.site.cgi;

import io.gosling.document.BlockInputStream;
import io.gosling.document.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue of pieces of a program's output between the thread that reads its pipe and the one that answers, with a
 * deadline.
 */
final class CgiOutput extends BlockInputStream {
    private static final int PIECE = 16 << 10;
    private static final int PIECES = 4;
    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> pieces = new ArrayBlockingQueue<>(PIECES);
    private final Ticker ticker;
    private final long nanos;
    private final long began;
    private volatile boolean closed;
    private volatile boolean late;
    private volatile boolean cutOff;

    /* Owned by the thread that answers. */
    private byte[] piece = END;
    private int at;
    private boolean over;

    /** @param time from now on, after which reading fails */
    CgiOutput(Ticker ticker, Duration time) {
        this.ticker = ticker;
        this.nanos = time.toNanos();
        this.began = ticker.nanos();
    }

    /** Reads a pipe to its end; discards the pieces that are not needed any more. */
    void takeAll(InputStream from) throws IOException {
        byte[] read = new byte[PIECE];
        for (int length = from.read(read); length >= 0; length = from.read(read)) {
            if (length > 0) {
                put(Arrays.copyOf(read, length));
            }
        }
    }

    /**
     * Ends the output.
     *
     * @param whole whether it is complete; otherwise the reader fails at its end
     */
    void end(boolean whole) {
        cutOff = !whole;
        put(END);
    }

    private void put(byte[] next) {
        try {
            if (!closed) {
                pieces.put(next);
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** Returns whether reading failed because the time was up. */
    boolean isLate() {
        return late;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (at == piece.length && !over) {
            piece = next();
            at = 0;
            over = piece.length == 0;
        }
        if (over && cutOff) {
            throw new IOException("it did not end as what is whole does");
        }
        if (over) {
            return -1;
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, to, offset, count);
        at += count;
        return count;
    }

    private byte[] next() throws IOException {
        try {
            byte @Nullable [] next = pieces.poll(nanos - (ticker.nanos() - began), TimeUnit.NANOSECONDS);
            if (next == null) {
                late = true;
                throw new IOException("its time is over");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a program was read");
        }
    }

    /** Discards the waiting output, which lets the other thread notice. */
    @Override
    public void close() {
        closed = true;
        pieces.clear();
    }
}
