package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseScannerTest {
    private static final List<String> ANSWERS = List.of(
            "HTTP/1.1 200 OK\r\nCache-Status: n1; hit\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n5;x=y\r\nhello\r\nA\r\n0123456789\r\n0\r\nT:"
                    + " 1\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 17\r\n\r\n",
            "HTTP/1.1 204 \r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 404 Not Found\r\nConnection: close\r\n"
                    + "content-length:3\r\n\r\nno!",
            "HTTP/1.1 200\nContent-Length: 2\n\nok");

    private final StringBuilder body = new StringBuilder();
    private final ResponseScanner scanner = new ResponseScanner(
            (in, length) -> body.append(in.toString(in.readerIndex(), length, StandardCharsets.ISO_8859_1)));

    @Test
    void anAnswerIsReadToItsEndAndNotBeyond() throws Exception {
        ByteBuf two = bytes(ANSWERS.get(0) + ANSWERS.get(1));
        assertTrue(scanner.read(two));
        assertEquals("hello", body.toString());
        assertEquals(200, scanner.head().status());
        assertEquals("hit", new CacheStatusClassifier().of(scanner.head().cacheStatus()));
        assertTrue(scanner.head().keepsAlive());
        assertEquals(ANSWERS.get(0).length(), scanner.bytes());
        assertEquals(ANSWERS.get(1).length(), two.readableBytes());
        scanner.begin();
        assertTrue(scanner.read(two));
        assertEquals("hellohello0123456789", body.toString());
        assertEquals(0, two.readableBytes());
        assertEquals(
                CacheStatusClassifier.NONE,
                new CacheStatusClassifier().of(scanner.head().cacheStatus()));
    }

    @Test
    void aHeaderThatCameBeforeIsTakenAsItWas() throws Exception {
        String other = ANSWERS.get(0).replace("hit", "miss").replace("hello", "HELLO");
        for (String answer : List.of(ANSWERS.get(0), ANSWERS.get(0), other, ANSWERS.get(0), ANSWERS.get(4), other)) {
            scanner.begin();
            body.setLength(0);
            assertTrue(scanner.read(bytes(answer)));
            assertEquals(answer.contains("404") ? 404 : 200, scanner.head().status());
            assertEquals(answer.contains("hit"), scanner.head().cacheStatus().contentEquals("n1; hit"));
            assertEquals(answer.substring(answer.lastIndexOf('\n') + 1), body.toString());
            assertEquals(answer.length(), scanner.bytes());
        }
    }

    @Test
    void whereItIsCutMakesNoDifference() throws Exception {
        for (String answer : ANSWERS) {
            for (int cut = 1; cut < answer.length(); cut++) {
                scanner.begin();
                body.setLength(0);
                assertFalse(scanner.read(bytes(answer.substring(0, cut))), answer);
                assertTrue(scanner.read(bytes(answer.substring(cut))), answer);
                assertEquals(answer.length(), scanner.bytes());
            }
            scanner.begin();
            for (int at = 0; at < answer.length(); at++) {
                assertEquals(at == answer.length() - 1, scanner.read(bytes(answer.substring(at, at + 1))), answer);
            }
        }
        assertFalse(new ResponseScanner((in, length) -> {}).end());
    }

    @Test
    void interimAnswersAreNoAnswersAndCloseIsHeard() throws Exception {
        assertTrue(scanner.read(bytes(ANSWERS.get(4))));
        assertEquals(404, scanner.head().status());
        assertFalse(scanner.head().keepsAlive());
        assertEquals("no!", body.toString());
    }

    @Test
    void withoutALengthTheEndOfTheConnectionEndsIt() throws Exception {
        assertFalse(scanner.read(bytes("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\nas long as")));
        assertFalse(scanner.read(bytes(" it goes")));
        assertTrue(scanner.end());
        assertEquals("as long as it goes", body.toString());
        assertEquals("text/html", scanner.head().contentType().toString());
        assertFalse(scanner.head().keepsAlive());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/2 200\r\n\r\n",
                "ICY 200 OK\r\n\r\n",
                "HTTP/1.1 20x OK\r\n\r\n",
                "HTTP/1.1 099 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1g\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n",
            })
    void whatIsNoAnswerIsAFault(String text) {
        assertThrows(MalformedResponseException.class, () -> scanner.read(bytes(text)));
    }

    @Test
    void aHeaderWithoutEndIsAFault() {
        String line = "X: " + "y".repeat(1000) + "\r\n";
        assertThrows(MalformedResponseException.class, () -> {
            scanner.read(bytes("HTTP/1.1 200 OK\r\n"));
            for (int i = 0; i < 100; i++) {
                scanner.read(bytes(line));
            }
        });
    }

    /** Whatever comes, it is an answer, a fault, or not whole yet; and never read twice or beyond its end. */
    @Test
    void mangledAnswersNeverBreakIt() {
        Random random = new Random(9);
        int whole = 0;
        int faults = 0;
        for (int round = 0; round < 50_000; round++) {
            byte[] mangled = ANSWERS.get(random.nextInt(ANSWERS.size())).getBytes(StandardCharsets.ISO_8859_1);
            for (int change = random.nextInt(4); change > 0; change--) {
                mangled[random.nextInt(mangled.length)] =
                        random.nextBoolean() ? (byte) random.nextInt(256) : (byte) "\r\n: 0;".charAt(random.nextInt(6));
            }
            ByteBuf in = Unpooled.wrappedBuffer(mangled);
            scanner.begin();
            body.setLength(0);
            try {
                boolean done = false;
                while (in.isReadable() && !done) {
                    int before = in.readableBytes();
                    ByteBuf piece = in.slice(in.readerIndex(), 1 + random.nextInt(before));
                    done = scanner.read(piece);
                    assertTrue(done || !piece.isReadable(), "something was left of what is not whole");
                    in.skipBytes(piece.readerIndex());
                }
                assertEquals(mangled.length - in.readableBytes(), scanner.bytes());
                whole += done ? 1 : 0;
            } catch (MalformedResponseException e) {
                faults++;
            }
        }
        assertTrue(whole > 10_000 && faults > 5_000, whole + " whole, " + faults + " faults");
    }

    @Test
    void answersAreToldApartByWhoGaveThem() {
        List<String> kinds = new ArrayList<>();
        for (String value : List.of(
                "n1; hit; ttl=5",
                "n1; fwd=miss; detail=disk",
                "origin; hit, \"a, b\"; fwd=uri-miss; stored",
                "\"n;1\"; fwd=stale; fwd-status=304",
                "n1; hit=?0; detail=\"peer\"",
                "n1; fwd=miss; detail=\"late, hit; or | so\"",
                "n1; hit; key=GET-http-h-/p?x=1",
                "")) {
            kinds.add(CacheStatusClassifier.kind(value));
        }
        assertEquals(
                List.of(
                        "hit",
                        "miss miss (disk)",
                        "miss uri-miss",
                        "miss stale",
                        "miss (peer)",
                        "miss miss (late)",
                        "unreadable Cache-Status",
                        CacheStatusClassifier.NONE),
                kinds);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }
}
