package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import org.jspecify.annotations.Nullable;

/** A question under way on a link, and the body of its answer with the credit for it. Used on the link's loop. */
final class LinkQuestion {
    final OutgoingLink.Answer answer;
    final long askedNanos;
    /** By the loop's clock: for the answer, or for the next bytes of its body. */
    long untilNanos;

    long progressNanos;

    /** The body under way; null before the answer. */
    @Nullable
    LinkCredit body;

    /** True if only the home can answer it, from its files. */
    final boolean ofHome;

    /** True if each node has to answer it. */
    final boolean ofAll;

    private final Wanted wanted;
    private final boolean offered;
    private FrameKind asked;

    LinkQuestion(PeerFrame question, OutgoingLink.Answer answer, long askedNanos, long untilNanos, long progressNanos) {
        this.asked = question.kind();
        this.wanted = question instanceof PeerFrame.Locate locate ? locate.wanted() : Wanted.NOTHING;
        this.ofHome = question instanceof PeerFrame.Check
                || question instanceof PeerFrame.Fetch fetch && fetch.from() == PeerFrame.Fetch.From.HOME;
        this.ofAll = question instanceof PeerFrame.Clear;
        this.offered = question instanceof PeerFrame.Fetch fetch && fetch.from() == PeerFrame.Fetch.From.OFFER;
        this.answer = answer;
        this.askedNanos = askedNanos;
        this.untilNanos = untilNanos;
        this.progressNanos = progressNanos;
    }

    /** The entry has come that the object follows, as if it had been asked for. */
    void located() {
        asked = wanted == Wanted.DOCUMENT ? FrameKind.FETCH : FrameKind.JOIN;
    }

    /** Returns whether this frame is an answer to the question, or the next part of it. */
    boolean isAnsweredBy(PeerFrame.Reply reply) {
        LinkCredit begun = body;
        return switch (reply) {
            case PeerFrame.Denial denial -> true;
            case PeerFrame.Alive alive -> asked == FrameKind.JOIN;
            case PeerFrame.Data data -> begun != null;
            case PeerFrame.End end -> begun != null && begun.isOpen();
            case PeerFrame.Located entry ->
                isAnsweredBy(entry.kind()) && (!entry.isGiven() || wanted != Wanted.NOTHING);
            default -> begun == null && isAnsweredBy(reply.kind());
        };
    }

    private boolean isAnsweredBy(FrameKind answering) {
        return switch (answering) {
            case LOCATED -> asked == FrameKind.LOCATE || asked == FrameKind.CLAIM || asked == FrameKind.CHANGED;
            case SAID, HAVE -> asked == FrameKind.FETCH && !offered;
            case CHECKED -> asked == FrameKind.CHECK;
            case GIVEN, SAME, APART, FAILED_ORIGIN -> asked == FrameKind.JOIN;
            case REPORTED -> asked == FrameKind.REPORT || asked == FrameKind.CLEAR;
            case HOME_ANSWERED -> asked == FrameKind.READ;
            default -> false;
        };
    }

    /** Something has come: more has to come within the longest pause. */
    void expectMore(long nowNanos) {
        untilNanos = nowNanos + progressNanos;
    }

    /** A sign of life has to come by then if this is a joined fetch that has no answer yet. */
    void expectSignUntil(long nanos) {
        if (asked == FrameKind.JOIN && body == null) {
            untilNanos = Math.min(untilNanos, nanos);
        }
    }

    /** Returns whether the other node is late. It is not while this node has not consumed what came. */
    boolean isLate(long now) {
        return now - untilNanos >= 0 && (body == null || body.isDue());
    }
}
