package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.space.PeerRefusal;
import org.jspecify.annotations.Nullable;

/** A question under way on a link. Used on the link's loop. */
final class Question {
    private final FrameKind kind;
    private final PeerLink.Answer answer;

    /** By the loop's clock: for the answer, or for the next bytes of its body. */
    private long untilNanos;

    private LinkCredit.@Nullable Share body;

    Question(FrameKind kind, PeerLink.Answer answer, long untilNanos) {
        this.kind = kind;
        this.answer = answer;
        this.untilNanos = untilNanos;
    }

    PeerLink.Answer answer() {
        return answer;
    }

    /** Returns whether a frame of this kind answers the question, which has no answer yet. */
    boolean isAnsweredBy(FrameKind answering) {
        boolean fits = switch (kind) {
            case LOCATE -> answering == FrameKind.LOCATED || answering == FrameKind.HAVE;
            case FETCH -> answering == FrameKind.SAID || answering == FrameKind.HAVE;
            case CHECK -> answering == FrameKind.CHECKED;
            case CLAIM, CHANGED -> answering == FrameKind.LOCATED;
            case REPORT, CLEAR -> answering == FrameKind.REPORTED;
            default -> false;
        };
        return fits && body == null;
    }

    /** The body under way; null before the answer. */
    LinkCredit.@Nullable Share body() {
        return body;
    }

    void begin(LinkCredit.Share share) {
        body = share;
    }

    void expectBy(long nanos) {
        untilNanos = nanos;
    }

    /** Returns whether the other node is late. It is not while this node has not consumed what came. */
    boolean isLate(long now) {
        return now - untilNanos >= 0 && (body == null || body.isDue());
    }

    void ended(PeerRefusal why) {
        answer.ended(why);
    }
}
