package io.gosling.dispatcher.header;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.document.Ticker;
import io.gosling.netty.fastpath.PlainRequest;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.settings.SettingValues;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are forwarded as bytes are what the decoder would have made of them. */
class PlainRequestReaderTest {
    private static final HttpLimits LIMITS = HttpLimits.defaults();
    private static final RelaySettings USUAL = new RelaySettings(SettingValues.none());
    private static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 5555);

    private RelaySettings settings = USUAL;
    private final ForwardingHeaderAppender forwardedFor = new ForwardingHeaderAppender(() -> settings, true);
    private final PlainRequestReader reader = new PlainRequestReader(CLIENT, forwardedFor);

    @Test
    void theBackEndGetsTheHeaderAsItCameAndTheClientsName() {
        assertEquals(
                "GET /a?b HTTP/1.1\r\nHost:x.example:80\r\nAccept: */*, a\r\n" + lines("x.example:80"),
                sent("GET /a?b HTTP/1.1\r\nHost:x.example:80\r\nConnection: Keep-Alive\r\nAccept: */*, a\r\n\r\n"));
        assertEquals(
                "HEAD / HTTP/1.1\r\nhost: y\r\n" + lines("y"),
                sent("HEAD / HTTP/1.1\r\nhost: y\r\nConnection: close\r\n\r\nGET /next"),
                "another host");
    }

    private static String lines(String host) {
        return "forwarded: for=127.0.0.1;host=\"" + host + "\";proto=https\r\nx-forwarded-for: 127.0.0.1\r\n"
                + "x-forwarded-proto: https\r\nx-forwarded-host: " + host + "\r\nvia: 1.1 gosling\r\n\r\n";
    }

    @Test
    void changedSettingsHoldForTheNextRequest() {
        String request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        assertTrue(sent(request).contains("via: 1.1 gosling\r\n"));
        settings = USUAL.with(RelaySettings.VIA, "edge");
        assertTrue(sent(request).contains("via: 1.1 edge\r\n"));
    }

    @Test
    void headersThatWereAskedForCount() {
        PlainRequest request = plain("GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n\r\n");
        assertNotNull(request);
        assertEquals("b", request.headers().get("a"));
        request.headers().set("A", "c");
        assertEquals("c", request.headers().get("A"));
        assertNull(request.encoded(ByteBufAllocator.DEFAULT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: keep-alive\r\nConnection: keep-alive",
                "Connection: keep-alive\r\nConnection: keep-alive\r\nConnection: close",
                "Connection: keep-alive, X-A",
                "Keep-Alive: timeout=5",
                "TE: trailers",
                "Trailer: A",
                "Transfer-Encoding: chunked",
                "Content-Length: 0",
                "Upgrade: websocket",
                "Expect: 100-continue",
                "HTTP2-Settings: AAMAAABk",
                "Proxy-Authorization: Basic eA==",
                "Proxy-Connection: close",
                "Via: 1.1 a",
                "Forwarded: for=a",
                "X-Forwarded-For: a",
                "x_forwarded_host: a",
                "X-Real-IP: a",
                "Gosling-Fetch: memory",
                "gosling_fetch: memory",
                "A: \u00e9",
                "A: b\r\n c",
                "A : b",
            })
    void everythingElseIsLeftToTheDecoder(String header) {
        ByteBuf in = bytes("GET / HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n");
        assertNull(reader.read(in, LIMITS, settings), header);
        assertEquals(0, in.readerIndex());
    }

    private static final List<String> SEEDS = List.of(
            "GET /a/b?c=d HTTP/1.1\r\nHost: example.org:80\r\nAccept: text/html\r\nConnection: keep-alive\r\n\r\n",
            "HEAD / HTTP/1.1\r\nUser-Agent: tool/1.0\r\nHost: 10.0.0.1\r\nReferer: http://x/y\r\n\r\n",
            "GET /x HTTP/1.1\r\nConnection: close\r\nHost: a\r\nRange: bytes=0-5\r\nIf-Match: *\r\n\r\n");

    private static final List<String> SPICY = List.of(
            "X_A: b\r\n",
            "Transfer_Encoding: chunked\r\n",
            "Connection: close\r\n",
            "Connection: a\r\nA: b\r\n",
            "Sec-WebSocket-Key1: a\r\nSec-WebSocket-Key2: b\r\n",
            "X-Forwarded-For: c\r\n",
            "TE: trailers\r\n",
            "Max-Forwards: 0\r\n",
            "Authorization: Basic eA==\r\n");

    private static final String SPICE = "\r\n\t :;,?#%/\u0000\u007f\u0080\u00ffAz09-_.@";

    @Test
    void nothingIsReadThatTheDecoderWouldRefuseOrForwardOtherwise() {
        Random random = new Random(29);
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            String text = mutated(random);
            ClientRequestHead head = reader.read(bytes(text), LIMITS, settings);
            if (head != null) {
                read++;
                ClientRequestHead decoded = decoded(text);
                assertNotNull(decoded, text);
                assertEquals(described(decoded), described(head), text);
            }
        }
        assertTrue(read > 2000, "only " + read + " were read");
    }

    private static String mutated(Random random) {
        StringBuilder request = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
        for (int left = random.nextInt(3); left >= 0; left--) {
            int at = random.nextInt(request.length());
            int line = request.indexOf("\r\n");
            switch (random.nextInt(4)) {
                case 0 -> request.setCharAt(at, SPICE.charAt(random.nextInt(SPICE.length())));
                case 1 -> request.insert(at, SPICE.charAt(random.nextInt(SPICE.length())));
                case 2 -> request.deleteCharAt(at);
                default -> request.insert(line < 0 ? 0 : line + 2, SPICY.get(random.nextInt(SPICY.size())));
            }
        }
        return request.toString();
    }

    /** As it was before plain requests: null if it is refused. */
    private @Nullable ClientRequestHead decoded(String text) {
        EmbeddedChannel channel = new EmbeddedChannel(new RequestDecoder(LIMITS, Ticker.system()));
        channel.writeInbound(bytes(text));
        HttpRequest request = channel.readInbound();
        channel.finishAndReleaseAll();
        return new RequestValidator(LIMITS).check(request) == null
                ? ClientRequestHead.read(request, CLIENT, CLIENT, forwardedFor, Set.of("websocket"))
                : null;
    }

    private static String described(ClientRequestHead head) {
        HttpRequest sent = head.outgoing();
        List<String> headers = sent.headers().entries().stream()
                .map(header -> header.getKey().toLowerCase(Locale.ROOT) + ": " + header.getValue())
                .sorted()
                .toList();
        return sent.method() + " " + sent.uri() + " " + sent.protocolVersion() + headers + head.bodyBytes()
                + head.keepAlive() + head.http10() + head.expectsContinue() + head.takesTrailers() + head.endsHere()
                + head.upgrade();
    }

    private @Nullable PlainRequest plain(String text) {
        ByteBuf in = bytes(text);
        ClientRequestHead head = reader.read(in, LIMITS, settings);
        assertNotNull(head, text);
        assertEquals(text.indexOf("\r\n\r\n") + 4, in.readerIndex());
        assertEquals(!text.contains("close"), head.keepAlive());
        assertFalse(head.hasBody());
        return head.outgoing() instanceof PlainRequest plain ? plain : null;
    }

    private String sent(String text) {
        PlainRequest request = plain(text);
        assertNotNull(request);
        ByteBuf encoded = request.encoded(ByteBufAllocator.DEFAULT);
        assertNotNull(encoded);
        String sent = encoded.toString(StandardCharsets.ISO_8859_1);
        encoded.release();
        return sent;
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }
}
