package io.gosling.origin.cache;

import io.gosling.document.BlockInputStream;
import io.gosling.origin.upstream.Upstream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of one response from one source after another: where a node breaks off, the next one continues, so that
 * the reader loses nothing. Used by one thread.
 */
final class FailoverBody extends BlockInputStream {
    private static final System.Logger LOG = System.getLogger(OriginHandler.class.getName());

    private final Next next;
    private Source now;
    private long position;

    /** A source of bytes; {@code last} if a break here is final, as for the origin itself. */
    record Source(InputStream in, boolean last) {
        static Source of(Upstream.Answer answer) {
            return new Source(
                    new FilterInputStream(answer.body()) {
                        @Override
                        public void close() {
                            answer.close();
                        }
                    },
                    true);
        }
    }

    @FunctionalInterface
    interface Next {
        /**
         * Returns the source from a position on, after a break.
         *
         * @throws IOException when there is none with the same bytes
         */
        Source after(IOException broken, long position) throws IOException;
    }

    FailoverBody(Source first, Next next) {
        this.now = first;
        this.next = next;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        while (true) {
            try {
                int read = now.in.read(to, offset, length);
                position += Math.max(0, read);
                return read;
            } catch (IOException e) {
                if (now.last) {
                    throw e;
                }
                now.in.close();
                now = next.after(e, position);
            }
        }
    }

    void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing a response of another node", e);
        }
    }

    @Override
    public void close() throws IOException {
        now.in.close();
    }
}
