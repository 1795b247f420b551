package io.gosling.netty.http1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9112, sections 6.3 and 9.3. Headers are written {@code name=value|name=value}. */
class MessageFramingTest {
    private static final String OLD_KEYS = "Sec-WebSocket-Key1=a|Sec-WebSocket-Key2=b";
    private static final String OLD_ANSWER = "Sec-WebSocket-Origin=a|Sec-WebSocket-Location=b";

    private static <T extends HttpMessage> T with(T message, String headers) {
        for (String header : headers.split("\\|", -1)) {
            int equals = header.indexOf('=');
            if (equals > 0) {
                message.headers().add(header.substring(0, equals), header.substring(equals + 1));
            }
        }
        return message;
    }

    private static HttpRequest request(String headers) {
        return with(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"), headers);
    }

    private static HttpResponse response(int status, String headers) {
        return with(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status)), headers);
    }

    @ParameterizedTest
    @CsvSource({
        "0, ''",
        "0, Content-Length=0",
        "7, Content-Length=7",
        "7, Content-Length=0007",
        "-1, Transfer-Encoding=chunked",
        "-1, Transfer-Encoding=Chunked",
        "-1, 'Transfer-Encoding=gzip, chunked'",
        "-1, Transfer-Encoding=gzip|Transfer-Encoding=chunked",
        "0, 'Transfer-Encoding=chunked, gzip'",
        "0, TE=chunked|Upgrade=websocket|Connection=upgrade",
        "0, " + OLD_KEYS,
        "7, Content-Length=7|" + OLD_KEYS,
        "-1, Transfer-Encoding=chunked|" + OLD_KEYS
    })
    void section63OfARequest(long length, String headers) {
        assertEquals(length, MessageFraming.requestBody(request(headers)));
    }

    @ParameterizedTest
    @CsvSource({
        "7, 200, false, Content-Length=7",
        "0, 200, false, Content-Length=0",
        "-1, 200, false, Transfer-Encoding=chunked",
        "-2, 200, false, ''",
        "-2, 200, false, Transfer-Encoding=gzip",
        "-2, 200, false, Transfer-Encoding=gzip|Content-Length=7",
        "-2, 200, false, " + OLD_ANSWER,
        "0, 200, true, Content-Length=7",
        "0, 200, true, Transfer-Encoding=chunked",
        "0, 100, false, Content-Length=7",
        "0, 103, true, ''",
        "0, 101, false, Upgrade=websocket|" + OLD_ANSWER,
        "0, 101, false, Content-Length=16",
        "0, 204, false, Content-Length=7",
        "0, 304, false, Transfer-Encoding=chunked",
        "7, 205, false, Content-Length=7",
        "-2, 999, false, ''"
    })
    void section63OfAResponse(long length, int status, boolean toHead, String headers) {
        assertEquals(length, MessageFraming.responseBody(response(status, headers), toHead));
    }

    @Test
    void aLengthHasDigitsOnly() {
        assertEquals(-1, MessageFraming.contentLength(request(OLD_KEYS)));
        for (String wrong : new String[] {"+1", "-1", "", "0x1", "1 1", "9223372036854775808"}) {
            HttpRequest request = request("Content-Length=" + wrong);
            assertThrows(NumberFormatException.class, () -> MessageFraming.contentLength(request), wrong);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, HTTP/1.1, ''",
        "true, HTTP/2.0, ''",
        "false, HTTP/1.0, ''",
        "true, HTTP/1.0, Connection=Keep-Alive",
        "true, HTTP/1.0, 'Connection=te, keep-alive'",
        "false, HTTP/1.1, Connection=CLOSE",
        "false, HTTP/1.1, 'Connection=keep-alive, close'",
        "false, HTTP/1.1, Connection=keep-alive|Connection=close",
        "false, HTTP/1.0, Connection=close|Connection=keep-alive",
        "true, HTTP/1.1, Connection=closed"
    })
    void section93(boolean persistent, String version, String headers) {
        HttpRequest request = with(new DefaultHttpRequest(HttpVersion.valueOf(version), HttpMethod.GET, "/"), headers);
        assertEquals(persistent, MessageFraming.isPersistent(request));
    }

    @ParameterizedTest
    @CsvSource({
        "true, HTTP/1.1, Expect=100-Continue",
        "true, HTTP/2.0, Expect=100-continue",
        "false, HTTP/1.0, Expect=100-continue",
        "false, HTTP/1.1, Expect=other",
        "false, HTTP/1.1, ''"
    })
    void whoExpectsToBeToldToGoOn(boolean expects, String version, String headers) {
        HttpRequest request = with(new DefaultHttpRequest(HttpVersion.valueOf(version), HttpMethod.PUT, "/"), headers);
        assertEquals(expects, MessageFraming.expectsContinue(request));
    }
}
