package io.gosling.dispatcher.handoff;

import io.gosling.netty.handoff.HandoffFrame;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of connection handoff to nodes on this host.
 *
 * @param directory directory of the nodes' sockets
 * @param patience timeout for the receiver of a connection to take it
 * @param backFrom bytes of an average answer that a node does not have in memory, from which on it returns connections
 *     with such a request, 0 for any; {@link #NEVER} where connections stay with their nodes
 */
public record LocalHandoffSettings(Path directory, Duration patience, long backFrom) {
    /** Connections stay with their nodes. */
    public static final long NEVER = HandoffFrame.Hello.NEVER;
}
