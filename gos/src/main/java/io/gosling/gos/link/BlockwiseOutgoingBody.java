package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The rest of a body that is read a block at a time by another thread and taken on the link's loop. Owns the reader and
 * one block.
 */
final class BlockwiseOutgoingBody implements OutgoingBody {
    private final Reader reader;
    private final Executor work;
    private final Executor loop;
    private long left;
    private @Nullable ByteBuf block;
    private @Nullable IOException failure;
    private boolean ended;
    private boolean reading;
    private boolean closed;

    /** Reads the bytes; called by one thread at a time, which may block. */
    interface Reader {
        /**
         * Reads the next bytes.
         *
         * @param most bytes, at least 1
         * @return at least one byte, or null at the end
         */
        @Nullable
        ByteBuf next(int most) throws IOException;

        /** Called once, after the last read. */
        void close();
    }

    /**
     * @param left bytes to read, or -1 when that is not known
     * @param work reads
     */
    BlockwiseOutgoingBody(Reader reader, long left, Executor work, Executor loop) {
        this.reader = reader;
        this.left = left < 0 ? Long.MAX_VALUE : left;
        this.work = work;
        this.loop = loop;
    }

    @Override
    public long left() {
        return left;
    }

    @Override
    public @Nullable ByteBuf take(int most, Runnable again) throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (ended) {
            left = 0;
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBuf ready = block;
        if (ready == null) {
            read(again);
            return null;
        }
        ByteBuf taken = ready.readRetainedSlice(Math.min(most, ready.readableBytes()));
        left -= isOpen() ? 0 : taken.readableBytes();
        if (!ready.isReadable()) {
            ready.release();
            block = null;
        }
        return taken;
    }

    private boolean isOpen() {
        return left == Long.MAX_VALUE;
    }

    private void read(Runnable again) throws IOException {
        reading = true;
        int bytes = (int) Math.min(left, FrameKind.MOST_BODY);
        try {
            work.execute(() -> read(bytes, again));
        } catch (RejectedExecutionException | Error e) {
            reading = false;
            throw new IOException("no thread to read with", e);
        }
    }

    /** On the other thread. */
    private void read(int bytes, Runnable again) {
        Runnable then;
        try {
            ByteBuf filled = reader.next(bytes);
            then = () -> filled(filled, null, again);
        } catch (IOException e) {
            then = () -> filled(null, e, again);
        } catch (RuntimeException | Error e) {
            then = () -> filled(null, new IOException(e), again);
        }
        try {
            loop.execute(then);
        } catch (RejectedExecutionException e) {
            closed = true;
            then.run();
        }
    }

    private void filled(@Nullable ByteBuf filled, @Nullable IOException why, Runnable again) {
        reading = false;
        if (closed) {
            if (filled != null) {
                filled.release();
            }
            closeReader();
            return;
        }
        block = filled;
        ended = filled == null && isOpen();
        failure = why == null && filled == null && !ended ? new EOFException(left + " bytes are missing") : why;
        again.run();
    }

    @Override
    public void close() {
        closed = true;
        if (block != null) {
            block.release();
            block = null;
        }
        if (!reading) {
            closeReader();
        }
    }

    /** By another thread: it may have to wait for a lock. */
    private void closeReader() {
        try {
            work.execute(reader::close);
        } catch (RejectedExecutionException | Error e) {
            reader.close();
        }
    }
}
