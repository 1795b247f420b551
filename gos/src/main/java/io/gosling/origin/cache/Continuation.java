package io.gosling.origin.cache;

import io.gosling.caching.StoredReply;
import io.gosling.caching.Validation;
import io.gosling.http.Headers;
import io.gosling.origin.upstream.Upstream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Continues a response that has begun when its source breaks off: only a strong entity tag proves that another source
 * has the same bytes (RFC 9110, section 8.8.1). Used by one thread.
 *
 * @param others the other nodes, asked first; null for the origin alone
 */
record Continuation(
        StoredReply begun,
        Ask ask,
        Upstream upstream,
        @Nullable ClusterSource others) implements FailoverBody.Next {
    private static @Nullable String tag(Headers fields) {
        return fields.first("ETag");
    }

    @Override
    public FailoverBody.Source after(IOException broken, long position) throws IOException {
        if (!begun.hasStrongTag()) {
            throw broken;
        }
        while (true) {
            Candidate next = next();
            FailoverBody.Source source = next.source;
            try {
                if (next.tag == null || !next.tag.equals(tag(begun.fields()))) {
                    throw new IOException("it would go on as another response, with the ETag " + next.tag);
                }
                source.in().skipNBytes(position);
                return source;
            } catch (IOException e) {
                source.in().close();
                if (source.last()) {
                    throw e;
                }
            }
        }
    }

    private record Candidate(
            FailoverBody.Source source, @Nullable String tag) {}

    private Candidate next() throws IOException {
        ClusterSource.Found found = others == null ? new ClusterSource.Found.Origin() : others.findAgain();
        if (found instanceof ClusterSource.Found.Given given) {
            var source = new FailoverBody.Source(given.response().body(), false);
            return new Candidate(source, tag(given.response().reply().fields()));
        }
        if (found instanceof ClusterSource.Found.Failed failed) {
            throw new IOException(
                    "the origin failed another node with " + failed.why().status());
        }
        Upstream.Answer answer = upstream.send(ask.asking(Validation.unconditional(ask.sent())));
        boolean same = answer.status() == begun.status();
        return new Candidate(FailoverBody.Source.of(answer), same ? tag(answer.headers()) : null);
    }
}
