package io.gosling.dispatcher.handoff;

import io.gosling.netty.handoff.HandoffFrame;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How connections go to nodes on this host.
 *
 * @param directory where the nodes are met
 * @param patience for whoever a connection is on its way to, to take it
 * @param backFrom bytes of an average answer that a node does not have in memory, from which on it brings connections back with
 *     such a request, 0 for any; {@link #NEVER} where connections stay with their nodes
 */
public record LocalHandoffSettings(Path directory, Duration patience, long backFrom) {
    /** Connections stay with their nodes. */
    public static final long NEVER = HandoffFrame.Hello.NEVER;
}
