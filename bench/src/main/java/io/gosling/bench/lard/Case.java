package io.gosling.bench.lard;

/**
 * What is compared.
 *
 * @param policy of the front-end
 * @param cooperation whether a node asks the others' memories before its disk; the paper's nodes do not
 */
record Case(String policy, boolean cooperation) {
    String onOrOff() {
        return cooperation ? "on" : "off";
    }
}
