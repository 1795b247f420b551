package io.gosling.origin;

import io.gosling.caching.PartialReply;
import io.gosling.caching.Span;
import io.gosling.http.Headers;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An origin as the source of one segment: asked for a range under the strong ETag of the whole, it answers with a 200 that
 * has the segment, or not at all. So bytes of two versions never meet (RFC 9110, section 14.5; RFC 9111, section 3.4).
 */
final class SegmentUpstream implements Upstream {
    /** What says that there is another whole, or none: other refusals may be about who asks. */
    private static final Set<Integer> OTHERWISE = Set.of(200, 206, 404, 410, 416);

    private final Upstream origin;
    private final Segment segment;

    SegmentUpstream(Upstream origin, Segment segment) {
        this.origin = origin;
        this.segment = segment;
    }

    @Override
    public Answer send(Message request) throws IOException {
        Span span = segment.span();
        Answer begun = request.headers().contains("If-None-Match") ? null : fromOpen(span);
        if (begun != null) {
            return begun;
        }
        Headers asking = request.headers().with("Range", span.asked()).with("If-Range", segment.tag());
        Answer answer = origin.send(new Message(request.method(), request.target(), asking, null));
        if (Failures.isOne(answer.status())) {
            return answer;
        }
        String tag = answer.headers().first("ETag");
        boolean same = segment.tag().equals(tag);
        if (answer.status() == 304 && (same || tag == null)) {
            return with(answer, 304, segment.kept(), answer.length());
        }
        if (same && isPart(answer, span)) {
            boolean kept = segment.mayKeep().test(PartialReply.ofWhole(answer.headers()));
            return with(answer, 200, kept ? segment.kept() : segment.passing(), span.length());
        }
        answer.close();
        if (OTHERWISE.contains(answer.status())) {
            segment.changed().run();
        }
        throw new IOException("of " + segment.tag() + ", " + span.asked() + " was answered " + answer.status()
                + " with the ETag " + tag);
    }

    private @Nullable Answer fromOpen(Span span) {
        OpenReply open = segment.open();
        return open == null ? null : open.next(span, segment.kept());
    }

    private boolean isPart(Answer answer, Span span) {
        PartialReply part = answer.status() == 206 ? PartialReply.of(answer.headers()) : null;
        return part != null
                && part.length() == segment.cut().length()
                && part.span().equals(span)
                && (answer.length() < 0 || answer.length() == span.length());
    }

    private static Answer with(Answer answer, int status, Headers fields, long length) {
        return new Answer(status, fields, length, answer.body(), answer::close);
    }
}
