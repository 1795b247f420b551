package io.gosling.dispatcher.downstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Headers;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Http2ResponseHeaderMappingTest {
    private static HttpResponse response(int status, String... fields) {
        var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        for (int i = 0; i < fields.length; i += 2) {
            response.headers().add(fields[i], fields[i + 1]);
        }
        return response;
    }

    private static List<String> lines(Iterable<Map.Entry<CharSequence, CharSequence>> fields) {
        List<String> lines = new java.util.ArrayList<>();
        fields.forEach(field -> lines.add(field.getKey() + "=" + field.getValue()));
        return lines;
    }

    @Test
    void namesAreSmallAndTheConnectionsFieldsStayBehind() {
        HttpResponse response = response(
                200, "X-A", "B", "Connection", "close", "Transfer-Encoding", "chunked", "Upgrade", "x", "X-A", "c");
        assertEquals(
                List.of(":status=200", "x-a=B", "x-a=c"),
                lines(Http2ResponseHeaderMapping.head(response, Headers.empty())));
        assertEquals(
                List.of(":status=200", "x-a=every"),
                lines(Http2ResponseHeaderMapping.head(response, Headers.of("X-A", "every"))));
    }

    /** RFC 9110, section 8.6. */
    @Test
    void whatHasNoBodySaysNoLength() {
        for (int status : List.of(103, 204)) {
            HttpResponse response = response(status, "Content-Length", "5", "X", "y");
            assertEquals(
                    List.of(":status=" + status, "x=y"),
                    lines(Http2ResponseHeaderMapping.head(response, Headers.empty())));
        }
        HttpResponse unchanged = response(304, "Content-Length", "5");
        assertEquals(
                List.of(":status=304", "content-length=5"),
                lines(Http2ResponseHeaderMapping.head(unchanged, Headers.empty())));
    }

    @Test
    void aResponsesTrailersAreThoseThatCame() {
        LastHttpContent end = new DefaultLastHttpContent();
        end.trailingHeaders().add("X-Sum", "7");
        assertEquals(List.of("x-sum=7"), lines(Http2ResponseHeaderMapping.trailers(end)));
    }
}
