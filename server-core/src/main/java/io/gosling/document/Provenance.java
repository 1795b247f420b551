package io.gosling.document;

/**
 * The origin of the bytes of a response: the kind of source, and the node that had them.
 *
 * @param node the name of the node whose memory or disk it was
 * @param unchecked true if the copy is served stale, because its source could not be asked whether it is still current
 */
public record Provenance(ResponseSource from, String node, boolean unchecked) {
    /** Creates the provenance of a response whose copy was current. */
    public Provenance(ResponseSource from, String node) {
        this(from, node, false);
    }
}
