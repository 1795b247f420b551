package io.gosling.bench.cluster;

import io.gosling.bench.experiment.Experiment;

/**
 * A case of a comparison on the nodes of one cluster.
 *
 * @param policy of the front-end; empty if clients ask the nodes in turn
 * @param memory of a node, in bytes
 * @param cooperation whether a node asks the others' memories before its store
 */
public record ClusterCase(int nodes, String policy, long memory, boolean cooperation) implements Experiment.Case {
    @Override
    public String label() {
        return nodes + " nodes" + (policy.isEmpty() ? "" : ", " + policy) + " and cooperation " + onOrOff();
    }

    public String onOrOff() {
        return cooperation ? "on" : "off";
    }
}
