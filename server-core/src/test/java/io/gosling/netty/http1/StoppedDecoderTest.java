package io.gosling.netty.http1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request decoder that stops behind each header, so that the connection can go elsewhere with all that has come. */
class StoppedDecoderTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: test\r\n\r\n";
    private static final String POST = "POST /b HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello";
    private static final String CHUNKS =
            "PUT /c HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n";

    private final RequestDecoder decoder = new RequestDecoder(HttpLimits.defaults(), Ticker.system());
    private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

    private void feed(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private String held() {
        ByteBuf copy = Unpooled.buffer();
        decoder.copyHeld(copy);
        assertEquals(copy.readableBytes(), decoder.heldBytes());
        return copy.toString(StandardCharsets.US_ASCII);
    }

    private void goOn() {
        decoder.goOn(channel.pipeline().context(decoder));
        channel.runPendingTasks();
    }

    /** The decoded messages, a line for each request and one for its body; released. */
    private static List<String> drain(EmbeddedChannel from) {
        List<String> seen = new ArrayList<>();
        StringBuilder body = new StringBuilder();
        for (Object message = from.readInbound(); message != null; message = from.readInbound()) {
            if (message instanceof HttpRequest request) {
                seen.add(request.method() + " " + request.uri());
            }
            if (message instanceof HttpContent content) {
                body.append(content.content().toString(StandardCharsets.US_ASCII));
            }
            if (message instanceof LastHttpContent) {
                seen.add(body.toString());
                body.setLength(0);
            }
            ReferenceCountUtil.release(message);
        }
        return seen;
    }

    @Test
    void everythingSinceTheBeginningOfTheRequestIsHeld() {
        decoder.stopBehindHeads();
        feed(GET.substring(0, 3));
        assertFalse(decoder.isStopped());
        assertEquals(0, decoder.heldBytes());
        feed(GET.substring(3, 20));
        feed(GET.substring(20) + POST);
        assertTrue(decoder.isStopped());
        assertEquals(List.of("GET /a", ""), drain(channel));
        assertEquals(GET + POST, held());
        feed(CHUNKS);
        assertEquals(List.of(), drain(channel));
        assertEquals(GET + POST + CHUNKS, held());
        goOn();
        assertEquals(List.of("POST /b"), drain(channel));
        assertEquals(POST + CHUNKS, held());
        channel.finishAndReleaseAll();
    }

    @Test
    void nothingIsHeldUnlessItIsAskedFor() {
        feed(GET + POST);
        assertFalse(decoder.isStopped());
        assertEquals(List.of("GET /a", "", "POST /b", "hello"), drain(channel));
        goOn();
        assertEquals(0, decoder.heldBytes());
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whoGoesOnDecodesTheSame(long seed) {
        Random random = new Random(seed);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            all.append(List.of(GET, POST, CHUNKS).get(random.nextInt(3)));
        }
        EmbeddedChannel plain = new EmbeddedChannel(new RequestDecoder(HttpLimits.defaults(), Ticker.system()));
        plain.writeInbound(Unpooled.copiedBuffer(all, StandardCharsets.US_ASCII));
        decoder.stopBehindHeads();
        String rest = all.toString();
        while (!rest.isEmpty()) {
            int piece = 1 + random.nextInt(Math.min(rest.length(), 90));
            feed(rest.substring(0, piece));
            rest = rest.substring(piece);
            while (decoder.isStopped()) {
                String toCome = held() + rest;
                assertEquals(all.substring(all.length() - toCome.length()), toCome);
                assertTrue(toCome.matches("(?s)(GET|POST|PUT) /.*"), toCome);
                goOn();
            }
        }
        assertEquals(drain(plain), drain(channel));
        plain.finishAndReleaseAll();
        channel.finishAndReleaseAll();
    }
}
