package io.gosling.netty.client.http2;

/**
 * The reason why a stream ends before its response does, unless its connection broke: an event in the stream's
 * pipeline.
 */
public enum Http2StreamAbortReason {
    /** The peer has not processed the request, and says so (RFC 9113, sections 6.8 and 8.7). */
    UNPROCESSED,
    RESET,
    /** The received frames are not a valid response. */
    MALFORMED
}
