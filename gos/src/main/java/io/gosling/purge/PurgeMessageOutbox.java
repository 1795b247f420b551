package io.gosling.purge;

import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.OutgoingMessage;
import io.gosling.purge.message.PurgeMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one step: those to this node itself, and those to others. Belongs to the owner of
 * {@link PurgeParticipant}.
 */
final class PurgeMessageOutbox {
    final NodeIncarnation self;
    private final Deque<AddressedPurgeMessage> inbox = new ArrayDeque<>();
    private List<OutgoingMessage> outgoing = new ArrayList<>();

    PurgeMessageOutbox(NodeIncarnation self) {
        this.self = self;
    }

    /** Sends to any process with this name. */
    void send(String node, PurgeMessage message) {
        send(node, AddressedPurgeMessage.ANY, message);
    }

    /** Sends to this process and no successor. */
    void reply(NodeIncarnation to, PurgeMessage message) {
        send(to.node(), to.number(), message);
    }

    private void send(String node, long number, PurgeMessage message) {
        AddressedPurgeMessage envelope = new AddressedPurgeMessage(self, number, message);
        if (node.equals(self.node())) {
            inbox.add(envelope);
        } else {
            outgoing.add(new OutgoingMessage(node, envelope));
        }
    }

    /** True if a message is for this process, not a predecessor. */
    boolean isForUs(AddressedPurgeMessage envelope) {
        return envelope.to() == AddressedPurgeMessage.ANY || envelope.to() == self.number();
    }

    @Nullable
    AddressedPurgeMessage nextToSelf() {
        return inbox.poll();
    }

    List<OutgoingMessage> take() {
        List<OutgoingMessage> taken = outgoing;
        outgoing = new ArrayList<>();
        return taken;
    }
}
