package io.gosling.bench.gos;

/**
 * A case of the comparison.
 *
 * @param nodes how many
 * @param memory of each for objects, in bytes
 * @param cooperation whether a node asks the others' memories before its own store
 */
record GosCase(int nodes, long memory, boolean cooperation) {
    String onOrOff() {
        return cooperation ? "on" : "off";
    }

    /** The name in tables and plots. */
    String line() {
        return "cooperation " + onOrOff() + ", " + (memory >> 20) + " MiB";
    }
}
