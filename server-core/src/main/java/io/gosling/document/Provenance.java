package io.gosling.document;

/**
 * Who had the bytes of an answer.
 *
 * @param from the kind of place
 * @param node the name of the node whose memory or disk it was
 * @param unchecked whether the copy is served although its source could not be asked if it is still the same
 */
public record Provenance(ResponseSource from, String node, boolean unchecked) {
    /** A checked answer. */
    public Provenance(ResponseSource from, String node) {
        this(from, node, false);
    }
}
