package io.gosling.dispatcher.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.header.BackendResponseHead;
import io.gosling.dispatcher.header.HopByHopRemover;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.ResponseDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the headers that are passed on undecoded. */
class RawResponseHeadTest {
    private static final String FIELDS = "Date: today\r\nContent-Length: 12\r\n";

    @Test
    void aUsualHeaderIsReadToItsEnd() {
        String header = "HTTP/1.1 404 Not Found\r\nServer: x\r\n" + FIELDS + "ETag: \"a\"\r\n\r\n";
        RawResponseHead read = RawResponseHead.ofThread();
        assertTrue(read.read(bytes(header + "twelve bytes")));
        assertEquals(header.length(), read.length());
        assertEquals(404, read.status());
        assertEquals(12, read.bodyBytes());
        assertEquals(header.substring(0, header.length() - 2), kept(read));
    }

    @Test
    void whatConcernsTheConnectionIsLeftOut() {
        RawResponseHead read = RawResponseHead.ofThread();
        assertTrue(read.read(bytes("HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nServer: x\r\nConnection: Keep-Alive\r\n"
                + FIELDS + "Connection:keep-alive\r\nEtag: y\r\n\r\n")));
        assertEquals("HTTP/1.1 200 OK\r\nServer: x\r\n" + FIELDS + "Etag: y\r\n", kept(read));
    }

    @Test
    void theReaderStaysWhereItIs() {
        ByteBuf in = bytes("HTTP/1.1 200 OK\r\n" + FIELDS + "\r\nbody");
        int before = in.readableBytes();
        assertTrue(RawResponseHead.ofThread().read(in));
        assertEquals(before, in.readableBytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\n", // not whole
                "HTTP/1.1 200 OK\r\nDate: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.0 200 OK\r\nDate: x\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 200\r\nDate: x\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1  200 OK\r\nDate: x\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 2x0 OK\r\nDate: x\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 103 Hints\r\nDate: x\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 204 No\r\nDate: x\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 205 No\r\nDate: x\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 304 No\r\nDate: x\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 700 OK\r\nDate: x\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 200 OK\nDate: x\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1, 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: +1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: \r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 0x1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1 \r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 9223372036854775808\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length : 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nConnection: close\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nConnection: keep-alive, date\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nUpgrade: h2c\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nTRAILER: a\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nVia: 1.1 a\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nGosling-Backend: a\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nProxy-Connection: a\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nA: b\r\n c\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nA_b: c\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nA: b\u0000c\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nA: \u00e9\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nA: b\rc: d\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\n: b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nDate: x\r\nContent-Length: 1\r\nA\r\n\r\n",
            })
    void everythingElseIsLeftToTheDecoder(String header) {
        assertFalse(RawResponseHead.ofThread().read(bytes(header)), header);
    }

    @Test
    void aHeaderMayBeSoLongAndNoLonger() {
        String before = "HTTP/1.1 200 OK\r\n" + FIELDS + "A: ";
        String longest = before + "x".repeat(RawResponseHead.MOST_BYTES - before.length() - 4) + "\r\n\r\n";
        assertTrue(RawResponseHead.ofThread().read(bytes(longest + "body")));
        assertFalse(RawResponseHead.ofThread().read(bytes(longest.replace("A: ", "A: x") + "body")));
    }

    /** Headers with random faults in them: what is read plainly, the decoder understands in the same way. */
    @Test
    void nothingIsReadThatTheDecoderWouldRefuseOrUnderstandOtherwise() {
        String header =
                "HTTP/1.1 200 OK\r\nServer: x\r\nDate: today\r\nConnection: keep-alive\r\nContent-Length: 12\r\n"
                        + "Set-Cookie: a=b\r\nCache-Control: no-cache\r\n\r\n";
        List<String> framing = List.of(
                "Sec-WebSocket-Origin: a\r\nSec-WebSocket-Location: b\r\n",
                "Sec-WebSocket-Key1: a\r\nSec-WebSocket-Key2: b\r\n",
                "Sec-WebSocket-Accept: a\r\n",
                "Upgrade: websocket\r\n",
                "Transfer-Encoding: chunked\r\n",
                "Content-Length: 8\r\n");
        String faults = "\r\n :;,\t\u0000\u007f\u00e90159aZ-_/.\"\\";
        Random random = new Random(83);
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder faulty = new StringBuilder(header);
            for (int left = random.nextInt(3); left >= 0; left--) {
                int at = random.nextInt(faulty.length() + 1);
                int end = Math.min(faulty.length(), at + random.nextInt(3));
                char fault = faults.charAt(random.nextInt(faults.length()));
                faulty.replace(at, end, random.nextBoolean() ? String.valueOf(fault) : "");
            }
            int line = faulty.indexOf("\r\n");
            if (line > 0 && random.nextInt(4) == 0) {
                faulty.insert(line + 2, framing.get(random.nextInt(framing.size())));
            }
            String text = faulty + "twelve bytes";
            RawResponseHead plain = RawResponseHead.ofThread();
            if (plain.read(bytes(text))) {
                read++;
                assertEquals(decoded(text), plainly(plain), text);
            }
        }
        assertTrue(read > 1000, "only " + read + " of them were read");
    }

    /** The decoder's view of a back-end's response: its status, its kept fields and where its body begins and ends. */
    private static String decoded(String text) {
        EmbeddedChannel channel = new EmbeddedChannel(new ResponseDecoder(ConnectionPool.decoding()));
        channel.writeInbound(bytes(text));
        HttpResponse response = channel.readInbound();
        assertTrue(response.decoderResult().isSuccess(), text);
        assertTrue(BackendResponseHead.isPlain(response), text);
        assertTrue(MessageFraming.isPersistent(response), text);
        long length = MessageFraming.responseBody(response, false);
        HopByHopRemover.strip(response.headers());
        channel.finishAndReleaseAll();
        return response.status() + " " + length + " " + response.headers().entries();
    }

    private static String plainly(RawResponseHead plain) {
        EmbeddedChannel channel = new EmbeddedChannel(new ResponseDecoder(ConnectionPool.decoding()));
        channel.writeInbound(bytes(kept(plain) + "\r\n"));
        HttpResponse response = channel.readInbound();
        channel.finishAndReleaseAll();
        assertEquals(plain.status(), response.status().code());
        return response.status() + " " + plain.bodyBytes() + " "
                + response.headers().entries();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }

    private static String kept(RawResponseHead read) {
        ByteBuf out = Unpooled.buffer();
        read.writeTo(out);
        assertEquals(read.keptBytes(), out.readableBytes());
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
