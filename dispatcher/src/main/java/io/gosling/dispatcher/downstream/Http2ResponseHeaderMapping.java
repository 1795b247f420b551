package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.header.BackendResponseHead;
import io.gosling.http.Headers;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Maps headers and trailers of responses to HTTP/2. Pure. */
final class Http2ResponseHeaderMapping {
    /** Connection headers of {@link BackendResponseHead}; {@code HopByHopRemover} has removed others. */
    private static final Set<String> NOT_HERE = Set.of("connection", "transfer-encoding", "upgrade");

    private Http2ResponseHeaderMapping() {}

    /** @param fields headers of every answer, in place of the back-end's */
    static Http2Headers head(HttpResponse response, Headers fields) {
        Http2Headers head = new DefaultHttp2Headers(false, response.headers().size() + 2);
        head.status(response.status().codeAsText());
        add(response.headers(), head);
        if (isWithoutLength(response.status())) {
            head.remove(HttpHeaderNames.CONTENT_LENGTH);
        }
        for (Headers.Field field : fields) {
            head.set(field.name().toLowerCase(Locale.ROOT), field.value());
        }
        return head;
    }

    /** True for statuses without Content-Length (RFC 9110, section 8.6). */
    private static boolean isWithoutLength(HttpResponseStatus status) {
        return status.codeClass() == HttpStatusClass.INFORMATIONAL || status.equals(HttpResponseStatus.NO_CONTENT);
    }

    static Http2Headers trailers(LastHttpContent end) {
        Http2Headers trailers = new DefaultHttp2Headers(false);
        add(end.trailingHeaders(), trailers);
        return trailers;
    }

    private static void add(HttpHeaders from, Http2Headers to) {
        for (Map.Entry<String, String> field : from) {
            String name = field.getKey().toLowerCase(Locale.ROOT);
            if (!NOT_HERE.contains(name)) {
                to.add(name, field.getValue());
            }
        }
    }
}
