package io.gosling.dispatcher.header;

import io.gosling.http.HopByHopHeaders;
import io.gosling.netty.http1.ForwardingHeaderNames;
import io.gosling.netty.http1.HeaderNameMatcher;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Filters the trailers that may follow a chunked body to the next hop (RFC 9110, section 6.5; RFC 9112, section 7.1.2).
 * They stay trailers: nothing here is ever merged into a header. Pure.
 *
 * <p>A recipient may merge them all the same. Trailers that control framing, routing, authentication or processing are
 * therefore dropped, as are those that the front-end itself sends about the client.
 */
public final class TrailerSanitizer {
    private static final List<String> HEADER_ONLY = List.copyOf(HopByHopHeaders.with(
            HopByHopHeaders.NAMES,
            "accept",
            "age",
            "allow",
            "authorization",
            "cache-control",
            "cookie",
            "date",
            "expect",
            "expires",
            "from",
            "host",
            "location",
            "max-forwards",
            "origin",
            "pragma",
            "range",
            "referer",
            "retry-after",
            "set-cookie",
            "user-agent",
            "vary",
            "via",
            "warning",
            "www-authenticate"));

    private static final List<String> HEADER_ONLY_BEGINNINGS =
            List.of("accept-", "access-control-", "content-", "gosling-", "http2-", "if-", "proxy-", "sec-");

    /** The allowed exception (RFC 9530). */
    private static final String DIGEST = "content-digest";

    private TrailerSanitizer() {}

    /**
     * The end of a message, with those of its trailers that may be passed on.
     *
     * @param end as it came; its reference stays the caller's
     * @param most trailers; beyond, none is passed on
     * @param changed the names of headers that routes set or remove, which may not come back as trailers
     */
    public static LastHttpContent passedOn(LastHttpContent end, int most, Predicate<CharSequence> changed) {
        HttpHeaders came = end.trailingHeaders();
        if (came.isEmpty() || came.size() > most) {
            return LastHttpContent.EMPTY_LAST_CONTENT;
        }
        LastHttpContent passed = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER);
        for (Map.Entry<String, String> field : came) {
            if (mayTrail(field.getKey()) && !changed.test(field.getKey())) {
                passed.trailingHeaders().add(field.getKey(), field.getValue());
            }
        }
        return passed;
    }

    /**
     * The end of a request of HTTP/2 in the form of HTTP/1.1, with those of its trailers that may be passed on.
     *
     * @throws IllegalArgumentException when a name or value cannot stand in HTTP/1.1
     */
    public static LastHttpContent fromHttp2(Http2Headers came) {
        LastHttpContent end = new DefaultLastHttpContent();
        for (Map.Entry<CharSequence, CharSequence> field : came) {
            if (mayTrail(field.getKey())) {
                end.trailingHeaders().add(field.getKey(), field.getValue());
            }
        }
        return end;
    }

    private static boolean mayTrail(CharSequence name) {
        return HeaderNameMatcher.is(name, DIGEST)
                || !(HeaderNameMatcher.isOneOf(name, HEADER_ONLY)
                        || HeaderNameMatcher.beginsInOneWay(name, HEADER_ONLY_BEGINNINGS)
                        || ForwardingHeaderNames.include(name));
    }
}
