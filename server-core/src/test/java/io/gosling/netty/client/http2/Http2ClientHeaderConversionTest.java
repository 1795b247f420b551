package io.gosling.netty.client.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Http2ClientHeaderConversionTest {
    private static Http2Headers came(String status, String... fields) {
        Http2Headers headers = new DefaultHttp2Headers(false).status(status);
        for (int i = 0; i < fields.length; i += 2) {
            headers.add(fields[i], fields[i + 1]);
        }
        return headers;
    }

    @Test
    void aRequestLosesWhatIsOfItsConnection() {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/a?b");
        request.headers()
                .add("Host", "site:80")
                .add("X-Name", "Value")
                .add("Connection", "TE")
                .add("TE", "trailers")
                .add("Transfer-Encoding", "chunked")
                .add("Cookie", "a=b");
        List<String> said = new ArrayList<>();
        Http2ClientHeaderConversion.of(request).forEach(field -> said.add(field.getKey() + " " + field.getValue()));
        assertEquals(
                List.of(
                        ":method POST",
                        ":scheme http",
                        ":path /a?b",
                        ":authority site:80",
                        "x-name Value",
                        "te trailers",
                        "cookie a=b"),
                said);
    }

    @ParameterizedTest
    @CsvSource({"200, false, true", "200, true, false", "103, false, false", "404, false, true"})
    void aBodyOfUnknownLengthHasChunks(String status, boolean last, boolean chunked) {
        HttpResponse response = Http2ClientHeaderConversion.response(came(status), last);
        assertEquals(Integer.parseInt(status), response.status().code());
        assertEquals(chunked, response.headers().contains("transfer-encoding"));
    }

    @Test
    void aLengthIsTheFraming() {
        HttpResponse response = Http2ClientHeaderConversion.response(
                came("200", "content-length", "7", "connection", "close", "a", "b"), false);
        assertEquals("7", response.headers().get("content-length"));
        assertFalse(response.headers().contains("transfer-encoding"));
        assertFalse(response.headers().contains("connection"));
        assertEquals("b", response.headers().get("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"20", "2000", "abc", "", "099"})
    void aStatusHasThreeDigits(String status) {
        assertThrows(IllegalArgumentException.class, () -> Http2ClientHeaderConversion.response(came(status), false));
    }

    @Test
    void whatCouldBeReadAsMoreIsRefused() {
        for (String[] fields : new String[][] {
            {"content-length", "1", "content-length", "1"},
            {"content-length", "+1"},
            {"content-length", "1, 1"},
            {"content-length", "-1"},
            {"a", "b\r\nc: d"},
            {"a b", "c"},
            {"a", "\u0000"},
        }) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Http2ClientHeaderConversion.response(came("200", fields), false),
                    () -> String.join("|", fields));
        }
        assertThrows(IllegalArgumentException.class, () -> Http2ClientHeaderConversion.response(came("103"), true));
    }

    @Test
    void trailersAreThoseThatMayBe() {
        Http2Headers trailers = new DefaultHttp2Headers(false).add("x-sum", "7").add("content-length", "9");
        assertEquals(
                "7", Http2ClientHeaderConversion.end(trailers).trailingHeaders().get("x-sum"));
        assertTrue(!Http2ClientHeaderConversion.end(trailers).trailingHeaders().contains("content-length"));
    }
}
