package io.gosling.netty.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way reads what the decoder reads, or abstains. */
class PlainRequestParserTest {
    private static final HttpLimits LIMITS = HttpLimits.defaults();

    private final PlainRequestParser plain = new PlainRequestParser(LIMITS);
    private final StringCache known = new StringCache();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "HEAD /x HTTP/1.1\r\nHost:a:8080\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n",
                "GET /x HTTP/1.1\r\nConnection: close\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
                "GET /a/b%20c?d=e?f HTTP/1.1\r\nhost: 127.0.0.1:80\r\nUser-Agent: x y/1 (z)\r\nAccept: */*\r\n\r\n",
                "GET / HTTP/1.1\r\nConnection: Keep-Alive\r\nHost: a\r\nCookie: a=b\r\nX-Empty:\r\n\r\nGET /next"
            })
    void whatBrowsersAndToolsSendIsRead(String request) {
        assertTrue(plain.read(buffer(request)));
        assertEquals(request.indexOf("\r\n\r\n") + 4, plain.length());
        agrees(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.0\r\nHost: a\r\n\r\n",
                "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /# HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /é HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a.\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a.example.:80\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: \r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a:123456\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: b\u0000c\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, upgrade\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nRANGE: bytes=0-1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nIf-Modified-Since: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n"
            })
    void whatIsUnusualOrWrongIsLeft(String request) {
        ByteBuf in = buffer(request);
        assertFalse(plain.read(in));
        assertEquals(0, in.readerIndex());
    }

    @Test
    void whatIsBeyondTheLimitsIsLeft() {
        assertFalse(plain.read(
                buffer("GET /" + "x".repeat(PlainRequestParser.MOST_BYTES) + " HTTP/1.1\r\nHost: a\r\n\r\n")));
        String many = "X: y\r\n".repeat(LIMITS.get(HttpLimits.HEADER_COUNT));
        assertFalse(plain.read(buffer("GET / HTTP/1.1\r\nHost: a\r\n" + many + "\r\n")));
    }

    @Test
    void aPathThatComesAgainIsTheSameString() {
        ByteBuf in = buffer("GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
        assertTrue(plain.read(in));
        String first = plain.path("", known);
        known.keep(first);
        assertTrue(plain.read(in));
        assertSame(first, plain.path("", known));
        assertTrue(plain.read(buffer("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")));
        assertEquals("/b", plain.path("", known));
    }

    @Test
    void differentPathsNeverShareAString() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            String path = "/" + Integer.toString(random.nextInt(20_000), 36);
            byte[] bytes = path.getBytes(StandardCharsets.US_ASCII);
            String found = known.get("", bytes, 0, bytes.length);
            assertEquals(path, found);
            if (random.nextBoolean()) {
                known.keep(found);
            }
        }
    }

    /** Whole requests with one to three bytes changed, dropped or doubled: who reads them both reads the same. */
    @Test
    void nothingIsReadThatTheDecoderWouldRefuseOrUnderstandDifferently() {
        Random random = new Random(20_261_121);
        int read = 0;
        for (int i = 0; i < 60_000; i++) {
            String request = mutated(random);
            if (plain.read(buffer(request))) {
                read++;
                agrees(request);
            }
        }
        assertTrue(read > 5_000, "only " + read + " were read at all");
    }

    private static final List<String> SEEDS = List.of(
            "GET /a/b?c=d HTTP/1.1\r\nHost: example.org:80\r\nAccept: text/html\r\nConnection: keep-alive\r\n\r\n",
            "HEAD / HTTP/1.1\r\nUser-Agent: tool/1.0\r\nHost: 10.0.0.1\r\nReferer: http://x/y\r\n\r\n",
            "GET /last HTTP/1.1\r\nConnection: close\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET /x HTTP/1.1\r\nHost: a\r\nRange: bytes=0-5\r\nContent-Length: 0\r\n\r\n",
            "GET /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nIf-Match: *\r\nTE: trailers\r\n\r\n");

    /** Headers that somebody may take for framing. */
    private static final List<String> SPICY = List.of(
            "Sec-WebSocket-Key1: a\r\n",
            "Sec-WebSocket-Key2: b\r\n",
            "Sec-WebSocket-Key1: a\r\nSec-WebSocket-Key2: b\r\n",
            "Sec-WebSocket-Origin: a\r\nSec-WebSocket-Location: b\r\n",
            "Sec-WebSocket-Key: c\r\n",
            "Upgrade: websocket\r\n",
            "Content-Length: 8\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Expect: 100-continue\r\n",
            "HTTP2-Settings: AAMAAABk\r\n");

    private static final String SPICE = "\r\n\t :;,?#%/\u0000\u007f\u0080\u00ffAz09-_.@";

    private static String mutated(Random random) {
        StringBuilder request = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(request.length());
            char spice = SPICE.charAt(random.nextInt(SPICE.length()));
            switch (random.nextInt(5)) {
                case 0 -> request.setCharAt(at, spice);
                case 1 -> request.insert(at, spice);
                case 2 -> request.deleteCharAt(at);
                case 3 ->
                    request.insert(
                            request.indexOf("\r\n") < 0 ? 0 : request.indexOf("\r\n") + 2,
                            SPICY.get(random.nextInt(SPICY.size())));
                default -> request.insert(at, request.charAt(at));
            }
        }
        return request.toString();
    }

    /** Compares with the decoder and the rules. */
    private void agrees(String text) {
        HttpRequest request = decoded(text);
        assertNotNull(request, text);
        assertEquals(0, MessageFraming.requestBody(request), text);
        assertNull(new RequestValidator(LIMITS).check(request), text);
        assertEquals(HttpVersion.HTTP_1_1, request.protocolVersion(), text);
        assertEquals(!MessageFraming.isPersistent(request), plain.isLast(), text);
        assertEquals(plain.isHead() ? "HEAD" : "GET", request.method().name(), text);
        String path = request.uri().split("\\?", 2)[0];
        assertEquals(path, plain.path("", known), text);
        HttpHeaders headers = request.headers();
        HttpRequest copy = PlainRequestParser.decode(plain.copy());
        assertEquals(request.method(), copy.method(), text);
        assertEquals(request.uri(), copy.uri(), text);
        assertEquals(request.protocolVersion(), copy.protocolVersion(), text);
        assertEquals(headers.entries().toString(), copy.headers().entries().toString(), text);
        for (String name : headers.names()) {
            assertEquals(headers.getAll(name), plain.values(name), text);
        }
        for (CharSequence name : List.of(
                HttpHeaderNames.RANGE,
                HttpHeaderNames.EXPECT,
                HttpHeaderNames.CONTENT_LENGTH,
                HttpHeaderNames.TRANSFER_ENCODING,
                HttpHeaderNames.IF_MATCH,
                HttpHeaderNames.IF_NONE_MATCH)) {
            assertFalse(headers.contains(name), text);
        }
    }

    private static @Nullable HttpRequest decoded(String text) {
        EmbeddedChannel channel = new EmbeddedChannel(new RequestDecoder(LIMITS, Ticker.system()));
        try {
            channel.writeInbound(buffer(text));
            Object first = channel.readInbound();
            assertSame(LastHttpContent.EMPTY_LAST_CONTENT, channel.readInbound(), text);
            return first instanceof HttpRequest request ? request : null;
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    private static ByteBuf buffer(String text) {
        return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https | true",
                "HTTPS | true",
                "http | false",
                "http, https | false",
                "https, http | false",
                "https ~X-Forwarded-Proto: http | true",
                "http ~X-Forwarded-Proto: https | false"
            })
    void theFirstForwardedSchemeCounts(String said, boolean https) {
        String request = "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: " + said.replace(" ~", "\r\n") + "\r\n\r\n";
        assertTrue(plain.read(Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII)));
        assertEquals(https, plain.isForwardedHttps());
        assertTrue(plain.read(Unpooled.copiedBuffer("GET / HTTP/1.1\r\nHost: a\r\n\r\n", StandardCharsets.US_ASCII)));
        assertFalse(plain.isForwardedHttps());
    }
}
