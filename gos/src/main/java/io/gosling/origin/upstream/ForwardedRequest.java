package io.gosling.origin.upstream;

import io.gosling.http.Headers;
import io.gosling.http.Request;

/** What becomes of a request's header on its way below the cache. Pure. */
public sealed interface ForwardedRequest permits OriginForwardedRequest, HandlerForwardedRequest {
    /** Under which keys responses are kept. */
    ReplySettings settings();

    /** Whether the request has been here before, or has passed too many of our kind. */
    boolean isLoop(Headers request);

    /**
     * The header that whoever is below sees.
     *
     * @param headers the client's, without those of its connection
     * @param client the other end of that; empty when it has no address
     * @param trusted whether it is a proxy whose word about the client is taken
     * @param secure whether the request came over TLS, as far as is known
     */
    Headers of(Headers headers, String client, boolean trusted, boolean secure);

    /**
     * By what the client asked, as far as is known: in the key, and told below.
     *
     * @param trusted whether the other end is a proxy whose word about the client is taken
     */
    default boolean isSecure(Request request, boolean trusted) {
        return request.isSecure()
                || (trusted && "https".equalsIgnoreCase(request.headers().first("X-Forwarded-Proto")));
    }

    /**
     * The header by which the cache decides what it may answer and keep.
     *
     * @param headers the client's, without those of its connection
     */
    default Headers judged(Headers headers, Request request) {
        return headers;
    }
}
