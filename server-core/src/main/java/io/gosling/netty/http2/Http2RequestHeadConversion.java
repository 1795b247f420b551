package io.gosling.netty.http2;

import io.gosling.netty.http1.RequestTarget;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts a request's header of HTTP/2 to one of HTTP/1.1, so that {@link RequestValidator} checks both alike and
 * handlers see no difference. Headers that are malformed by RFC 9113, section 8, have been refused by the decoder.
 * Pure.
 */
public final class Http2RequestHeadConversion {
    /** For the access log; {@link RequestValidator} asks only whether it is HTTP/1.0. */
    private static final HttpVersion HTTP_2 = new HttpVersion("HTTP", 2, 0, true);

    public static final AsciiString PROTOCOL = AsciiString.cached(HTTP_2.text());

    private Http2RequestHeadConversion() {}

    /** Checks for faults that only HTTP/2 can have; null for a header that may be {@linkplain #of converted}. */
    public static RequestValidator.@Nullable Refusal check(Http2Headers headers, HttpLimits limits) {
        CharSequence path = headers.path();
        if (path == null) {
            return new RequestValidator.Refusal(501, "CONNECT is for proxies");
        }
        if (path.isEmpty()) {
            return new RequestValidator.Refusal(400, "the path must not be empty");
        }
        if (RequestTarget.encoded(path.toString()).length() > limits.get(HttpLimits.REQUEST_LINE)) {
            return new RequestValidator.Refusal(414, "the path is too long");
        }
        // The absolute form is another protocol's; here the authority has a place of its own.
        if (path.charAt(0) != '/' && !path.toString().equals("*")) {
            return new RequestValidator.Refusal(400, "the path must begin with a slash");
        }
        String scheme = String.valueOf(headers.scheme());
        if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
            return new RequestValidator.Refusal(400, "the scheme must be http or https");
        }
        CharSequence authority = headers.authority();
        CharSequence host = headers.get(HttpHeaderNames.HOST);
        if (headers.getAll(HttpHeaderNames.HOST).size() > 1) {
            return new RequestValidator.Refusal(400, "there must be one Host");
        }
        if (authority != null && host != null && !authority.toString().equalsIgnoreCase(host.toString())) {
            return new RequestValidator.Refusal(400, "Host must not differ from the authority");
        }
        // The framing is the protocol's own.
        return headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                ? new RequestValidator.Refusal(400, "HTTP/2 has no Transfer-Encoding")
                : null;
    }

    /**
     * Returns the request.
     *
     * @param upgrades true if an extended CONNECT is converted to its equivalent in HTTP/1.1, a GET with Upgrade (RFC
     *     8441, section 5)
     * @throws IllegalArgumentException when a name or value cannot stand in a header
     */
    public static HttpRequest of(Http2Headers headers, boolean upgrades) {
        HttpMethod said = HttpMethod.valueOf(String.valueOf(headers.method()));
        CharSequence protocol = upgrades && said.equals(HttpMethod.CONNECT)
                ? headers.get(Http2Headers.PseudoHeaderName.PROTOCOL.value())
                : null;
        HttpMethod method = protocol == null ? said : HttpMethod.GET;
        String target = RequestTarget.encoded(String.valueOf(headers.path()));
        HttpRequest request = new DefaultHttpRequest(HTTP_2, method, target);
        HttpHeaders fields = request.headers();
        CharSequence authority = headers.authority();
        if (authority != null) {
            fields.set(HttpHeaderNames.HOST, authority);
        }
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            CharSequence name = field.getKey();
            boolean pseudo = name.charAt(0) == ':';
            if (hasSpaceAround(field.getValue())) {
                throw new IllegalArgumentException("a value must not begin or end with a space");
            }
            if (!pseudo && !(authority != null && HttpHeaderNames.HOST.contentEqualsIgnoreCase(name))) {
                fields.add(name, field.getValue());
            }
        }
        joinCookies(fields);
        if (protocol != null) {
            fields.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
            fields.set(HttpHeaderNames.UPGRADE, protocol);
        }
        return request;
    }

    public static Http2Exception malformed(Http2Stream stream, IllegalArgumentException cause) {
        return Http2Exception.streamError(stream.id(), Http2Error.PROTOCOL_ERROR, cause, "a malformed header");
    }

    /**
     * Returns whether a value has space around it, which is malformed (RFC 9113, section 8.2.1), as others would read
     * it without.
     */
    public static boolean hasSpaceAround(CharSequence value) {
        return !value.isEmpty() && (isSpace(value.charAt(0)) || isSpace(value.charAt(value.length() - 1)));
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    private static void joinCookies(HttpHeaders fields) {
        List<String> cookies = fields.getAll(HttpHeaderNames.COOKIE);
        if (cookies.size() > 1) {
            fields.set(HttpHeaderNames.COOKIE, String.join("; ", cookies));
        }
    }
}
