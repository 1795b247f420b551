package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.PeerRefusal;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A question under way on a link. Used on the link's loop. */
final class Question {
    private static final Set<FrameKind> JOINED = EnumSet.of(
            FrameKind.GIVEN, FrameKind.SAME, FrameKind.APART, FrameKind.NONE, FrameKind.FAILED_ORIGIN, FrameKind.FULL);

    private final PeerFrame asked;
    private final PeerLink.Answer answer;

    /** By the loop's clock: for the answer, or for the next bytes of its body. */
    private long untilNanos;

    private long progressNanos;

    private LinkCredit.@Nullable Share body;

    /**
     * @param untilNanos by the loop's clock, for the answer
     * @param progressNanos longest pause within a body
     */
    Question(PeerFrame asked, PeerLink.Answer answer, long untilNanos, long progressNanos) {
        this.asked = asked;
        this.answer = answer;
        this.untilNanos = untilNanos;
        this.progressNanos = progressNanos;
    }

    PeerLink.Answer answer() {
        return answer;
    }

    /** Returns whether a frame of this kind answers the question, which has no answer yet. */
    boolean isAnsweredBy(FrameKind answering) {
        boolean fits = switch (asked) {
            case PeerFrame.Locate locate -> answering == FrameKind.LOCATED;
            case PeerFrame.Fetch fetch ->
                fetch.from() == PeerFrame.Fetch.From.OFFER
                        ? answering == FrameKind.ACCEPTED
                        : answering == FrameKind.SAID || answering == FrameKind.HAVE;
            case PeerFrame.Check check -> answering == FrameKind.CHECKED;
            case PeerFrame.Join join -> JOINED.contains(answering);
            case PeerFrame.Claim claim -> answering == FrameKind.LOCATED;
            case PeerFrame.Changed changed -> answering == FrameKind.LOCATED;
            case PeerFrame.Report report -> answering == FrameKind.REPORTED;
            case PeerFrame.Clear clear -> answering == FrameKind.REPORTED;
            default -> false;
        };
        return fits && body == null;
    }

    /** Returns whether the other node may say that it is alive, before the answer and within it. */
    boolean isJoin() {
        return asked instanceof PeerFrame.Join;
    }

    /** The body under way; null before the answer. */
    LinkCredit.@Nullable Share body() {
        return body;
    }

    void begin(LinkCredit.Share share) {
        body = share;
    }

    /** Something has come: more has to come within the longest pause. */
    void expectMore(long nowNanos) {
        untilNanos = nowNanos + progressNanos;
    }

    void pauseUpTo(long nanos) {
        progressNanos = nanos;
    }

    /** Returns whether the other node is late. It is not while this node has not consumed what came. */
    boolean isLate(long now) {
        return now - untilNanos >= 0 && (body == null || body.isDue());
    }

    void ended(PeerRefusal why) {
        answer.ended(why);
    }
}
