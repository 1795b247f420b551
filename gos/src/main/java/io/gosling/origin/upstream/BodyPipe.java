package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.common.InterruptedWait;
import io.gosling.document.BlockInputStream;
import io.gosling.document.BodyWriter;
import io.gosling.document.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

    /** The bytes that were written and not read. */
    @GuardedBy("this")
    private final ByteBuf bytes = Unpooled.buffer(PIECE, ROOM);

    /** The number of them that may be read. */
    @GuardedBy("this")
    private int shown;

    /** Counts the writer's calls. */
    @GuardedBy("this")
    private long writes;

    @GuardedBy("this")
    private boolean begun;

    @GuardedBy("this")
    private boolean ended;

    @GuardedBy("this")
    private boolean closed;

    @GuardedBy("this")
    private @Nullable Throwable failure;

    private long length = -1;

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
        start(body, from::transferTo);
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
        length = ended ? shown : -1;
    }

    private void write(BodyWriter writer) {
        Throwable why = null;
        try {
            writer.writeTo(new Pipe());
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
            if (why == null) {
                show();
            }
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
        long seen = writes;
        try {
            while (shown == 0 && !ended && !closed) {
                if (left <= 0 && writes != seen) {
                    // A little at a time, which is not shown yet.
                    seen = writes;
                    left = timeout;
                }
                if (left <= 0) {
                    throw new SocketTimeoutException("nothing of the body has come in time");
                }
                long began = Ticker.system().nanos();
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left -= Ticker.system().nanos() - began;
            }
        } catch (InterruptedException e) {
            throw InterruptedWait.during("waiting for a body that is written");
        }
        if (closed) {
            throw new IOException("closed");
        }
        if (shown == 0) {
            if (failure != null) {
                throw new IOException("the rest of the body could not be written: " + failure, failure);
            }
            return -1;
        }
        int count = Math.min(length, shown);
        bytes.readBytes(to, offset, count);
        shown -= count;
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
        return shown;
    }

    @Override
    public synchronized void close() {
        closed = true;
        shown = 0;
        bytes.clear();
        notifyAll();
    }

    @GuardedBy("this")
    private void show() {
        shown = bytes.readableBytes();
        begun |= !byHandler || shown >= FIRST;
        notifyAll();
    }

    /** Waits for room; returns the number of bytes that there is room for. */
    @GuardedBy("this")
    private int room() throws IOException {
        try {
            while (bytes.readableBytes() == ROOM && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            throw InterruptedWait.during("waiting for a reader");
        }
        checkRead();
        return ROOM - bytes.readableBytes();
    }

    @GuardedBy("this")
    private void checkRead() throws IOException {
        if (closed || ended) {
            throw new IOException("nobody reads this any more");
        }
    }

    private synchronized void append(byte[] from, int offset, int length) throws IOException {
        writes++;
        for (int done = 0; done < length; ) {
            int count = Math.min(length - done, room());
            if (bytes.maxWritableBytes() < count) {
                bytes.discardReadBytes();
            }
            bytes.writeBytes(from, offset + done, count);
            done += count;
            if (!byHandler || bytes.readableBytes() - shown >= PIECE) {
                show();
            }
        }
    }

    private synchronized void flush() throws IOException {
        checkRead();
        show();
        begun = true;
    }

    private final class Pipe extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            append(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            append(from, offset, length);
        }

        @Override
        public void flush() throws IOException {
            BodyPipe.this.flush();
        }

        /** The same as flushing: the body does not end before its writer does. */
        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
