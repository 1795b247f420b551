package io.gosling.origin.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.caching.ByteSpan;
import io.gosling.document.BlockInputStream;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.origin.upstream.Upstream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A response of the origin that is longer than a slice: it gives one slice after the other, as long as they are
 * requested in its order and nothing was purged since the origin was asked. It is closed with its last byte, when
 * something else is wanted, or when no more is wanted.
 *
 * <p>Its owner requests slices and gives it up; the thread that fetches a slice reads that one. The monitor is held
 * for moments.
 */
final class OpenOriginResponse {
    private final Upstream.Answer answer;
    private final ResponseMemory.Permit permit;
    private final Set<String> tags;
    private final long end;

    /** The beginning of the next slice, once the last one was read. */
    @GuardedBy("this")
    private long position;

    @GuardedBy("this")
    private boolean reading;

    @GuardedBy("this")
    private boolean over;

    /**
     * @param permit taken before the request
     * @param tags by which the whole is purged
     * @param span the bytes of the whole that it has
     */
    OpenOriginResponse(Upstream.Answer answer, ResponseMemory.Permit permit, Set<String> tags, ByteSpan span) {
        this.answer = answer;
        this.permit = permit;
        this.tags = tags;
        this.position = span.first();
        this.end = span.last() + 1;
    }

    /** The next slice, as a response of its own; null when this cannot give it, which ends it. */
    Upstream.@Nullable Answer next(ResponseSlice slice) {
        ByteSpan span = slice.span();
        if (!admit(span)) {
            giveUp();
            return null;
        }
        Window window = new Window(span.length());
        return new Upstream.Answer(200, slice.kept(), span.length(), window, window::close);
    }

    private synchronized boolean admit(ByteSpan span) {
        if (over || reading || span.first() != position || span.last() >= end || !permit.isGoodFor(tags)) {
            return false;
        }
        reading = true;
        position = span.last() + 1;
        return true;
    }

    /** This slice was delivered: from here, or from elsewhere, so that its bytes here are not wanted. */
    void passedBy(ByteSpan span) {
        boolean needed;
        synchronized (this) {
            needed = position == span.last() + 1;
        }
        if (!needed) {
            giveUp();
        }
    }

    /** No more is wanted than the slice that is being read. */
    void giveUp() {
        end(false, true);
    }

    /** @param slice true if the slice that is read ends; false if one that is read may go on */
    private void end(boolean slice, boolean all) {
        boolean closing;
        synchronized (this) {
            boolean closed = over && !reading;
            reading &= !slice;
            over |= all || position == end;
            closing = over && !reading && !closed;
        }
        if (closing) {
            answer.close();
        }
    }

    private final class Window extends BlockInputStream {
        private long left;
        private boolean ended;

        Window(long left) {
            this.left = left;
        }

        @Override
        public int read(byte[] to, int offset, int count) throws IOException {
            if (left == 0) {
                return -1;
            }
            int read = answer.body().read(to, offset, (int) Math.min(left, count));
            if (read < 0) {
                throw new EOFException("the body ended " + left + " bytes before the slice");
            }
            left -= read;
            if (left == 0) {
                close();
            }
            return read;
        }

        /** The position is unknown unless all of it was read. */
        @Override
        public void close() {
            if (!ended) {
                ended = true;
                end(true, left > 0);
            }
        }
    }
}
