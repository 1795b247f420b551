package io.gosling.netty;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;

/**
 * Makes the decoder's trailers as usual, and tells that it has come to some: it has read the first line of them, and nothing
 * else says so before they have ended. Belongs to one connection and its loop.
 */
final class TrailerStart implements HttpHeadersFactory {
    private Runnable told = () -> {};

    void tell(Runnable whom) {
        told = whom;
    }

    @Override
    public HttpHeaders newHeaders() {
        told.run();
        return DefaultHttpHeadersFactory.trailersFactory().newHeaders();
    }

    @Override
    public HttpHeaders newEmptyHeaders() {
        return DefaultHttpHeadersFactory.trailersFactory().newEmptyHeaders();
    }
}
