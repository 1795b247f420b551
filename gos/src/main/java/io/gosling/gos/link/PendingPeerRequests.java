package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The questions under way on a link, and the bodies of their answers with the credit for them. Used on the link's loop.
 */
final class PendingPeerRequests {
    private static final Set<FrameKind> JOINED =
            EnumSet.of(FrameKind.GIVEN, FrameKind.SAME, FrameKind.APART, FrameKind.FAILED_ORIGIN);

    private final IntObjectMap<Question> asked = new IntObjectHashMap<>();
    private final OutgoingLink link;

    private static final class Question {
        private final PeerFrame asked;
        private final OutgoingLink.Answer answer;

        /** By the loop's clock: for the answer, or for the next bytes of its body. */
        private long untilNanos;

        private long progressNanos;

        /** True once the entry has come that the object follows. */
        private boolean located;

        /** The body under way; null before the answer. */
        private @Nullable LinkCredit body;

        Question(PeerFrame asked, OutgoingLink.Answer answer, long untilNanos, long progressNanos) {
            this.asked = asked;
            this.answer = answer;
            this.untilNanos = untilNanos;
            this.progressNanos = progressNanos;
        }

        /** Returns whether this frame is an answer to the question, or the next part of it. */
        boolean isAnsweredBy(PeerFrame.Reply reply) {
            LinkCredit begun = body;
            return switch (reply) {
                case PeerFrame.Denial denial -> true;
                case PeerFrame.Alive alive -> isOfResponse();
                case PeerFrame.Data data -> begun != null;
                case PeerFrame.End end -> begun != null && begun.isOpen();
                case PeerFrame.Head head -> begun == null && isAnsweredBy(head.kind());
                case PeerFrame.Located entry ->
                    isAnsweredBy(entry.kind()) && !located && (!entry.isGiven() || isWanted());
                case PeerFrame.Conclusion conclusion -> begun == null && isAnsweredBy(conclusion.kind());
            };
        }

        private boolean isAnsweredBy(FrameKind answering) {
            return switch (asked) {
                case PeerFrame.Locate locate -> located ? isGiven(locate, answering) : answering == FrameKind.LOCATED;
                case PeerFrame.EntryQuery entry -> answering == FrameKind.LOCATED;
                case PeerFrame.Fetch fetch ->
                    fetch.from() != PeerFrame.Fetch.From.OFFER
                            && (answering == FrameKind.SAID || answering == FrameKind.HAVE);
                case PeerFrame.Check check -> answering == FrameKind.CHECKED;
                case PeerFrame.Join join -> JOINED.contains(answering);
                case PeerFrame.Report report -> answering == FrameKind.REPORTED;
                case PeerFrame.Clear clear -> answering == FrameKind.REPORTED;
                case PeerFrame.Read read -> answering == FrameKind.HOME_ANSWERED;
                default -> false;
            };
        }

        private static boolean isGiven(PeerFrame.Locate locate, FrameKind answering) {
            return switch (locate.wanted()) {
                case NOTHING -> false;
                case DOCUMENT -> answering == FrameKind.HAVE;
                case RESPONSE -> JOINED.contains(answering);
            };
        }

        private boolean isWanted() {
            return asked instanceof PeerFrame.Locate locate && locate.wanted() != Wanted.NOTHING;
        }

        private boolean isOfResponse() {
            return asked instanceof PeerFrame.Join
                    || (located && asked instanceof PeerFrame.Locate locate && locate.wanted() == Wanted.RESPONSE);
        }

        /** Something has come: more has to come within the longest pause. */
        void expectMore(long nowNanos) {
            untilNanos = nowNanos + progressNanos;
        }

        /** Returns whether the other node is late. It is not while this node has not consumed what came. */
        boolean isLate(long now) {
            return now - untilNanos >= 0 && (body == null || body.isDue());
        }
    }

    PendingPeerRequests(OutgoingLink link) {
        this.link = link;
    }

    int size() {
        return asked.size();
    }

    boolean isEmpty() {
        return asked.isEmpty();
    }

    boolean contains(int id) {
        return asked.containsKey(id);
    }

    /**
     * @param untilNanos by the loop's clock, for the answer
     * @param progressNanos longest pause within a body
     */
    void add(int id, PeerFrame question, OutgoingLink.Answer answer, long untilNanos, long progressNanos) {
        asked.put(id, new Question(question, answer, untilNanos, progressNanos));
    }

    /** Takes a question off; returns false when it has ended. */
    boolean remove(int id) {
        return asked.remove(id) != null;
    }

    /** Ends a question without an answer, or within one. */
    void end(int id, PeerRefusal why) {
        Question question = asked.remove(id);
        if (question != null) {
            question.answer.ended(why);
        }
    }

    void endAll(PeerRefusal why) {
        List<Question> ending = new ArrayList<>(asked.values());
        asked.clear();
        ending.forEach(question -> question.answer.ended(why));
    }

    /** Takes a frame of the other node, and ends the link if it is not allowed. Drops it if the question has ended. */
    void came(int id, PeerFrame.Reply reply) {
        Question question = asked.get(id);
        if (question == null) {
            reply.body().release();
        } else if (!question.isAnsweredBy(reply)) {
            reply.body().release();
            link.refuse("a frame " + reply.kind() + " is not the answer to its question");
        } else {
            take(id, question, reply);
        }
    }

    private void goesOn(Question question, PeerFrame.Reply reply) {
        question.expectMore(link.now());
        question.answer.frame(reply);
    }

    private void take(int id, Question question, PeerFrame.Reply reply) {
        switch (reply) {
            case PeerFrame.Denial denial -> end(id, denial.why());
            case PeerFrame.Head head -> {
                question.body = new LinkCredit(head.bodyLength());
                part(id, question, question.body, head);
            }
            case PeerFrame.Data data -> part(id, question, Objects.requireNonNull(question.body), data);
            case PeerFrame.Alive alive -> goesOn(question, alive);
            default -> {
                if (reply instanceof PeerFrame.Located located && located.isGiven()) {
                    question.located = true;
                    goesOn(question, located);
                } else {
                    remove(id);
                    question.answer.frame(reply);
                }
            }
        }
    }

    private void part(int id, Question question, LinkCredit body, PeerFrame frame) {
        if (!body.came(frame.body().readableBytes())) {
            frame.body().release();
            link.refuse("more bytes of a body than were allowed");
            return;
        }
        question.expectMore(link.now());
        if (body.left() == 0) {
            remove(id);
        } else {
            supply(id, question, body);
        }
        question.answer.frame(frame);
    }

    private void supply(int id, Question question, LinkCredit body) {
        int more = body.give();
        if (more > 0) {
            question.expectMore(link.now());
            link.send(id, new PeerFrame.Credit(more));
        }
    }

    /** Bytes of a body have been consumed. Nothing happens to a question that has ended. */
    void consumed(int id, int bytes) {
        Question question = asked.get(id);
        if (question != null && question.body != null) {
            question.body.consumed(bytes);
            supply(id, question, question.body);
        }
    }

    /** Sets the time by which the next frame has to come. Nothing happens to a question that has ended. */
    void expectUntil(int id, long untilNanos) {
        Question question = asked.get(id);
        if (question != null) {
            question.untilNanos = untilNanos;
        }
    }

    /** Changes the longest pause within a body. Nothing happens to a question that has ended. */
    void pauseUpTo(int id, long nanos) {
        Question question = asked.get(id);
        if (question != null) {
            question.progressNanos = nanos;
            question.expectMore(link.now());
        }
    }

    /** The ids of questions that the other node is late with. */
    List<Integer> late(long now) {
        List<Integer> late = List.of();
        for (IntObjectMap.PrimitiveEntry<Question> entry : asked.entries()) {
            if (entry.value().isLate(now)) {
                late = late.isEmpty() ? new ArrayList<>() : late;
                late.add(entry.key());
            }
        }
        return late;
    }
}
