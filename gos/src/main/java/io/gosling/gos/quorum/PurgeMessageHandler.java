package io.gosling.gos.quorum;

import io.gosling.purge.message.Envelope;
import java.time.Duration;
import java.util.List;

/** Where letters of other nodes go. Safe for use by many threads. */
public interface PurgeMessageHandler {
    /** Takes letters of one node; the result is for the same node. */
    List<Envelope> receive(List<Envelope> letters);

    /** How long this node's leases are: letters of nodes that have others are not taken, since waits would be too short. */
    Duration lease();

    /** Of a node that takes no part: whoever has named it a voter hears nothing from it. */
    static PurgeMessageHandler none() {
        return new PurgeMessageHandler() {
            @Override
            public List<Envelope> receive(List<Envelope> letters) {
                return List.of();
            }

            @Override
            public Duration lease() {
                return Duration.ZERO;
            }
        };
    }
}
