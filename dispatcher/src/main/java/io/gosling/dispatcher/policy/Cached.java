package io.gosling.dispatcher.policy;

/** What a back-end says about where its answer came from ({@code Cache-Status}, RFC 9211). */
public enum Cached {
    /** From memory. */
    HIT,
    /** From a disk, an origin or another node. */
    MISS,
    /** It said nothing, or the request could not be answered from memory anyway. */
    UNKNOWN
}
