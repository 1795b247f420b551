package io.gosling.gos.link;

import io.gosling.gos.link.frame.FrameKind;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.PeerRefusal;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The questions under way on a link, and the bodies of their answers with the credit for them. Used on the link's loop.
 */
final class PendingPeerRequests {
    private static final Set<FrameKind> JOINED = EnumSet.of(
            FrameKind.GIVEN, FrameKind.SAME, FrameKind.APART, FrameKind.NONE, FrameKind.FAILED_ORIGIN, FrameKind.FULL);

    private final IntObjectMap<Question> asked = new IntObjectHashMap<>();
    private final LinkCredit credit = new LinkCredit();
    private final OutgoingLink link;

    private static final class Question {
        private final PeerFrame asked;
        private final OutgoingLink.Answer answer;

        /** By the loop's clock: for the answer, or for the next bytes of its body. */
        private long untilNanos;

        private long progressNanos;

        /** The body under way; null before the answer. */
        private LinkCredit.@Nullable Share body;

        Question(PeerFrame asked, OutgoingLink.Answer answer, long untilNanos, long progressNanos) {
            this.asked = asked;
            this.answer = answer;
            this.untilNanos = untilNanos;
            this.progressNanos = progressNanos;
        }

        /** Returns whether a frame of this kind answers the question, which has no answer yet. */
        boolean isAnsweredBy(FrameKind answering) {
            boolean fits = switch (asked) {
                case PeerFrame.EntryQuery entry -> answering == FrameKind.LOCATED;
                case PeerFrame.Fetch fetch ->
                    fetch.from() == PeerFrame.Fetch.From.OFFER
                            ? answering == FrameKind.ACCEPTED
                            : answering == FrameKind.SAID || answering == FrameKind.HAVE;
                case PeerFrame.Check check -> answering == FrameKind.CHECKED;
                case PeerFrame.Join join -> JOINED.contains(answering);
                case PeerFrame.Report report -> answering == FrameKind.REPORTED;
                case PeerFrame.Clear clear -> answering == FrameKind.REPORTED;
                case PeerFrame.Read read -> answering == FrameKind.HOME_ANSWERED;
                default -> false;
            };
            return fits && body == null;
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

    /** Takes a question off, with its credit; returns false when it has ended. */
    boolean remove(int id) {
        return taken(id) != null;
    }

    private @Nullable Question taken(int id) {
        Question question = asked.remove(id);
        if (question != null && question.body != null) {
            credit.end(question.body);
            supplyOthers();
        }
        return question;
    }

    /** Ends a question without an answer, or within one. */
    void end(int id, PeerRefusal why) {
        Question question = taken(id);
        if (question != null) {
            question.answer.ended(why);
        }
    }

    void endAll(PeerRefusal why) {
        List<Question> ending = new ArrayList<>(asked.values());
        asked.clear();
        ending.forEach(question -> question.answer.ended(why));
    }

    /** An answer without a body. Nothing happens to a question that has ended. */
    void answered(int id, PeerFrame frame) {
        Question question = asked.get(id);
        if (question != null && isAllowed(question.isAnsweredBy(frame.kind()), frame)) {
            remove(id);
            question.answer.frame(frame);
        }
    }

    /** Ends the link if a frame is not allowed. */
    private boolean isAllowed(boolean allowed, PeerFrame frame) {
        if (!allowed) {
            link.refuse("a frame " + frame.kind() + " is not the answer to its question");
        }
        return allowed;
    }

    /**
     * An answer with a body, or the beginning of one.
     *
     * @param length of the body in bytes, or -1 when it is not known
     */
    void answered(int id, PeerFrame frame, long length) {
        Question question = asked.get(id);
        if (question != null && isAllowed(question.isAnsweredBy(frame.kind()), frame)) {
            LinkCredit.Share body = credit.begin(length);
            question.body = body;
            part(id, question, body, frame);
        } else {
            frame.body().release();
        }
    }

    void alive(int id, PeerFrame.Alive alive) {
        Question question = asked.get(id);
        if (question != null && isAllowed(question.asked instanceof PeerFrame.Join, alive)) {
            question.expectMore(link.now());
            question.answer.frame(alive);
        }
    }

    /** The end of a body whose length was not known. */
    void ended(int id, PeerFrame.End end) {
        Question question = asked.get(id);
        LinkCredit.Share body = question == null ? null : question.body;
        if (question != null && body != null && body.isOpen()) {
            remove(id);
            question.answer.frame(end);
        } else if (question != null) {
            link.refuse("the end of a body where there is none");
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

    void more(int id, PeerFrame.Data data) {
        Question question = asked.get(id);
        LinkCredit.Share body = question == null ? null : question.body;
        if (question != null && body != null) {
            part(id, question, body, data);
            return;
        }
        data.body().release();
        if (question != null) {
            link.refuse("a body without an answer");
        }
    }

    private void part(int id, Question question, LinkCredit.Share body, PeerFrame frame) {
        if (!credit.came(body, frame.body().readableBytes())) {
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

    /** Bytes of a body have been consumed. Nothing happens to a question that has ended. */
    void consumed(int id, int bytes) {
        Question question = asked.get(id);
        LinkCredit.Share body = question == null ? null : question.body;
        if (question != null && body != null) {
            credit.consumed(body, bytes);
            supply(id, question, body);
            supplyOthers();
        }
    }

    private void supply(int id, Question question, LinkCredit.Share body) {
        int more = credit.give(body);
        if (more > 0) {
            question.expectMore(link.now());
            link.send(id, new PeerFrame.Credit(more));
        }
    }

    /** Gives credit to bodies for which there was none, in no order: there are few, and each one has its bound. */
    private void supplyOthers() {
        if (!credit.wasScarce()) {
            return;
        }
        for (IntObjectMap.PrimitiveEntry<Question> entry : asked.entries()) {
            LinkCredit.Share body = entry.value().body;
            if (body != null) {
                supply(entry.key(), entry.value(), body);
            }
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
