package io.gosling.dispatcher.policy;

/** The cache result that a back-end reports for a response ({@code Cache-Status}, RFC 9211). */
public enum ReportedCacheResult {
    /** From memory. */
    HIT,
    /** Not from memory: from a disk, an origin or another node. */
    MISS,
    /** No report, or another reason: stale, or the request would not have been answered from memory anyway. */
    UNKNOWN
}
