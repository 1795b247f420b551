package io.gosling.netty.http2;

import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;

/** Receives the requests of one connection of HTTP/2. Belongs to the connection's loop. */
public interface Http2StreamListener {
    /** A factory of listeners. */
    @FunctionalInterface
    interface Maker {
        /** @param over called when a request has ended that {@link #running} counted */
        Http2StreamListener make(Http2Streams streams, Runnable over);
    }

    /**
     * Begins a request, whose header has arrived.
     *
     * @param last whether neither body nor trailers follow
     * @throws Http2Exception when the stream is to be reset
     */
    void begin(Http2Stream stream, Http2Headers headers, boolean last, long began) throws Http2Exception;

    /** A stream was reset, and the work for it goes on. */
    void abandon();

    /** Returns the number of requests under way that may have no stream any more. */
    int running();
}
