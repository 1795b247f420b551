package io.gosling.bench.gos;

/**
 * What is compared.
 *
 * @param nodes how many
 * @param memory of each for objects, in bytes
 * @param cooperation whether a node asks the others' memories before its own store
 */
record Case(int nodes, long memory, boolean cooperation) {
    String onOrOff() {
        return cooperation ? "on" : "off";
    }

    /** How tables and plots call it. */
    String line() {
        return "cooperation " + onOrOff() + ", " + (memory >> 20) + " MiB";
    }
}
