package io.gosling.document;

/** The kinds of sources that responses are counted by; every request is counted under exactly one. */
public enum ResponseSource {
    /** The memory of the node that received the request. */
    LOCAL_MEMORY("local-memory"),
    HOME_MEMORY("home-memory"),
    /** The memory of another node that holds a copy. */
    PEER_MEMORY("peer-memory"),
    /** The disk of the node that received the request. */
    LOCAL_DISK("local-disk"),
    HOME_DISK("home-disk"),
    /** The origin server: requested for the document, or whether the copy in memory is still current. */
    ORIGIN("origin"),
    /** Nothing was fetched: redirects, OPTIONS, a handler's own output. */
    GENERATED("generated"),
    /** The request was refused or failed: any status from 400 on. */
    ERROR("error");

    private final String label;

    ResponseSource(String label) {
        this.label = label;
    }

    /** The name used in metrics, in {@code /status} and in documents. */
    public String label() {
        return label;
    }
}
