package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The rest of a body that is being sent over a link, behind its first frame. Owns its reader. Used by one thread at a
 * time: the link's loop for bytes in memory, otherwise a thread that may block.
 */
final class OutgoingBody {
    private final Reader reader;
    private final @Nullable Executor work;
    private final boolean open;
    private long left;

    /** The bytes, one part after the other. */
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
     * @param work reads and closes; null if neither blocks, so that the loop does it
     */
    OutgoingBody(Reader reader, long left, @Nullable Executor work) {
        this.reader = reader;
        this.work = work;
        this.open = left < 0;
        this.left = open ? Long.MAX_VALUE : left;
    }

    /** Bytes in memory, of which a reference passes over. */
    static OutgoingBody of(ByteBuf bytes) {
        Reader memory = new Reader() {
            @Override
            public ByteBuf next(int most) {
                return bytes.readRetainedSlice(most);
            }

            @Override
            public void close() {
                bytes.release();
            }
        };
        return new OutgoingBody(memory, bytes.readableBytes(), null);
    }

    /** The threads that read; null for the loop. */
    @Nullable
    Executor work() {
        return work;
    }

    /** Returns whether nothing follows the frames that were read. */
    boolean isOver() {
        return left == 0;
    }

    /**
     * Reads the next frame: bytes, the end of a body whose length was not known, or the failure that ends it.
     *
     * @param most bytes, at least 1
     */
    PeerFrame next(int most) {
        try {
            ByteBuf piece = reader.next((int) Math.min(most, left));
            if (piece != null) {
                left -= open ? 0 : piece.readableBytes();
                return new PeerFrame.Data(piece);
            }
            PeerFrame last = open ? new PeerFrame.End() : new PeerFrame.Failed(left + " bytes are missing");
            left = 0;
            return last;
        } catch (IOException | RuntimeException | Error e) {
            left = 0;
            return new PeerFrame.Failed(String.valueOf(e.getMessage()));
        }
    }

    /** Gives up what was not read; once. */
    void close() {
        if (work == null) {
            reader.close();
            return;
        }
        try {
            // By another thread: it may have to wait for a lock.
            work.execute(reader::close);
        } catch (RejectedExecutionException | Error e) {
            reader.close();
        }
    }
}
