package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.space.PeerRefusal;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The questions under way on a link, and the bodies of their answers with the credit for them. Used on the link's loop.
 */
final class Questions {
    private final IntObjectMap<Question> asked = new IntObjectHashMap<>();
    private final LinkCredit credit = new LinkCredit();
    private final PeerLink link;

    Questions(PeerLink link) {
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

    void add(int id, Question question) {
        asked.put(id, question);
    }

    /** Takes a question off, with its credit; returns null when it has ended. */
    @Nullable
    Question remove(int id) {
        Question question = asked.remove(id);
        if (question != null && question.body() != null) {
            credit.end(question.body());
            supplyOthers();
        }
        return question;
    }

    /** Ends a question without an answer, or within one. */
    void end(int id, PeerRefusal why) {
        Question question = remove(id);
        if (question != null) {
            question.ended(why);
        }
    }

    void endAll(PeerRefusal why) {
        List<Question> ending = new ArrayList<>(asked.values());
        asked.clear();
        ending.forEach(question -> question.ended(why));
    }

    /** An answer without a body. Nothing happens to a question that has ended. */
    void answered(int id, PeerFrame frame) {
        Question question = asked.get(id);
        if (question == null) {
            return;
        }
        if (question.isAnsweredBy(frame.kind())) {
            remove(id);
            question.answer().frame(frame);
        } else {
            link.refuse("a frame " + frame.kind() + " is not the answer to its question");
        }
    }

    /**
     * An answer with a body, or the beginning of one.
     *
     * @param length of the body in bytes, or -1 when it is not known
     */
    void answered(int id, PeerFrame frame, long length) {
        Question question = asked.get(id);
        if (question == null) {
            frame.body().release();
        } else if (question.isAnsweredBy(frame.kind())) {
            LinkCredit.Share body = credit.begin(length);
            question.begin(body);
            part(id, question, body, frame);
        } else {
            frame.body().release();
            link.refuse("a frame " + frame.kind() + " is not the answer to its question");
        }
    }

    /** The other node is still at it. */
    void alive(int id, PeerFrame.Alive alive) {
        Question question = asked.get(id);
        if (question != null && question.isJoin()) {
            question.expectMore(link.now());
            question.answer().frame(alive);
        } else if (question != null) {
            link.refuse("a frame " + alive.kind() + " is not the answer to its question");
        }
    }

    /** The end of a body whose length was not known. */
    void ended(int id, PeerFrame.End end) {
        Question question = asked.get(id);
        LinkCredit.Share body = question == null ? null : question.body();
        if (question != null && body != null && body.isOpen()) {
            remove(id);
            question.answer().frame(end);
        } else if (question != null) {
            link.refuse("the end of a body where there is none");
        }
    }

    /** Changes the longest pause within a body. Nothing happens to a question that has ended. */
    void pauseUpTo(int id, long nanos) {
        Question question = asked.get(id);
        if (question != null) {
            question.pauseUpTo(nanos);
            question.expectMore(link.now());
        }
    }

    /** More of a body. */
    void more(int id, PeerFrame.Data data) {
        Question question = asked.get(id);
        LinkCredit.Share body = question == null ? null : question.body();
        if (question == null) {
            data.body().release();
        } else if (body == null) {
            data.body().release();
            link.refuse("a body without an answer");
        } else {
            part(id, question, body, data);
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
        question.answer().frame(frame);
    }

    /** Bytes of a body have been consumed. Nothing happens to a question that has ended. */
    void consumed(int id, int bytes) {
        Question question = asked.get(id);
        LinkCredit.Share body = question == null ? null : question.body();
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
            LinkCredit.Share body = entry.value().body();
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
