package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.ContentRange;
import io.gosling.http.Headers;
import io.gosling.origin.upstream.Upstream;
import java.io.IOException;

/**
 * An origin as the source of one slice: it answers a range under the strong ETag of the whole with a 200, or not at
 * all, so that bytes of two versions never meet (RFC 9110, section 14.5; RFC 9111, section 3.4).
 */
record SliceUpstream(Upstream origin, ResponseSlice slice) implements Upstream {
    /** @throws WrongSliceException when the origin answers, and not with this slice */
    @Override
    public Answer send(Message request) throws IOException {
        OpenOriginResponse open = slice.requester().open;
        Answer begun = open == null || request.headers().contains("If-None-Match") ? null : open.next(slice);
        if (begun != null) {
            return begun;
        }
        Headers asking = request.headers().with("Range", slice.span().asked()).with("If-Range", slice.tag());
        Answer answer =
                origin.send(new Message(request.method(), request.target(), asking, null, request.caller(), null));
        try {
            return judged(answer);
        } catch (Throwable e) {
            answer.close();
            throw e;
        }
    }

    /** Thrown for an answer that is no slice. It is not shared, since it may depend on the client. */
    static final class WrongSliceException extends IOException {
        private static final long serialVersionUID = 1;

        WrongSliceException(String message) {
            super(message);
        }
    }

    private Answer judged(Answer answer) throws IOException {
        if (FailureResponseBuilder.isOne(answer.status())) {
            Headers bare = answer.headers().without("CDN-Cache-Control").without("Surrogate-Control");
            return answer.with(answer.status(), bare.with("Cache-Control", "no-store"), answer.length());
        }
        String tag = answer.headers().first("ETag");
        boolean same = slice.tag().equals(tag);
        if (answer.status() == 304 && (same || tag == null)) {
            return answer.with(304, slice.kept(), answer.length());
        }
        if (same && isPart(answer)) {
            boolean kept = slice.requester().mayKeep(ContentRange.ofWhole(answer.headers()));
            Headers fields = kept ? slice.kept() : slice.passing();
            return answer.with(200, fields, slice.span().length());
        }
        slice.requester().refused(answer.status(), same);
        throw new WrongSliceException("of " + slice.tag() + ", " + slice.span().asked() + " was answered "
                + answer.status() + " with the ETag " + tag);
    }

    private boolean isPart(Answer answer) {
        ByteSpan span = slice.span();
        ContentRange part = answer.status() == 206 ? ContentRange.of(answer.headers()) : null;
        return part != null
                && part.length() == slice.requester().cut.length()
                && part.span().equals(span)
                && (answer.length() < 0 || answer.length() == span.length());
    }
}
