package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The rest of a file, a block at a time: read by another thread, taken on the link's loop. Owns the open file and one
 * block.
 */
final class FileSource implements LinkSource {
    private final FileChannel file;
    private final Executor work;
    private final Executor loop;
    private long position;
    private long left;
    private @Nullable ByteBuf block;
    private @Nullable IOException failure;
    private boolean reading;
    private boolean closed;

    /**
     * @param position of the first byte
     * @param left bytes from there
     * @param work reads
     */
    FileSource(FileChannel file, long position, long left, Executor work, Executor loop) {
        this.file = file;
        this.position = position;
        this.left = left;
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
        ByteBuf ready = block;
        if (ready == null) {
            read(again);
            return null;
        }
        ByteBuf taken = ready.readRetainedSlice(Math.min(most, ready.readableBytes()));
        left -= taken.readableBytes();
        if (!ready.isReadable()) {
            ready.release();
            block = null;
        }
        return taken;
    }

    private void read(Runnable again) throws IOException {
        reading = true;
        long from = position;
        int bytes = (int) Math.min(left, FrameKind.MOST_BODY);
        position += bytes;
        try {
            work.execute(() -> read(from, bytes, again));
        } catch (RejectedExecutionException | Error e) {
            reading = false;
            throw new IOException("no thread to read with", e);
        }
    }

    /** On the other thread. */
    private void read(long from, int bytes, Runnable again) {
        Runnable then;
        try {
            ByteBuf filled = block(file, from, bytes);
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
            closeFile();
            return;
        }
        block = filled;
        failure = why;
        again.run();
    }

    /**
     * Reads so many bytes of a file.
     *
     * @throws EOFException when the file has become shorter
     */
    static ByteBuf block(FileChannel file, long from, int bytes) throws IOException {
        ByteBuf block = ByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
        try {
            while (block.isWritable()) {
                int read = block.writeBytes(file, from + block.writerIndex(), block.writableBytes());
                if (read < 0) {
                    throw new EOFException("the file ends after " + (from + block.writerIndex()) + " bytes");
                }
            }
            return block;
        } catch (IOException | RuntimeException | Error e) {
            block.release();
            throw e;
        }
    }

    @Override
    public void close() {
        closed = true;
        if (block != null) {
            block.release();
            block = null;
        }
        if (!reading) {
            closeFile();
        }
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            // It was read only: nothing is lost.
        }
    }
}
