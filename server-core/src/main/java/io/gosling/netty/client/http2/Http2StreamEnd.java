package io.gosling.netty.client.http2;

/** Why a stream ends before its response does, if it is not that its connection broke: an event in the stream's pipeline. */
public enum Http2StreamEnd {
    /** The other side has done nothing with the request, and says so (RFC 9113, sections 6.8 and 8.7). */
    UNPROCESSED,
    /** The other side gave it up. */
    RESET,
    /** What came is no response. */
    MALFORMED
}
