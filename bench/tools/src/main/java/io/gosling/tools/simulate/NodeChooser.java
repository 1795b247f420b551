package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicyBackend;

/** Chooses the node for a request. Used by one thread. */
@FunctionalInterface
interface NodeChooser {
    default void joined(PolicyBackend server, SimulatedNode node, SimulatedNodeMemory memory) {}

    default void left(PolicyBackend server) {}

    PolicyBackend choose(int file);

    /** A request for a file has ended, or was lost. */
    default void ended(int file) {}
}
