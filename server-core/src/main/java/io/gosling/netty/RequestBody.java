package io.gosling.netty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A request's body between the event loop, which offers pieces, and the exchange's thread, which reads them blocking.
 *
 * <p>One lock, held for moving a piece. The loop stops reading the connection while much is waiting here, and is told by
 * {@code consumed} when it may go on.
 */
final class RequestBody extends InputStream {
    /** Bytes that may wait before the connection is not read any more. */
    static final int ENOUGH = 64 << 10;

    /** What is left of a body that nobody read is thrown away up to this many bytes; above it closing is cheaper. */
    static final int SKIPPED = 64 << 10;

    private final long limit;
    private final long declared;
    private final boolean expected;
    private final Runnable firstRead;
    private final Runnable consumed;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<ByteBuf> pieces = new ArrayDeque<>();

    @GuardedBy("lock")
    private int waiting;

    @GuardedBy("lock")
    private boolean ended;

    @GuardedBy("lock")
    private boolean discarded;

    @GuardedBy("lock")
    private @Nullable Failure failure;

    @GuardedBy("lock")
    private long received;

    /** Owned by the reader. */
    private boolean reading;

    /** Why a body cannot be read to its end: the client's doing, answered with its status. */
    static final class Failure extends IOException {
        private static final long serialVersionUID = 1;

        private final int status;

        Failure(int status, String message) {
            super(message);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /**
     * @param request whose header says how the body is delimited
     * @param limit bytes; more is a failure with status 413
     * @param firstRead called by the reader before it waits for the first time
     * @param consumed called by the reader after each piece
     */
    RequestBody(HttpRequest request, long limit, Runnable firstRead, Runnable consumed) {
        this.limit = limit;
        this.declared = HttpUtil.isTransferEncodingChunked(request) ? -1 : HttpUtil.getContentLength(request, 0L);
        this.expected = expectsContinue(request);
        this.firstRead = firstRead;
        this.consumed = consumed;
    }

    /** Whether the client waits for leave to send its body. */
    static boolean expectsContinue(HttpRequest request) {
        return request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && request.headers().contains(HttpHeaderNames.EXPECT);
    }

    /** Event loop: one more piece, whose reference passes over. */
    void offer(ByteBuf piece) {
        lock.lock();
        try {
            received += piece.readableBytes();
            if (received > limit && failure == null) {
                failure = new Failure(413, "the body is longer than " + limit + " bytes");
            }
            if (discarded || failure != null || !piece.isReadable()) {
                piece.release();
            } else {
                pieces.add(piece);
                waiting += piece.readableBytes();
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Event loop: there is no more. */
    void end() {
        lock.lock();
        try {
            ended = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Event loop: there will be no more. */
    void fail(Failure why) {
        lock.lock();
        try {
            if (failure == null && !ended) {
                failure = why;
                arrived.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isComplete() {
        lock.lock();
        try {
            return ended;
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

    /** Any thread: whether it has wholly come, or what is missing is so little that it may be thrown away. */
    boolean canSkipRest() {
        lock.lock();
        try {
            boolean comes = failure == null && (!expected || reading);
            return ended || (comes && declared >= 0 && declared - received <= SKIPPED);
        } finally {
            lock.unlock();
        }
    }

    /** Any thread: nobody reads any more. */
    void discard() {
        lock.lock();
        try {
            discarded = true;
            pieces.forEach(ByteBuf::release);
            pieces.clear();
            waiting = 0;
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
        if (!reading) {
            reading = true;
            firstRead.run();
        }
        int read = take(to, offset, length);
        consumed.run();
        return read;
    }

    private int take(byte[] to, int offset, int length) throws IOException {
        lock.lock();
        try {
            while (pieces.isEmpty() && !ended && failure == null && !discarded) {
                arrived.await();
            }
            ByteBuf piece = pieces.peek();
            if (piece == null) {
                if (failure != null) {
                    throw failure;
                }
                return -1;
            }
            int read = Math.min(length, piece.readableBytes());
            piece.readBytes(to, offset, read);
            waiting -= read;
            if (!piece.isReadable()) {
                pieces.remove().release();
            }
            return read;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the request's body");
        } finally {
            lock.unlock();
        }
    }
}
