package io.gosling.netty.exchange;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A blocking queue of the pieces of a body between the event loop, which offers them, and the one thread that takes
 * them. Its monitor is held for moving a piece.
 */
public final class BodyQueue {
    /** Smaller pieces, in bytes, are gathered while they wait: each keeps alive the whole buffer it was read into. */
    private static final int SMALL = 1 << 10;

    private static final int GATHERED = 4 << 10;

    @GuardedBy("this")
    private final Deque<ByteBuf> pieces = new ArrayDeque<>();

    /** The last of the pieces, if it gathers small ones. */
    @GuardedBy("this")
    private @Nullable ByteBuf gathering;

    @GuardedBy("this")
    private int waiting;

    @GuardedBy("this")
    private boolean awaited;

    @GuardedBy("this")
    private boolean ended;

    @GuardedBy("this")
    private boolean closed;

    @GuardedBy("this")
    private @Nullable IOException failure;

    /** The remaining time for which a reader may wait. */
    @FunctionalInterface
    public interface Timeout {
        long nanosLeft() throws IOException;
    }

    /** Event loop: adds a piece and takes over its reference; releases it when the queue is closed. */
    public synchronized void offer(ByteBuf piece) {
        if (closed || failure != null || !piece.isReadable()) {
            piece.release();
            return;
        }
        waiting += piece.readableBytes();
        add(piece);
        notifyAll();
    }

    @GuardedBy("this")
    private void add(ByteBuf piece) {
        if (pieces.isEmpty() || piece.readableBytes() >= SMALL) {
            pieces.add(piece);
            gathering = null;
            return;
        }
        ByteBuf to = gathering;
        if (to == null || to.writableBytes() < piece.readableBytes()) {
            to = piece.alloc().buffer(GATHERED, GATHERED);
            pieces.add(to);
            gathering = to;
        }
        to.writeBytes(piece);
        piece.release();
    }

    /** Event loop: ends the body, successfully with null. Earlier pieces are still read. Only the first end counts. */
    public synchronized void end(@Nullable IOException why) {
        if (!ended && failure == null) {
            failure = why;
            ended = why == null;
            notifyAll();
        }
    }

    /**
     * Closes the reading side. Returns whether this was the first close, and before the body had ended successfully.
     */
    public synchronized boolean close() {
        boolean early = !closed && !ended;
        closed = true;
        pieces.forEach(ByteBuf::release);
        pieces.clear();
        gathering = null;
        waiting = 0;
        notifyAll();
        return early;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    synchronized boolean hasFailed() {
        return failure != null;
    }

    synchronized boolean isAwaited() {
        return awaited;
    }

    /** Returns the number of bytes that can be read without waiting. */
    public synchronized int waiting() {
        return waiting;
    }

    public boolean holds(int bytes) {
        return waiting() >= bytes;
    }

    /** Reader: reads as {@link java.io.InputStream#read(byte[], int, int)}. */
    public synchronized int read(byte[] to, int offset, int length, Timeout timeout) throws IOException {
        ByteBuf piece = await(timeout);
        if (piece == null) {
            return -1;
        }
        int read = Math.min(length, piece.readableBytes());
        piece.readBytes(to, offset, read);
        taken(piece, read);
        return read;
    }

    @GuardedBy("this")
    private void taken(ByteBuf piece, int length) {
        waiting -= length;
        if (!piece.isReadable()) {
            pieces.remove().release();
            gathering = pieces.isEmpty() ? null : gathering;
        }
    }

    @GuardedBy("this")
    private @Nullable ByteBuf await(Timeout timeout) throws IOException {
        awaited = true;
        try {
            while (pieces.isEmpty() && !ended && failure == null && !closed) {
                TimeUnit.NANOSECONDS.timedWait(this, timeout.nanosLeft());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the body");
        } finally {
            awaited = false;
        }
        if (closed) {
            throw new IOException("the body was closed");
        }
        if (pieces.isEmpty() && failure != null) {
            throw failure;
        }
        return pieces.peek();
    }
}
