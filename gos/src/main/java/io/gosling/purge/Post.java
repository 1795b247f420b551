package io.gosling.purge;

import io.gosling.purge.message.Incarnation;
import io.gosling.purge.message.Letter;
import io.gosling.purge.message.Message;
import io.gosling.purge.message.Outgoing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Letters of one step: those to this node itself, and those to others. Belongs to the owner of {@link Freshness}. */
final class Post {
    private final Incarnation self;
    private final Deque<Letter> inbox = new ArrayDeque<>();
    private List<Outgoing> outgoing = new ArrayList<>();

    Post(Incarnation self) {
        this.self = self;
    }

    Incarnation self() {
        return self;
    }

    /** To whatever process bears the name. */
    void send(String node, Message message) {
        send(node, Letter.ANY, message);
    }

    /** To this process and none that comes after it. */
    void reply(Incarnation to, Message message) {
        send(to.node(), to.number(), message);
    }

    private void send(String node, long number, Message message) {
        Letter letter = new Letter(self, number, message);
        if (node.equals(self.node())) {
            inbox.add(letter);
        } else {
            outgoing.add(new Outgoing(node, letter));
        }
    }

    /** Whether a letter is for this process; one for its predecessor is not. */
    boolean isForUs(Letter letter) {
        return letter.to() == Letter.ANY || letter.to() == self.number();
    }

    @Nullable
    Letter nextToSelf() {
        return inbox.poll();
    }

    /** What leaves; nothing is left behind. */
    List<Outgoing> take() {
        List<Outgoing> taken = outgoing;
        outgoing = new ArrayList<>();
        return taken;
    }
}
