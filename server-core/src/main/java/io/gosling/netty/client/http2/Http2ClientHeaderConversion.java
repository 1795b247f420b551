package io.gosling.netty.client.http2;

import io.gosling.http.HopByHopHeaders;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts headers of requests to HTTP/2, and those of responses to HTTP/1.1 (RFC 9113, section 8). Pure. */
final class Http2ClientHeaderConversion {
    private static final HttpVersion HTTP_2 = HttpVersion.valueOf("HTTP/2.0");

    /** Headers about a connection, which is not this one (RFC 9113, section 8.2.2). */
    private static final Set<String> OF_CONNECTION =
            HopByHopHeaders.with(HopByHopHeaders.NOT_IN_HTTP2, "http2-settings");

    /** Headers that must not be trailers (RFC 9110, section 6.5.1), and which objects of HTTP/1.1 refuse there. */
    private static final Set<String> OF_FRAMING = Set.of("content-length", "transfer-encoding", "trailer");

    private Http2ClientHeaderConversion() {}

    static Http2Headers of(HttpRequest request) {
        HttpHeaders fields = request.headers();
        Http2Headers headers = new DefaultHttp2Headers(false, fields.size() + 4);
        headers.method(request.method().asciiName());
        headers.scheme("http");
        headers.path(request.uri());
        String host = fields.get(HttpHeaderNames.HOST);
        if (host != null) {
            headers.authority(host);
        }
        for (Map.Entry<String, String> field : fields) {
            String name = field.getKey().toLowerCase(Locale.ROOT);
            boolean passed = !name.equals("host") && !OF_CONNECTION.contains(name);
            if (passed && (!name.equals("te") || field.getValue().equalsIgnoreCase("trailers"))) {
                headers.add(name, field.getValue());
            }
        }
        return headers;
    }

    static Http2Headers trailers(LastHttpContent end) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        for (Map.Entry<String, String> field : end.trailingHeaders()) {
            headers.add(field.getKey().toLowerCase(Locale.ROOT), field.getValue());
        }
        return headers;
    }

    /**
     * Converts a response. One of unknown length that goes on has chunks, as it would over HTTP/1.1.
     *
     * @param last true if nothing follows
     * @throws IllegalArgumentException when it is not a valid response, or a header cannot stand in HTTP/1.1
     */
    static HttpResponse response(Http2Headers headers, boolean last) {
        HttpResponseStatus status = status(headers.status());
        boolean interim = status.codeClass() == HttpStatusClass.INFORMATIONAL;
        if (interim && last) {
            throw new IllegalArgumentException("an interim response with " + status.code() + " ends its stream");
        }
        HttpResponse response = new DefaultHttpResponse(HTTP_2, status);
        HttpHeaders fields = response.headers();
        add(headers, fields);
        List<String> lengths = fields.getAll(HttpHeaderNames.CONTENT_LENGTH);
        if (lengths.size() > 1 || (lengths.size() == 1 && !lengths.getFirst().matches("[0-9]{1,18}"))) {
            throw new IllegalArgumentException("Content-Length is " + lengths + "; expected one number");
        }
        if (!interim && !last && lengths.isEmpty()) {
            fields.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        return response;
    }

    /**
     * Converts the end of a response, with its trailers.
     *
     * @throws IllegalArgumentException when one cannot stand in HTTP/1.1
     */
    static LastHttpContent end(Http2Headers trailers) {
        LastHttpContent end = new DefaultLastHttpContent();
        OF_FRAMING.forEach(trailers::remove);
        add(trailers, end.trailingHeaders());
        return end;
    }

    private static HttpResponseStatus status(@Nullable CharSequence digits) {
        String text = String.valueOf(digits);
        if (!text.matches("[1-9][0-9]{2}")) {
            throw new IllegalArgumentException("the status is " + text + "; expected three digits");
        }
        return HttpResponseStatus.valueOf(Integer.parseInt(text));
    }

    private static void add(Http2Headers from, HttpHeaders to) {
        for (Map.Entry<CharSequence, CharSequence> field : from) {
            String name = field.getKey().toString();
            if (!name.startsWith(":") && !OF_CONNECTION.contains(name)) {
                to.add(name, field.getValue());
            }
        }
    }
}
