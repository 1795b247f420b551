package io.gosling.bench.lard;

import io.gosling.bench.experiment.Experiment;

/**
 * A case of the comparison.
 *
 * @param cooperation whether a node asks the others' memories before its disk; the paper's nodes do not
 */
record LardCase(int nodes, String policy, boolean cooperation) implements Experiment.Case {
    @Override
    public String label() {
        return nodes + " nodes, " + policy + " and cooperation " + onOrOff();
    }

    String onOrOff() {
        return cooperation ? "on" : "off";
    }

    String line() {
        return cooperation ? policy + ", cooperation" : policy;
    }
}
