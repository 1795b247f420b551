package io.gosling.purge;

import io.gosling.purge.message.Envelope;
import io.gosling.purge.message.Message;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.OutgoingMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one step: those to this node itself, and those to others. Belongs to the owner of
 * {@link PurgeParticipant}.
 */
final class Outbox {
    final NodeIncarnation self;
    private final Deque<Envelope> inbox = new ArrayDeque<>();
    private List<OutgoingMessage> outgoing = new ArrayList<>();

    Outbox(NodeIncarnation self) {
        this.self = self;
    }

    /** Sends to any process with this name. */
    void send(String node, Message message) {
        send(node, Envelope.ANY, message);
    }

    /** Sends to this process and no successor. */
    void reply(NodeIncarnation to, Message message) {
        send(to.node(), to.number(), message);
    }

    private void send(String node, long number, Message message) {
        Envelope envelope = new Envelope(self, number, message);
        if (node.equals(self.node())) {
            inbox.add(envelope);
        } else {
            outgoing.add(new OutgoingMessage(node, envelope));
        }
    }

    /** True if a message is for this process, not a predecessor. */
    boolean isForUs(Envelope envelope) {
        return envelope.to() == Envelope.ANY || envelope.to() == self.number();
    }

    @Nullable
    Envelope nextToSelf() {
        return inbox.poll();
    }

    List<OutgoingMessage> take() {
        List<OutgoingMessage> taken = outgoing;
        outgoing = new ArrayList<>();
        return taken;
    }
}
