package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.common.LateWakeupCheck;
import io.gosling.document.BlockInputStream;
import io.gosling.document.BodyWriter;
import io.gosling.document.Ticker;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A pipe of {@value #ROOM} bytes between the writer of a body, which has a thread of its own and waits while the pipe
 * is full, and one reader. Bytes become readable when a piece of the pipe is full, and at once after a flush. A writer
 * that fails breaks the stream off; one whose reader has closed fails with its next byte.
 */
public final class BodyPipe extends BlockInputStream {
    private static final int ROOM = 64 << 10;
    /** Bytes held back before a header is sent, while a writer may still fail with a status. */
    private static final int FIRST = 16 << 10;

    private static final int PIECE = 8 << 10;
    private static final System.Logger LOG = System.getLogger(HandlerUpstream.class.getName());

    private final String request;
    private final boolean byHandler;

    @GuardedBy("this")
    private final Deque<byte[]> pieces = new ArrayDeque<>();

    @GuardedBy("this")
    private int held;

    @GuardedBy("this")
    private int at;

    @GuardedBy("this")
    private boolean begun;

    @GuardedBy("this")
    private boolean ended;

    @GuardedBy("this")
    private boolean closed;

    @GuardedBy("this")
    private @Nullable Throwable failure;

    private long length = -1;

    private final AtomicLong written = new AtomicLong();

    private volatile long timeout = Long.MAX_VALUE;

    /** @param written true if a handler's code writes, whose failures are its own */
    private BodyPipe(String request, boolean written) {
        this.request = request;
        this.byHandler = written;
    }

    /**
     * Returns an answer whose body fails with a {@link SocketTimeoutException} after a silence. Streams are read by
     * threads of their own.
     */
    public static Upstream.Answer within(Upstream.Answer answer, Duration silence) {
        BodyPipe body = answer.body() instanceof BodyPipe written
                ? written
                : answer.body() instanceof Unbounded stream ? relay(stream) : null;
        if (body == null) {
            return answer;
        }
        body.timeout = silence.toNanos();
        return new Upstream.Answer(answer.status(), answer.headers(), answer.length(), body, () -> {
            body.close();
            answer.close();
        });
    }

    /** A handler's stream, which may stay silent for ever. */
    static final class Unbounded extends FilterInputStream {
        private final String request;

        Unbounded(InputStream in, String request) {
            super(in);
            this.request = request;
        }
    }

    private static BodyPipe relay(Unbounded from) {
        BodyPipe body = new BodyPipe(from.request, false);
        start(body, out -> {
            byte[] piece = new byte[PIECE];
            for (int read = from.read(piece); read >= 0; read = from.read(piece)) {
                out.write(piece, 0, read);
                out.flush();
            }
        });
        return body;
    }

    /**
     * Starts the writer of a body, and waits for its end, its first {@value #FIRST} bytes, or a flush.
     *
     * @throws Exception that the writer has thrown until then
     */
    static BodyPipe begin(String request, BodyWriter writer) throws Exception {
        BodyPipe body = new BodyPipe(request, true);
        start(body, writer);
        try {
            body.awaitBeginning();
            return body;
        } catch (Throwable e) {
            body.close();
            throw e;
        }
    }

    private static void start(BodyPipe body, BodyWriter writer) {
        Thread.ofVirtual().name("gosling-handler-writing").start(() -> body.write(writer));
    }

    long length() {
        return length;
    }

    private synchronized void awaitBeginning() throws Exception {
        while (!begun && !ended) {
            wait();
        }
        if (failure instanceof Exception early) {
            throw early;
        }
        if (failure != null) {
            throw new IOException("the body could not be written", failure);
        }
        length = ended ? held : -1;
    }

    private void write(BodyWriter writer) {
        Pipe out = new Pipe();
        Throwable why = null;
        try {
            writer.writeTo(out);
            out.drain();
        } catch (Exception | Error e) {
            // Errors too: the reader must not wait for ever.
            why = e;
        }
        boolean seen;
        synchronized (this) {
            // Until then, the thread that waits for the beginning gets the failure; afterwards readers do, which know
            // nothing of handlers.
            seen = begun && !closed;
            failure = why;
            ended = true;
            notifyAll();
        }
        if (why != null && seen) {
            tell(why);
        }
    }

    /** Logs a failure. A reader's stack trace is omitted. */
    private void tell(Throwable why) {
        String what = "the body of the answer to " + request + " broke off";
        if (byHandler || !(why instanceof IOException)) {
            LOG.log(System.Logger.Level.ERROR, what, why);
        } else {
            LOG.log(System.Logger.Level.WARNING, what + ": " + why.getMessage());
        }
    }

    @Override
    public synchronized int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        long left = timeout;
        long seen = written.get();
        boolean spared = false;
        try {
            while (held == 0 && !ended && !closed) {
                if (left <= 0 && written.get() != seen) {
                    // A little at a time, which is with its writer yet.
                    seen = written.get();
                    left = timeout;
                } else if (LateWakeupCheck.is(0, -left) && !spared) {
                    spared = true;
                    left = LateWakeupCheck.SECOND_CHANCE;
                }
                if (left <= 0) {
                    throw new SocketTimeoutException("nothing of the body has come in time");
                }
                long began = Ticker.system().nanos();
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left -= Ticker.system().nanos() - began;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a body that is written");
        }
        byte[] piece = pieces.peek();
        if (closed) {
            throw new IOException("closed");
        }
        if (piece == null) {
            if (failure != null) {
                throw new IOException("the rest of the body could not be written: " + failure, failure);
            }
            return -1;
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, to, offset, count);
        at += count;
        if (at == piece.length) {
            pieces.remove();
            at = 0;
        }
        held -= count;
        notifyAll();
        return count;
    }

    /** Writes all of it on, each piece at once where no other one waits behind it. */
    public void passTo(OutputStream out) throws IOException {
        out.flush();
        byte[] piece = new byte[PIECE];
        for (int read = read(piece, 0, PIECE); read >= 0; read = read(piece, 0, PIECE)) {
            out.write(piece, 0, read);
            if (available() == 0) {
                out.flush();
            }
        }
    }

    @Override
    public synchronized int available() {
        return held;
    }

    @Override
    public synchronized void close() {
        closed = true;
        pieces.clear();
        held = 0;
        notifyAll();
    }

    private final class Pipe extends OutputStream {
        private final byte[] buffer = new byte[PIECE];
        private int filled;

        @Override
        public void write(int one) throws IOException {
            if (filled == PIECE) {
                drain();
            }
            buffer[filled++] = (byte) one;
            wrote();
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            int done = 0;
            while (done < length) {
                if (filled == PIECE) {
                    drain();
                }
                int count = Math.min(length - done, PIECE - filled);
                System.arraycopy(from, offset + done, buffer, filled, count);
                filled += count;
                done += count;
            }
            wrote();
        }

        private void wrote() {
            written.lazySet(written.getPlain() + 1);
        }

        @Override
        public void flush() throws IOException {
            drain();
            synchronized (BodyPipe.this) {
                begun = true;
                BodyPipe.this.notifyAll();
            }
        }

        private void drain() throws IOException {
            synchronized (BodyPipe.this) {
                try {
                    while (held + filled > ROOM && !closed) {
                        BodyPipe.this.wait();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while waiting for a reader");
                }
                if (closed || ended) {
                    throw new IOException("nobody reads this any more");
                }
                if (filled > 0) {
                    pieces.add(Arrays.copyOf(buffer, filled));
                    held += filled;
                    filled = 0;
                }
                begun |= held >= FIRST;
                BodyPipe.this.notifyAll();
            }
        }

        /** The same as flushing: the body does not end before its writer does. */
        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
