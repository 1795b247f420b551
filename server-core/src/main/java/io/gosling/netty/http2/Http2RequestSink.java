package io.gosling.netty.http2;

import io.gosling.netty.http1.RequestValidator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** Takes the validated requests of one connection of HTTP/2, each as one of HTTP/1.1. On the connection's loop. */
public interface Http2RequestSink {
    @FunctionalInterface
    interface Maker {
        /** @param over called at the end of a request that {@link #running} counted */
        Http2RequestSink make(Http2Streams streams, Runnable over);
    }

    /** Answers a request without a body before it is validated; false, with nothing touched, where that cannot be. */
    default boolean answerPlain(Http2Stream stream, Http2Headers headers, long now) {
        return false;
    }

    /**
     * Takes a valid request. Its responder is given to {@link Http2Streams#setAnswer} before anything is written.
     *
     * @param last true if neither body nor trailers follow
     * @throws Http2Exception when the stream is to be reset
     */
    void take(Http2Stream stream, HttpRequest request, boolean last, long now) throws Http2Exception;

    /**
     * Refuses a request.
     *
     * @param request null where none could be read
     */
    void refuse(Http2Stream stream, RequestValidator.Refusal refusal, @Nullable HttpRequest request, long now);

    /** A stream was reset, and the work for it goes on. */
    default void abandon() {}

    /** Returns the number of requests under way that outlive their streams. */
    default int running() {
        return 0;
    }
}
