package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicyBackend;

/** A request on its node. */
final class SimulatedRequest {
    final int file;
    final PolicyBackend server;
    final SimulatedNode node;
    final long began;
    /** It counts as a request whose file comes from a disk or an origin. */
    boolean missed;
    /** It counts as one whose file comes from another node's memory. */
    boolean taken;
    /** Its node has failed, and another exchange has taken its place. */
    boolean lost;

    SimulatedRequest(int file, PolicyBackend server, SimulatedNode node, long began) {
        this.file = file;
        this.server = server;
        this.node = node;
        this.began = began;
    }
}
