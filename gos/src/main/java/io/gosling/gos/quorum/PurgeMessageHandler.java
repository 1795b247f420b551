package io.gosling.gos.quorum;

import io.gosling.purge.message.AddressedPurgeMessage;
import java.time.Duration;
import java.util.List;

/**
 * Receives the purge messages of other nodes; by default for a node that takes no part. Safe for use by many threads.
 */
public interface PurgeMessageHandler {
    /** Takes messages of one node; the result is for the same node. */
    default List<AddressedPurgeMessage> receive(List<AddressedPurgeMessage> envelopes) {
        return List.of();
    }

    /**
     * This node's lease time: messages of nodes with another lease time are not accepted, since waits would be too
     * short.
     */
    default Duration lease() {
        return Duration.ZERO;
    }

    /**
     * A handler for a node that takes no part: nodes that have configured it as a quorum member get no answer from it.
     */
    static PurgeMessageHandler none() {
        return new PurgeMessageHandler() {};
    }
}
