package io.gosling.origin.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.caching.ByteSpan;
import io.gosling.document.BlockInputStream;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.http.Headers;
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
    private final boolean skips;
    private final boolean kept;

    /** The beginning of the next slice, once the last one was read. */
    @GuardedBy("this")
    private long position;

    /** The slice that was given last; null for none. */
    @GuardedBy("this")
    private @Nullable Window last;

    @GuardedBy("this")
    private boolean reading;

    @GuardedBy("this")
    private boolean over;

    /**
     * @param permit taken before the request
     * @param tags by which the whole is purged
     * @param span the bytes of the whole that it has
     * @param skips true if it came instead of a range, so that unwanted bytes are skipped
     * @param kept true if slices of it may be stored
     */
    OpenOriginResponse(
            Upstream.Answer answer,
            ResponseMemory.Permit permit,
            Set<String> tags,
            ByteSpan span,
            boolean skips,
            boolean kept) {
        this.answer = answer;
        this.permit = permit;
        this.tags = tags;
        this.position = span.first();
        this.end = span.last() + 1;
        this.skips = skips;
        this.kept = kept;
    }

    /** The next slice, as a response of its own; null when this cannot give it, which ends it. */
    Upstream.@Nullable Answer next(ResponseSlice slice) throws IOException {
        Window window = new Window(slice.span());
        long gap = admit(window);
        if (gap < 0) {
            giveUp();
            return null;
        }
        try {
            answer.body().skipNBytes(gap);
        } catch (Throwable e) {
            window.close();
            throw e;
        }
        Headers fields = kept ? slice.kept() : slice.passing();
        return new Upstream.Answer(200, fields, slice.span().length(), window, window::close);
    }

    /** Returns the number of bytes before a slice, which is read next; negative if it is not. */
    private synchronized long admit(Window window) {
        ByteSpan span = window.span;
        long gap = span.first() - position;
        boolean reached = gap == 0 || (skips && gap > 0);
        if (over || reading || !reached || span.last() >= end || !permit.isGoodFor(tags)) {
            return -1;
        }
        last = window;
        reading = true;
        position = span.last() + 1;
        return gap;
    }

    /** This slice was delivered: from here, or from elsewhere, so that its bytes here are not wanted. */
    void passedBy(ByteSpan span) {
        boolean needed;
        synchronized (this) {
            needed = skips || (last != null && last.span.equals(span));
        }
        if (!needed) {
            giveUp();
        }
    }

    /** No more is wanted than the slice that is being read. */
    void giveUp() {
        boolean closing;
        synchronized (this) {
            closing = !over && !reading;
            over = true;
        }
        if (closing) {
            answer.close();
        }
    }

    /** Ends a slice; where not all of it was read the position is unknown. */
    private void ended(Window window) {
        boolean closing;
        synchronized (this) {
            if (!reading || !window.equals(last)) {
                return;
            }
            reading = false;
            closing = over || window.left > 0 || position == end;
            over |= closing;
        }
        if (closing) {
            answer.close();
        }
    }

    private final class Window extends BlockInputStream {
        private final ByteSpan span;
        private long left;

        Window(ByteSpan span) {
            this.span = span;
            this.left = span.length();
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
                ended(this);
            }
            return read;
        }

        @Override
        public void close() {
            ended(this);
        }
    }
}
