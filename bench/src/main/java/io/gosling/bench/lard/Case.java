package io.gosling.bench.lard;

/**
 * What is compared.
 *
 * @param nodes how many
 * @param policy of the front-end
 * @param cooperation whether a node asks the others' memories before its disk; the paper's nodes do not
 */
record Case(int nodes, String policy, boolean cooperation) {
    String onOrOff() {
        return cooperation ? "on" : "off";
    }

    /** How tables and plots call it. */
    String line() {
        return cooperation ? policy + ", cooperation" : policy;
    }
}
