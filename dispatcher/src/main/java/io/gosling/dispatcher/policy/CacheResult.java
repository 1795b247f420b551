package io.gosling.dispatcher.policy;

/** What a back-end says about where its answer came from ({@code Cache-Status}, RFC 9211). */
public enum CacheResult {
    /** From memory. */
    HIT,
    /** It was not there: from a disk, an origin or another node. */
    MISS,
    /** It said nothing, or another reason: stale, or the request would not have been answered from memory anyway. */
    UNKNOWN
}
