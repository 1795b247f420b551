package io.gosling.netty.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Request;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.http2.Http2RequestHeadConversion;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.Http1FastPathResponder;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way reads a header of HTTP/2 as the long way does, or abstains. */
class PlainHttp2RequestParserTest {
    private static final HttpLimits LIMITS = HttpLimits.defaults()
            .with(HttpLimits.REQUEST_LINE, 100)
            .with(HttpLimits.HEADER, 4096)
            .with(HttpLimits.HEADER_COUNT, 12);

    private final PlainHttp2RequestParser plain = new PlainHttp2RequestParser(LIMITS);
    private final StringCache known = new StringCache();

    /** Fields one behind the other: {@code name=value|name=value}. */
    private static Http2Headers headers(String text) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        for (String field : text.split("\\|", -1)) {
            int equals = field.indexOf('=', 1);
            if (equals > 0) {
                headers.add(latin(field.substring(0, equals)), latin(field.substring(equals + 1)));
            }
        }
        return headers;
    }

    private static AsciiString latin(String text) {
        // In the midst of an array, as the codec's may be.
        byte[] bytes = ("<<" + text + ">>").getBytes(StandardCharsets.ISO_8859_1);
        return new AsciiString(bytes, 2, bytes.length - 4, false);
    }

    private static final String FIRST = ":method=GET|:scheme=https|:path=/a?b|:authority=h.example:80";

    @ParameterizedTest
    @ValueSource(
            strings = {
                FIRST,
                ":method=HEAD|:scheme=http|:path=/|:authority=10.0.0.1",
                FIRST + "|user-agent=x y/1 (z)|accept=*/*|cookie=a=b|cookie=c=d|te=trailers|x-empty=",
            })
    void whatBrowsersAndToolsSendIsRead(String text) {
        assertTrue(plain.read(headers(text)));
        agrees(headers(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":method=GET|:scheme=https|:path=/",
                ":method=get|:scheme=https|:path=/|:authority=h",
                ":method=POST|:scheme=https|:path=/|:authority=h",
                ":method=GET|:scheme=ftp|:path=/|:authority=h",
                ":method=GET|:scheme=https|:path=*|:authority=h",
                ":method=GET|:scheme=https|:path=|:authority=h",
                ":method=GET|:scheme=https|:path=http://h/|:authority=h",
                ":method=GET|:scheme=https|:path=/#|:authority=h",
                ":method=GET|:scheme=https|:path=/ |:authority=h",
                ":method=GET|:scheme=https|:path=/\u00e9|:authority=h",
                ":method=GET|:scheme=https|:path=/|:authority=u@h",
                ":method=GET|:scheme=https|:path=/|:authority=[::1]",
                ":method=GET|:scheme=https|:path=/|:authority=h:123456",
                ":method=GET|:scheme=https|:path=/|:authority=",
                FIRST + "|host=h",
                FIRST + "|range=bytes=0-1",
                FIRST + "|if-none-match=*",
                FIRST + "|if-modified-since=x",
                FIRST + "|content-length=0",
                FIRST + "|expect=100-continue",
                FIRST + "|transfer-encoding=chunked",
                FIRST + "|x=a\rb",
                FIRST + "|x=a\nb",
                FIRST + "|x=a\u0000b",
                FIRST + "|x= a",
                FIRST + "|x=a\t",
                FIRST + "|x y=a",
                FIRST + "|accept-encoding=gzip|accept-encoding=br",
                FIRST + "|a=|a=|a=|a=|a=|a=|a=|a=|a=",
            })
    void whatIsUnusualOrWrongIsLeft(String text) {
        assertFalse(plain.read(headers(text)));
    }

    @ParameterizedTest
    @CsvSource({
        "x-other=https, false",
        "x-forwarded-proto=https, true",
        "x-forwarded-proto=HTTPS, true",
        "x-forwarded-proto=http, false",
        "x-forwarded-proto=https|x-forwarded-proto=http, true",
        "x-forwarded-proto=http|x-forwarded-proto=https, false"
    })
    void theFirstSchemeThatAFrontEndNamesIsRead(String fields, boolean https) {
        assertTrue(plain.read(headers(FIRST + "|x-forwarded-proto=https")));
        assertTrue(plain.read(headers(FIRST + "|" + fields)));
        assertEquals(https, plain.isForwardedHttps());
    }

    @Test
    void aPathBeyondTheLimitIsLeft() {
        assertFalse(plain.read(headers(FIRST.replace("/a", "/" + "a".repeat(100)))));
    }

    private static final List<String> SEEDS = List.of(
            FIRST + "|accept=text/html|user-agent=tool/1.0|accept-encoding=gzip, br",
            ":method=HEAD|:scheme=http|:path=/x|:authority=10.0.0.1|referer=http://x/y|cookie=a",
            FIRST + "|range=bytes=0-5|content-length=0",
            FIRST + "|host=h.example:80|if-match=*|te=trailers");

    /** Headers that somebody may take for framing. */
    private static final List<String> SPICY = List.of(
            "|sec-websocket-key1=a",
            "|sec-websocket-key2=b",
            "|sec-websocket-key1=a|sec-websocket-key2=b",
            "|sec-websocket-origin=a|sec-websocket-location=b",
            "|upgrade=websocket",
            "|content-length=8",
            "|transfer-encoding=chunked",
            "|expect=100-continue",
            "|http2-settings=AAMAAABk");

    private static final String SPICE = "\r\n\t :;,?#%/\u0000\u007f\u0080\u00ffAz09-_.@[]";

    @Test
    void nothingIsReadThatIsRefusedOrUnderstoodDifferently() {
        Random random = new Random(20_261_122);
        int read = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder text = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                int at = random.nextInt(text.length());
                char spice = SPICE.charAt(random.nextInt(SPICE.length()));
                switch (random.nextInt(5)) {
                    case 0 -> text.setCharAt(at, spice);
                    case 1 -> text.insert(at, spice);
                    case 2 -> text.deleteCharAt(at);
                    case 3 -> text.append(SPICY.get(random.nextInt(SPICY.size())));
                    default -> text.insert(at, text.charAt(at));
                }
            }
            Http2Headers headers = headers(text.toString());
            if (isWellFormed(headers) && plain.read(headers)) {
                read++;
                agrees(headers);
            }
        }
        assertTrue(read > 5_000, "only " + read + " were read at all");
    }

    /** The checks of the codec: names in lower case, each pseudo-header once. */
    private static boolean isWellFormed(Http2Headers headers) {
        return headers.names().stream().noneMatch(name -> name.chars().anyMatch(c -> c >= 'A' && c <= 'Z'))
                && hasItsPseudoFields(headers);
    }

    private static boolean hasItsPseudoFields(Http2Headers headers) {
        return headers.names().stream()
                .filter(name -> name.length() == 0 || name.charAt(0) == ':')
                .allMatch(name -> Http2Headers.PseudoHeaderName.isPseudoHeader(name)
                        && headers.getAll(name).size() == 1);
    }

    /** Compares with the decoding path. */
    private void agrees(Http2Headers headers) {
        String text = headers.toString();
        assertNull(Http2RequestHeadConversion.check(headers, LIMITS), text);
        HttpRequest request = Http2RequestHeadConversion.of(headers, false);
        assertNull(new RequestValidator(LIMITS).check(request), text);
        assertEquals(0, MessageFraming.requestBody(request), text);
        assertEquals(plain.isHead() ? "HEAD" : "GET", request.method().name(), text);
        assertEquals(request.uri().split("\\?", 2)[0], plain.path("", known), text);
        String host = plain.host(known);
        if (host != null) {
            assertEquals(Request.hostName(request.headers().get(HttpHeaderNames.HOST)), host, text);
        }
        assertEquals(request.headers().get(HttpHeaderNames.ACCEPT_ENCODING), plain.codings(known), text);
        assertFalse(Http1FastPathResponder.isLeftToWorkerPath(request.headers()), text);
        for (CharSequence name : Arrays.<CharSequence>asList(
                HttpHeaderNames.IF_MATCH, HttpHeaderNames.IF_NONE_MATCH, HttpHeaderNames.IF_MODIFIED_SINCE)) {
            assertFalse(request.headers().contains(name), text);
        }
    }
}
