package io.gosling.origin.upstream;

import io.gosling.http.Headers;
import io.gosling.http.Request;

/** Builds the header of a request that is forwarded below the cache. Pure. */
public sealed interface UpstreamRequestHeaderBuilder permits OriginRequestHeaderBuilder, HandlerRequestHeaderBuilder {
    /** The settings of stored responses, by which their keys are made. */
    UpstreamSettings settings();

    /** Returns true if the request has been here before, or passed too many Gosling proxies. */
    default boolean isLoop(Headers request) {
        return false; // a handler of this process sends nothing on
    }

    /**
     * Builds the header for the upstream.
     *
     * @param headers the client's, without the hop-by-hop ones
     * @param client the address of the other end; empty when it has none
     * @param trusted true if it is a trusted proxy, whose headers describe the client
     * @param secure true if the request came over TLS, as far as is known
     * @param mayBeStored true if the response may be stored for other clients, so that the request must not tell more
     *     of this one than the key of the response does
     */
    Headers of(Headers headers, String client, boolean trusted, boolean secure, boolean mayBeStored);

    /** Leaves out headers that would change the method of a request: it may be repeated, unless it is a POST. */
    static Headers withItsOwnMethod(Headers headers) {
        Headers own = headers;
        for (String name : OriginRequestHeaderBuilder.METHODS) {
            own = own.without(name);
        }
        return own;
    }

    /**
     * Returns true if the client used TLS, as far as is known: part of the key, and passed to the upstream.
     *
     * @param trusted true if the other end is a trusted proxy, whose headers describe the client
     */
    default boolean isSecure(Request request, boolean trusted) {
        return request.isSecure()
                || (trusted && "https".equalsIgnoreCase(request.headers().first("X-Forwarded-Proto")));
    }

    /**
     * The header by which the cache decides what it may serve and store.
     *
     * @param headers the client's, without the hop-by-hop ones
     */
    default Headers judged(Headers headers, Request request) {
        return headers;
    }
}
