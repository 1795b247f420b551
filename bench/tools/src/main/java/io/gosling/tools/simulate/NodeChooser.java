package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.Server;

/** Chooses the node for a request. Used by one thread. */
@FunctionalInterface
interface NodeChooser {
    default void joined(Server server, SimulatedNode node, Memory memory) {}

    default void left(Server server) {}

    Server choose(int file);

    /** A request for a file has ended, or was lost. */
    default void ended(int file) {}

    default void round() {}
}
