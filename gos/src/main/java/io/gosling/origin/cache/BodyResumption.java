package io.gosling.origin.cache;

import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.caching.StoredResponseHead;
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
}
