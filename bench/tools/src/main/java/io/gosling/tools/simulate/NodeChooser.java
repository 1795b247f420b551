package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.Server;

/** Chooses the node for a request where this is not done by a policy of the dispatcher. Used by one thread. */
interface NodeChooser {
    void joined(Server server, SimulatedNode node, Memory memory);

    void left(Server server);

    Server choose(int file);

    /** A request for a file has ended, or was lost. */
    default void ended(int file) {}

    default void round() {}
}
