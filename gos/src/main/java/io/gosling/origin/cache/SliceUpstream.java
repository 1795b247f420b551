package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.ContentRange;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.http.Headers;
import io.gosling.origin.upstream.Upstream;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An origin as the source of one slice: it answers a range under the strong ETag of the whole with a 200, or not at
 * all, so that bytes of two versions never meet (RFC 9110, section 14.5; RFC 9111, section 3.4).
 */
record SliceUpstream(Upstream origin, ResponseSlice slice) implements Upstream {
    /** Statuses that report that there is no such whole: other refusals may depend on the client. */
    private static final Set<Integer> NONE = Set.of(404, 410, 416);

    private static final Set<Integer> OF_A_WHOLE = Set.of(200, 206);

    /** @throws WrongSliceException when the origin answers, and not with this slice */
    @Override
    public Answer send(Message request) throws IOException {
        OpenOriginResponse open = request.headers().contains("If-None-Match")
                ? null
                : slice.requester().open();
        Answer begun = open == null ? null : open.next(slice);
        if (begun != null) {
            return begun;
        }
        ResponseMemory.Permit permit = slice.requester().permit();
        Headers asking = request.headers().with("Range", slice.span().asked()).with("If-Range", slice.tag());
        Answer answer =
                origin.send(new Message(request.method(), request.target(), asking, null, request.caller(), null));
        try {
            return judged(answer, permit);
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

    private Answer judged(Answer answer, ResponseMemory.Permit permit) throws IOException {
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
            Headers fields = mayKeep(answer) ? slice.kept() : slice.passing();
            return answer.with(200, fields, slice.span().length());
        }
        boolean all = same && isAll(answer);
        Answer part = all ? outOfAll(answer, permit) : null;
        if (part != null) {
            return part;
        }
        slice.requester().refused(all ? ResponseSlice.Instead.NOT_NOW : instead(answer.status()));
        throw new WrongSliceException("of " + slice.tag() + ", " + slice.span().asked() + " was answered "
                + answer.status() + " with the ETag " + tag);
    }

    private static ResponseSlice.Instead instead(int status) {
        if (OF_A_WHOLE.contains(status)) {
            return ResponseSlice.Instead.OTHER_VERSION;
        }
        return NONE.contains(status) ? ResponseSlice.Instead.NO_SUCH_WHOLE : ResponseSlice.Instead.NOT_NOW;
    }

    private boolean mayKeep(Answer answer) {
        return slice.requester().mayKeep(ContentRange.ofWhole(answer.headers()));
    }

    private boolean isPart(Answer answer) {
        ByteSpan span = slice.span();
        ContentRange part = answer.status() == 206 ? ContentRange.of(answer.headers()) : null;
        return part != null
                && part.length() == slice.cut().length()
                && part.span().equals(span)
                && (answer.length() < 0 || answer.length() == span.length());
    }

    private boolean isAll(Answer answer) {
        return answer.status() == 200
                && (answer.length() < 0 || answer.length() == slice.cut().length());
    }

    /** Takes the slice from a whole response with the same tag (RFC 9110, section 14.2). */
    private @Nullable Answer outOfAll(Answer answer, ResponseMemory.Permit permit) throws IOException {
        // Before anything is skipped, which may take long: others would have it send all to them too.
        slice.requester().givesNoRanges();
        if (slice.span().first() > slice.requester().mostSkipped()) {
            return null;
        }
        ByteSpan span = new ByteSpan(0, slice.cut().length() - 1);
        OpenOriginResponse all =
                new OpenOriginResponse(answer, permit, slice.sliceIndex().tags(), span, true, mayKeep(answer));
        Answer part = all.next(slice);
        slice.requester().goOnWith(all);
        return part;
    }
}
