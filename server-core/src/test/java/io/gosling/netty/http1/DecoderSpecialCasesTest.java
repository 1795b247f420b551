package io.gosling.netty.http1;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Ticker;
import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests Netty's decoders and this server's with unusual bytes, one line for each. The bytes come whole or one at a
 * time, and then the connection ends.
 *
 * <p>What comes out is written as {@code GET /a 1.1[value of A](body).} with a point for the end, {@code !} for a
 * failure, and {@code <...>} for bytes of another protocol.
 */
class DecoderSpecialCasesTest {
    private static final int LONGEST_LINE = 64;
    private static final int LONGEST_HEADER = 256;
    private static final String OK = "HTTP/1.1 200 OK¶";
    private static final String CHUNKS = OK + "Transfer-Encoding: chunked¶¶";
    private static final String POST = "POST /a HTTP/1.1¶Transfer-Encoding: chunked¶¶";

    /** @param bytes of which {@code ¶} is CR LF */
    record Row(String name, String bytes, String out) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Row row(String name, String bytes, String out) {
        return new Row(name, bytes, out);
    }

    static Stream<Row> requests() {
        return Stream.of(
                row("UTF-8 in the target", "GET /\u00c3\u00a9?\u00ff HTTP/1.1¶¶", "GET /%C3%A9?%FF 1.1."),
                row("an ordinary one", "GET /a HTTP/1.1¶A: b¶¶", "GET /a 1.1[b]."),
                row("empty lines before it", "¶¶\n\rGET /a HTTP/1.1¶¶", "GET /a 1.1."),
                row("a control character before it", "\u0001GET /a HTTP/1.1¶¶", "!"),
                row("a space before it", " GET /a HTTP/1.1¶¶", "GET /a 1.1!"),
                row("VT, FF and CR as spaces", "GET\u000b/a\u000c\rHTTP/1.1¶¶", "GET /a 1.1!"),
                row("a bare LF", "GET /a HTTP/1.1\nA: b¶¶", "!"),
                row("a minor version above 1", "GET /a HTTP/1.2¶¶", "GET /a 1.1."),
                row("a major version above 1", "GET /a HTTP/2.0¶¶", "GET /a 2.0!"),
                row("a version in small letters", "GET /a http/1.1¶¶", "GET /a 1.1!"),
                row("a version with two digits", "GET /a HTTP/1.10¶¶", "!"),
                row("a folded header", "GET /a HTTP/1.1¶A: b¶ c¶¶", "GET /a 1.1[b c]!"),
                row("a space before a colon", "GET /a HTTP/1.1¶A : b¶¶", "GET /a 1.1!"),
                row("nothing is read behind a failure", "GET /a HTTP/2.0¶¶GET /b HTTP/1.1¶¶", "GET /a 2.0!"),
                row(
                        "old keys of WebSocket",
                        "GET /a HTTP/1.1¶Sec-WebSocket-Key1: a¶Sec-WebSocket-Key2: b¶¶12345678",
                        "GET /a 1.1."),
                row("two lengths", "GET /a HTTP/1.1¶Content-Length: 1¶Content-Length: 1¶¶x", "GET /a 1.1!"),
                row("two lengths in HTTP/1.0", "GET /a HTTP/1.0¶Content-Length: 1¶Content-Length: 0¶¶x", "GET /a 1.1!"),
                row("a list of lengths", "GET /a HTTP/1.1¶Content-Length: 1, 1¶¶x", "GET /a 1.1!"),
                row("a length with a sign", "GET /a HTTP/1.1¶Content-Length: +1¶¶x", "GET /a 1.1!"),
                row("a length with zeros", "GET /a HTTP/1.1¶Content-Length: 01¶¶x", "GET /a 1.1(x)."),
                row("a length and chunks", POST.replace("¶¶", "¶Content-Length: 1¶¶") + "0¶¶", "POST /a 1.1!"),
                row("chunks in HTTP/1.0", POST.replace("1.1", "1.0") + "0¶¶", "POST /a 1.0!"),
                row("chunks in HTTP/1.3", POST.replace("1.1", "1.3") + "1¶x¶0¶¶", "POST /a 1.1(x)."),
                row("chunks are not the last coding", POST.replace("chunked", "chunked, x") + "0¶¶", "POST /a 1.1!"),
                row("chunks twice", POST.replace("chunked", "chunked, chunked") + "0¶¶", "POST /a 1.1!"),
                row("an extension without a name", POST + "1;¶x¶0¶¶", "POST /a 1.1!"),
                row("an extension with an empty name", POST + "1;=v¶x¶0¶¶", "POST /a 1.1!"),
                row("a quote in an extension's name", POST + "1;\"¶x¶0¶¶", "POST /a 1.1!"),
                row("a space behind an extension", POST + "1;a ¶x¶0¶¶", "POST /a 1.1!"),
                row("extensions", POST + "1 ; a = \"\\\"\"¶x¶0;b¶¶", "POST /a 1.1(x)."),
                row("a bare LF behind a size", POST + "1\nx¶0¶¶", "POST /a 1.1!"),
                row("a bare CR in an extension", POST + "1;a\rb¶x¶0¶¶", "POST /a 1.1!"),
                row("a size above 31 bits", POST + "80000000¶x", "POST /a 1.1!"),
                row("a chunk that is too long", POST + "1¶xy¶0¶¶", "POST /a 1.1(x)!"),
                row("a line without an end", POST + "1;" + "x".repeat(LONGEST_LINE) + "¶x¶0¶¶", "POST /a 1.1!"),
                row("a trailer", POST + "0¶A: b¶¶", "POST /a 1.1.[b]"),
                row("a framing header in the trailer", POST + "0¶Content-Length: 1¶A: b¶¶", "POST /a 1.1.[b]"),
                row("a fold before the trailer", POST + "0¶ A: b¶¶", "POST /a 1.1!"),
                row("a folded trailer", POST + "0¶A: b¶ c¶¶", "POST /a 1.1!"),
                row("a control character in the trailer", POST + "0¶A: b\u0001¶¶", "POST /a 1.1!"),
                row(
                        "header and trailer have one bound",
                        POST.replace("¶¶", "¶B: " + "x".repeat(130) + "¶¶") + "0¶A: " + "x".repeat(130) + "¶¶",
                        "POST /a 1.1!"),
                row("a header that the end cuts", "GET /a HTTP/1.1¶A: b¶", "GET /a 1.1!"),
                row("a body that the end cuts", "PUT /a HTTP/1.1¶Content-Length: 2¶¶x", "PUT /a 1.1(x)"),
                row("chunks that the end cuts", POST + "2¶x", "POST /a 1.1(x)"));
    }

    static Stream<Row> responses() {
        return Stream.of(
                row("an ordinary one", OK + "A: b¶Content-Length: 1¶¶x", "200 1.1[b](x)."),
                row("empty lines before it", "¶\n" + OK + "Content-Length: 0¶¶", "200 1.1."),
                row("a control character before it", "\u0001" + OK + "¶", "!"),
                row("no reason phrase", "HTTP/1.1 200¶Content-Length: 0¶¶", "200 1.1."),
                row(
                        "spaces, tabs, VT, FF and CR in the status line",
                        " HTTP/1.1\t\u000b200 \u000c\rOK¶Content-Length: 0¶¶",
                        "200 1.1."),
                row("a control character in the reason phrase", "HTTP/1.1 200 O\u0001K¶¶", "!"),
                row("a bare LF", "HTTP/1.1 200 OK\nContent-Length: 0¶¶", "!"),
                row("a minor version above 1", "HTTP/1.2 200 OK¶Transfer-Encoding: chunked¶¶0¶¶", "200 1.1."),
                row("a major version above 1", "HTTP/2.0 200 OK¶¶", "!"),
                row("a version that nobody has", "HTTP/9.9 200 OK¶¶", "!"),
                row("a version in small letters", "http/1.1 200 OK¶¶", "!"),
                row("another protocol", "ICY 200 OK¶¶", "!"),
                row("a status with a sign", "HTTP/1.1 +200 OK¶¶", "!"),
                row("a status of four digits", "HTTP/1.1 0200 OK¶¶", "!"),
                row("a folded header", OK + "A: b¶ c¶Content-Length: 0¶¶", "200 1.1[b c]."),
                row("a fold before all headers", OK + " A: b¶¶", "200 1.1!"),
                row("a space before a colon", OK + "Content-Length : 1¶¶x", "200 1.1!"),
                row("a word before a colon", OK + "Content-Length x: 1¶¶x", "200 1.1!"),
                row("no colon", OK + "Content-Length 1¶¶x", "200 1.1!"),
                row("a control character in a header", OK + "A: b\u0001¶¶", "200 1.1!"),
                row("two lengths", OK + "Content-Length: 1¶Content-Length: 1¶¶x", "200 1.1!"),
                row("two lengths in HTTP/1.0", "HTTP/1.0 200 OK¶Content-Length: 1¶Content-Length: 2¶¶xy", "200 1.1!"),
                row("a list of lengths", OK + "Content-Length: 1, 1¶¶x", "200 1.1!"),
                row("a list of lengths in HTTP/1.0", "HTTP/1.0 200 OK¶Content-Length: 1, 1¶¶x", "200 1.1!"),
                row("a length and chunks", CHUNKS.replace("¶¶", "¶Content-Length: 1¶¶") + "0¶¶", "200 1.1!"),
                row("chunks in HTTP/1.0", CHUNKS.replace("1.1", "1.0") + "0¶¶", "200 1.0!"),
                row("chunks are not the last coding", CHUNKS.replace("chunked", "chunked, x") + "0¶¶", "200 1.1!"),
                row("no length", "HTTP/1.0 200 OK¶¶xy", "200 1.0(xy)."),
                row(
                        "an interim one and then another",
                        "HTTP/1.1 103 Hints¶Content-Length: 1¶¶" + OK + "Content-Length: 1¶¶x",
                        "103 1.1.200 1.1(x)."),
                row(
                        "204 with a length",
                        "HTTP/1.1 204 No¶Content-Length: 1¶¶" + OK + "Content-Length: 0¶¶",
                        "204 1.1.200 1.1."),
                row(
                        "304 with chunks",
                        "HTTP/1.1 304 No¶Transfer-Encoding: chunked¶¶" + OK + "Content-Length: 0¶¶",
                        "304 1.1.200 1.1."),
                row(
                        "101 of the old WebSocket",
                        "HTTP/1.1 101 S¶Upgrade: websocket¶Sec-WebSocket-Origin: a¶" + "Sec-WebSocket-Location: b¶¶xy",
                        "101 1.1.<xy>"),
                row("101 with a length", "HTTP/1.1 101 S¶Content-Length: 1¶¶xy", "101 1.1.<xy>"),
                row("101 to HTTP/1.1", "HTTP/1.1 101 S¶Upgrade: HTTP/1.1¶¶xy", "101 1.1.<xy>"),
                row(
                        "200 of the old WebSocket",
                        OK + "Sec-WebSocket-Origin: a¶Sec-WebSocket-Location: b¶¶xy",
                        "200 1.1(xy)."),
                row("an extension without a name", CHUNKS + "1;¶x¶0¶¶", "200 1.1!"),
                row("an extension with an empty name", CHUNKS + "1;=v¶x¶0¶¶", "200 1.1!"),
                row("the same in the last line", CHUNKS + "1¶x¶0;¶¶", "200 1.1(x)!"),
                row("nothing is read behind a failure", CHUNKS + "1;¶x¶0¶¶" + OK + "Content-Length: 0¶¶", "200 1.1!"),
                row("a size above 31 bits", CHUNKS + "80000000¶x", "200 1.1!"),
                row("a trailer", CHUNKS + "1¶x¶0¶A: b¶¶", "200 1.1(x).[b]"),
                row("a header that the end cuts", OK + "A: b¶", "200 1.1!"),
                row("a status line that the end cuts", "HTTP/1.1 20", ""),
                row("a body that the end cuts", OK + "Content-Length: 2¶¶x", "200 1.1(x)"),
                row("chunks that the end cuts", CHUNKS + "1¶x¶", "200 1.1(x)"),
                row("trailers that the end cuts", CHUNKS + "1¶x¶0¶A: b¶", "200 1.1(x)"));
    }

    static Stream<Row> responsesToHead() {
        return Stream.of(
                row("a length", OK + "Content-Length: 5¶¶", "200 1.1."),
                row("chunks", CHUNKS, "200 1.1."),
                row("an interim one before", "HTTP/1.1 100 Go¶¶" + CHUNKS, "100 1.1.200 1.1."));
    }

    @ParameterizedTest
    @MethodSource
    void requests(Row row) {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.REQUEST_LINE, LONGEST_LINE)
                .with(HttpLimits.HEADER, LONGEST_HEADER)
                .with(HttpLimits.HEADER_COUNT, 10);
        assertEquals(
                row.out(),
                decoded(
                        new RequestDecoder(limits, Ticker.system()),
                        row.bytes(),
                        row.bytes().length()));
        assertEquals(row.out(), decoded(new RequestDecoder(limits, Ticker.system()), row.bytes(), 1));
    }

    @ParameterizedTest
    @MethodSource
    void responses(Row row) {
        assertEquals(
                row.out(),
                decoded(responseDecoder(false), row.bytes(), row.bytes().length()));
        assertEquals(row.out(), decoded(responseDecoder(false), row.bytes(), 1));
    }

    @ParameterizedTest
    @MethodSource
    void responsesToHead(Row row) {
        assertEquals(
                row.out(),
                decoded(responseDecoder(true), row.bytes(), row.bytes().length()));
        assertEquals(row.out(), decoded(responseDecoder(true), row.bytes(), 1));
    }

    private static ResponseDecoder responseDecoder(boolean toHead) {
        ResponseDecoder decoder = new ResponseDecoder(
                new HttpDecoderConfig().setMaxInitialLineLength(LONGEST_LINE).setMaxHeaderSize(LONGEST_HEADER));
        decoder.expect(toHead);
        return decoder;
    }

    private static String decoded(ChannelHandler decoder, String text, int piece) {
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        String bytes = text.replace("¶", "\r\n");
        for (int at = 0; at < bytes.length(); at += piece) {
            String part = bytes.substring(at, Math.min(bytes.length(), at + piece));
            channel.writeInbound(Unpooled.copiedBuffer(part, StandardCharsets.ISO_8859_1));
        }
        channel.finish();
        StringBuilder out = new StringBuilder();
        for (Object message = channel.readInbound(); message != null; message = channel.readInbound()) {
            append(message, out);
            ReferenceCountUtil.release(message);
        }
        return out.toString().replace(")(", "").replace("><", "");
    }

    private static void append(Object message, StringBuilder out) {
        if (message instanceof ByteBuf bytes) {
            out.append('<').append(bytes.toString(StandardCharsets.ISO_8859_1)).append('>');
            return;
        }
        if (message instanceof HttpRequest request && !request.uri().equals("/bad-request")) {
            out.append(request.method()).append(' ').append(request.uri());
            append(request.protocolVersion().text(), request.headers().get("A"), out);
        } else if (message instanceof HttpResponse response && response.status().code() != 999) {
            out.append(response.status().code());
            append(response.protocolVersion().text(), response.headers().get("A"), out);
        }
        if (message instanceof HttpContent content && content.content().isReadable()) {
            out.append('(')
                    .append(content.content().toString(StandardCharsets.ISO_8859_1))
                    .append(')');
        }
        boolean failed = ((HttpObject) message).decoderResult().isFailure();
        if (failed && !out.toString().endsWith("!")) {
            out.append('!');
        } else if (!failed
                && message instanceof LastHttpContent last
                && !out.toString().endsWith("!")) {
            out.append('.');
            String trailer = last.trailingHeaders().get("A");
            out.append(trailer == null ? "" : "[" + trailer + "]");
        }
    }

    private static void append(String version, @Nullable String a, StringBuilder out) {
        out.append(' ').append(version.substring("HTTP/".length())).append(a == null ? "" : "[" + a + "]");
    }
}
