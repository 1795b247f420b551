package io.gosling.bench.gos;

import io.gosling.bench.experiment.Experiment;

/**
 * A case of the comparison.
 *
 * @param cooperation whether a node asks the others' memories before its own store
 */
record GosCase(int nodes, long memory, boolean cooperation) implements Experiment.Case {
    @Override
    public String label() {
        return nodes + " nodes and cooperation " + onOrOff();
    }

    String onOrOff() {
        return cooperation ? "on" : "off";
    }

    String line() {
        return "cooperation " + onOrOff() + ", " + (memory >> 20) + " MiB";
    }
}
