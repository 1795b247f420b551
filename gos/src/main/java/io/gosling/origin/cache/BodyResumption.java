package io.gosling.origin.cache;

import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.BlockInputStream;
import io.gosling.gos.space.SharedResponseResult;
import io.gosling.origin.upstream.Upstream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Continues a response that has begun when its source breaks off: only a strong entity tag proves that another source
 * has the same bytes (RFC 9110, section 8.8.1). Used by one thread.
 *
 * @param others the other nodes, asked first; null for the origin alone
 */
record BodyResumption(
        StoredResponseHead begun,
        CacheRequest request,
        Upstream upstream,
        @Nullable ClusterSourceFinder others) {
    private static final System.Logger LOG = System.getLogger(OriginHandler.class.getName());

    /** A source of bytes; {@code last} if a break here is final, as for the origin itself. */
    record Source(InputStream in, @Nullable String tag, boolean last) {}

    /**
     * Returns the source from a position on, after a break.
     *
     * @throws IOException when there is none with the same bytes
     */
    Source after(IOException broken, long position) throws IOException {
        if (!begun.hasStrongTag()) {
            throw broken;
        }
        while (true) {
            Source next = next();
            try {
                if (!begun.strongTag().equals(next.tag)) {
                    throw new IOException("it would go on as another response, with the ETag " + next.tag);
                }
                next.in.skipNBytes(position);
                return next;
            } catch (IOException e) {
                next.in.close();
                if (next.last) {
                    throw e;
                }
            }
        }
    }

    private Source next() throws IOException {
        SharedResponseResult found = others == null ? null : others.findAgain();
        if (found instanceof SharedResponseResult.Given given) {
            return new Source(given.body(), given.reply().fields().first("ETag"), false);
        }
        if (found instanceof SharedResponseResult.Failed failed) {
            throw new IOException(
                    "the origin failed another node with " + failed.why().status());
        }
        Upstream.Answer answer =
                upstream.send(request.message(RevalidationHeaderBuilder.unconditional(request.sent())));
        InputStream body = new FilterInputStream(answer.body()) {
            @Override
            public void close() {
                answer.close();
            }
        };
        boolean same = answer.status() == begun.status();
        return new Source(body, same ? answer.headers().first("ETag") : null, true);
    }

    /** The bytes of a response that has begun: where its source breaks off, the next one continues. */
    Resumed resumed(InputStream first) {
        return new Resumed(first);
    }

    /** Used by one thread. */
    final class Resumed extends BlockInputStream {
        private Source now;
        private long position;

        Resumed(InputStream first) {
            this.now = new Source(first, null, false);
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            while (true) {
                try {
                    int read = now.in().read(to, offset, length);
                    position += Math.max(0, read);
                    return read;
                } catch (IOException e) {
                    if (now.last()) {
                        throw e;
                    }
                    now.in().close();
                    now = after(e, position);
                }
            }
        }

        @Override
        public int available() throws IOException {
            return now.in().available();
        }

        @Override
        public void close() {
            try {
                now.in().close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "closing a response of another node", e);
            }
        }
    }
}
