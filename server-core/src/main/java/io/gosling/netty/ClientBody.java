package io.gosling.netty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A response's body between the event loop, which offers pieces, and the one thread that reads them.
 *
 * <p>One lock, held for moving a piece. Reading from the connection stops while {@value #ENOUGH} bytes wait here.
 */
final class ClientBody extends InputStream {
    static final int ENOUGH = 256 << 10;

    private final Ticker ticker;
    private final long progress;
    private final Runnable consumed;
    private final Runnable abandoned;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<ByteBuf> pieces = new ArrayDeque<>();

    @GuardedBy("lock")
    private int waiting;

    @GuardedBy("lock")
    private boolean ended;

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private @Nullable IOException failure;

    @GuardedBy("lock")
    private long deadline;

    /**
     * @param progress how long a reader waits for the next piece, in nanoseconds
     * @param deadline for the whole, in the ticker's nanoseconds
     * @param consumed called by the reader after each piece
     * @param abandoned called once when the reader closes before the end
     */
    ClientBody(Ticker ticker, long progress, long deadline, Runnable consumed, Runnable abandoned) {
        this.ticker = ticker;
        this.progress = progress;
        this.deadline = deadline;
        this.consumed = consumed;
        this.abandoned = abandoned;
    }

    /** The rest must come within this many nanoseconds, if that is sooner than the deadline there is. */
    void completeWithin(long nanos) {
        lock.lock();
        try {
            long sooner = ticker.nanos() + nanos;
            if (sooner - deadline < 0) {
                deadline = sooner;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Event loop: one more piece, whose reference passes over. */
    void offer(ByteBuf piece) {
        lock.lock();
        try {
            if (closed || !piece.isReadable()) {
                piece.release();
                return;
            }
            pieces.add(piece);
            waiting += piece.readableBytes();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Event loop: the body has ended, well with null. */
    void end(@Nullable IOException why) {
        lock.lock();
        try {
            if (!ended && failure == null) {
                failure = why;
                ended = why == null;
                arrived.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean hasEnough() {
        lock.lock();
        try {
            return waiting >= ENOUGH;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read;
        lock.lock();
        try {
            ByteBuf piece = awaitPiece();
            if (piece == null) {
                return -1;
            }
            read = Math.min(length, piece.readableBytes());
            piece.readBytes(to, offset, read);
            passed(piece, read);
        } finally {
            lock.unlock();
        }
        consumed.run();
        return read;
    }

    /** Moves what comes up to the end into a buffer, without a copy on the heap. */
    void transferTo(ByteBuf to, int limit) throws IOException {
        while (moved(to, limit)) {
            consumed.run();
        }
    }

    private boolean moved(ByteBuf to, int limit) throws IOException {
        lock.lock();
        try {
            ByteBuf piece = awaitPiece();
            if (piece == null) {
                return false;
            }
            int length = piece.readableBytes();
            if (to.readableBytes() + (long) length > limit) {
                throw new IOException("the body is longer than the limit of " + limit + " bytes");
            }
            to.writeBytes(piece, length);
            passed(piece, length);
            return true;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void passed(ByteBuf piece, int length) {
        waiting -= length;
        if (!piece.isReadable()) {
            pieces.remove().release();
        }
    }

    @GuardedBy("lock")
    private @Nullable ByteBuf awaitPiece() throws IOException {
        long began = ticker.nanos();
        while (pieces.isEmpty() && !ended && failure == null) {
            awaitArrival(began + progress);
        }
        if (pieces.isEmpty() && failure != null) {
            throw failure;
        }
        return pieces.peek();
    }

    @GuardedBy("lock")
    private void awaitArrival(long stalled) throws IOException {
        long now = ticker.nanos();
        long left = Math.min(stalled - now, deadline - now);
        if (closed) {
            throw new IOException("the response was closed");
        }
        if (left <= 0) {
            throw new SocketTimeoutException(
                    stalled - now <= 0
                            ? "no bytes of the body came for " + progress / 1_000_000 + " ms"
                            : "the body did not come in time");
        }
        try {
            arrived.await(left, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the body");
        }
    }

    @Override
    public void close() {
        boolean early;
        lock.lock();
        try {
            early = !closed && !ended;
            closed = true;
            pieces.forEach(ByteBuf::release);
            pieces.clear();
            waiting = 0;
        } finally {
            lock.unlock();
        }
        if (early) {
            abandoned.run();
        }
    }
}
