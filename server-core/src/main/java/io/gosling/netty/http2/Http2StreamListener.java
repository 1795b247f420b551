package io.gosling.netty.http2;

import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;

/** Receives the requests of one connection of HTTP/2. Belongs to the connection's loop. */
public interface Http2StreamListener {
    @FunctionalInterface
    interface Maker {
        /** @param over called at the end of a request that {@link #running} counted */
        Http2StreamListener make(Http2Streams streams, Runnable over);
    }

    /**
     * Begins a request, whose header has arrived.
     *
     * @param last true if neither body nor trailers follow
     * @throws Http2Exception when the stream is to be reset
     */
    void begin(Http2Stream stream, Http2Headers headers, boolean last, long began) throws Http2Exception;

    /** A stream was reset, and the work for it goes on. */
    void abandon();

    /** Returns the number of requests under way, some of which may have lost their stream. */
    int running();
}
