package io.gosling.netty;

import io.gosling.http.Headers;
import io.gosling.netty.tls.Tls;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens, and how it speaks there.
 *
 * @param tls certificates and keys, which stay their owner's; null for plain HTTP. Its settings say whether HTTP/2 is
 *     offered
 * @param fields added to every answer given here, such as Strict-Transport-Security
 * @param http2 for connections of HTTP/2
 * @param priorKnowledge whether a client may begin with HTTP/2 without TLS (RFC 9113, section 3.3)
 */
public record Endpoint(
        InetSocketAddress address, @Nullable Tls tls, Headers fields, Http2Limits http2, boolean priorKnowledge) {
    /** Plain HTTP/1. */
    public static Endpoint plain(InetSocketAddress address) {
        return new Endpoint(address, null, Headers.empty(), Http2Limits.defaults(), false);
    }

    /** HTTPS. */
    public static Endpoint secure(InetSocketAddress address, Tls tls) {
        return new Endpoint(address, tls, Headers.empty(), Http2Limits.defaults(), false);
    }

    /** The same with fields for every answer. */
    public Endpoint withFields(Headers more) {
        return new Endpoint(address, tls, more, http2, priorKnowledge);
    }

    /** The same with other limits for HTTP/2, and with or without prior knowledge where there is no TLS. */
    public Endpoint withHttp2(Http2Limits limits, boolean withoutAsking) {
        return new Endpoint(address, tls, fields, limits, withoutAsking && tls == null);
    }
}
