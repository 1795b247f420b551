package io.gosling.http;

import org.jspecify.annotations.Nullable;

/**
 * A handler that can give some of its responses immediately, so that a request for one of them needs no thread. Every
 * other request, and every request over HTTP/2, is answered by {@link #handle} on a thread of its own.
 */
public interface EventLoopHandler extends Handler {
    /**
     * Returns the response to a request without a body, if it can be given without waiting: called on the request's
     * event loop, which has other connections to serve, so it never blocks, and takes no lock that is held for long.
     *
     * @return a response whose body is null or in memory, with everything done that {@link #handle} would have done; or
     *     null, with nothing done, when {@link #handle} is to be called
     */
    @Nullable
    Response atOnce(Request request);
}
