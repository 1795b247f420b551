package io.gosling.origin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.caching.Span;
import io.gosling.document.BlockInput;
import io.gosling.gos.ReplyMemory;
import io.gosling.http.Headers;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A response of the origin that is longer than a segment: it gives one after the other, as long as they are asked for in
 * its order and nothing was purged since it was asked for. It is closed with its last byte, when something else is wanted,
 * or when nobody wants more.
 *
 * <p>Its owner asks for segments and gives it up; whoever fills a segment reads that one. The monitor is held for moments.
 */
final class OpenReply {
    private final Upstream.Answer answer;
    private final ReplyMemory.Permit permit;
    private final long end;

    /** Of the next byte, in the whole. */
    @GuardedBy("this")
    private long position;

    @GuardedBy("this")
    private boolean reading;

    @GuardedBy("this")
    private boolean over;

    /**
     * @param permit from before it was asked for
     * @param span which bytes of the whole it has
     */
    OpenReply(Upstream.Answer answer, ReplyMemory.Permit permit, Span span) {
        this.answer = answer;
        this.permit = permit;
        this.position = span.first();
        this.end = span.last() + 1;
    }

    /**
     * The next segment, as a response of its own; null when that is none that this can give, which ends it.
     *
     * @param fields of the segment's response
     */
    Upstream.@Nullable Answer next(Span span, Headers fields) {
        boolean gives;
        synchronized (this) {
            gives = !over && !reading && span.first() == position && span.last() < end && permit.isUntouched();
            reading |= gives;
        }
        if (!gives) {
            giveUp();
            return null;
        }
        Window window = new Window(span.length());
        return new Upstream.Answer(200, fields, span.length(), window, window::close);
    }

    /** Nobody wants more than the segment that is being read. */
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

    /** @param whole whether all of the segment was read: otherwise nobody knows where it stands */
    private void ended(long length, boolean whole) {
        boolean closing;
        synchronized (this) {
            reading = false;
            position += length;
            closing = over || !whole || position == end;
            over |= closing;
        }
        if (closing) {
            answer.close();
        }
    }

    /** The bytes of one segment. Used by one thread, closed by any. */
    private final class Window extends BlockInput {
        private final long length;
        private long left;
        private boolean done;

        Window(long length) {
            this.length = length;
            this.left = length;
        }

        @Override
        public int read(byte[] to, int offset, int count) throws IOException {
            if (left == 0) {
                return -1;
            }
            int read = answer.body().read(to, offset, (int) Math.min(left, count));
            if (read < 0) {
                throw new EOFException("the body ended " + left + " bytes before the segment");
            }
            left -= read;
            if (left == 0) {
                finish(true);
            }
            return read;
        }

        private void finish(boolean whole) {
            boolean first;
            synchronized (OpenReply.this) {
                first = !done;
                done = true;
            }
            if (first) {
                ended(length, whole);
            }
        }

        @Override
        public void close() {
            finish(false);
        }
    }
}
