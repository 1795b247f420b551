package io.gosling.http;

import org.jspecify.annotations.Nullable;

/**
 * A handler that has some of its answers at hand, so that a request for one of them needs no thread. Whatever it does not
 * answer at once, {@link #handle} answers on a thread of its own, as it does everything that comes over HTTP/2.
 */
public interface EventLoopHandler extends Handler {
    /**
     * The answer to a request without a body, if it can be given without waiting for anything: asked on the request's event
     * loop, which has other connections to serve, so it never blocks, and takes no lock that is held for long.
     *
     * @return a response whose body is null or in memory, with everything done that {@link #handle} would have done; or null,
     *     with nothing done, when {@link #handle} is to be asked
     */
    @Nullable
    Response atOnce(Request request);
}
