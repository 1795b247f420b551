package io.gosling.http.websocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Handler;
import io.gosling.testing.ClientFrames;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebSocketTest {
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final WebSocketLimits LIMITS = new WebSocketLimits(1000, Duration.ofHours(1));
    private static final WebSocketSession.Talk ECHO = socket -> {
        for (var message = socket.receive(); message != null; message = socket.receive()) {
            switch (message) {
                case WebSocketSession.Message.Text text -> socket.send(text.text());
                case WebSocketSession.Message.Binary binary -> socket.send(binary.bytes());
            }
        }
    };

    @Test
    void messagesAreEchoedAndTheCloseIsAnswered() throws Exception {
        byte[] client = new ClientFrames()
                .text("Jürgen")
                .binary(new byte[] {1, 2})
                .close(1000)
                .bytes();
        assertEquals("text Jürgen, binary 0102, close 1000", said(client));
    }

    @Test
    void fragmentsArePutTogetherAndPingsBetweenThemAnswered() throws Exception {
        byte[] name = "Jürgen".getBytes(StandardCharsets.UTF_8);
        byte[] client = new ClientFrames()
                .frame(false, 1, new byte[] {name[0], name[1]})
                .frame(true, 9, new byte[] {7})
                .frame(false, 0, new byte[] {name[2]})
                .frame(true, 10, new byte[0])
                .frame(true, 0, new byte[] {name[3], name[4], name[5], name[6]})
                .frame(true, 8, new byte[0])
                .bytes();
        assertEquals("pong 07, text Jürgen, close 1000", said(client));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 125, 126, 65_535, 65_536, 70_000})
    void everyLengthIsWrittenWithAsFewBytesAsItNeeds(int length) {
        byte[] encoded = new WebSocketFrame(true, WebSocketFrame.BINARY, new byte[length]).encoded();
        int head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
        assertEquals(head + length, encoded.length);
        String lengths = length < 126
                ? "%02x".formatted(length)
                : length < 65_536 ? "7e%04x".formatted(length) : "7f%016x".formatted(length);
        assertEquals("82" + lengths, HexFormat.of().formatHex(encoded, 0, head));
    }

    @Test
    void theLongestMessageIsTakenAndALongerOneEndsTheConnection() throws Exception {
        byte[] most = new byte[1000];
        assertTrue(said(new ClientFrames().binary(most).close(1000).bytes()).startsWith("binary 0000"));
        assertEquals(
                "close 1009", said(new ClientFrames().binary(new byte[1001]).bytes()));
        byte[] pieces = new ClientFrames()
                .frame(false, 2, most)
                .frame(true, 0, new byte[1])
                .bytes();
        assertEquals("close 1009", said(pieces));
        byte[] announced = HexFormat.of().parseHex("82ff7fffffffffffffff00000000");
        assertEquals("close 1009", said(announced));
    }

    @ParameterizedTest
    @CsvSource({
        "8101 41, 1002, not masked",
        "c180 00000000, 1002, a reserved bit",
        "8380 00000000, 1002, an unknown opcode",
        "8b80 00000000, 1002, an unknown control opcode",
        "0980 00000000, 1002, a ping in pieces",
        "89fe 007e 00000000, 1002, a long ping",
        "81fe 0001 00000000 41, 1002, a length with too many bytes",
        "81ff 0000000000000001 00000000 41, 1002, a length with too many bytes",
        "82ff 8000000000000000 00000000, 1002, a negative length",
        "8080 00000000, 1002, a continuation of nothing",
        "0180 00000000 8180 00000000, 1002, a message within a message",
        "8181 00000000 ff, 1007, not UTF-8",
        "8182 00000000 c0af, 1007, overlong UTF-8",
        "8881 00000000 03, 1002, half a close code",
        "8882 00000000 03ed, 1002, the reserved code 1005",
        "8882 00000000 0000, 1002, no code",
        "8883 00000000 03e8 ff, 1007, a reason that is not UTF-8",
        "8882 00000000 0fa0, 4000, a code of the application",
    })
    void aClientThatBreaksTheRulesIsTold(String hex, int code, String what) throws Exception {
        byte[] client = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertEquals("close " + code, said(client), what);
    }

    @Test
    void aConnectionThatBreaksOffIsAnError() {
        assertThrows(IOException.class, () -> said(new ClientFrames().text("x").bytes()));
        assertThrows(IOException.class, () -> said(HexFormat.of().parseHex("8185000000004142")));
    }

    @Test
    void whoHasClosedSendsNoMore() throws Exception {
        WebSocketSession.Talk talk = socket -> {
            socket.close(4001, "enough");
            assertThrows(IOException.class, () -> socket.send("more"));
            assertThrows(IllegalArgumentException.class, () -> socket.close(1005, ""));
            assertThrows(IllegalArgumentException.class, () -> socket.close(1000, "x".repeat(124)));
            assertNull(socket.receive());
        };
        assertEquals("close 4001", said(talk, new ClientFrames().close(4001).bytes()));
    }

    @Test
    void aTalkThatFailsEndsWithItsOwnCode() {
        for (Throwable failure : List.of(
                new IllegalStateException("no more"),
                new TimeoutException("a checked one"),
                new AssertionError("no"))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            WebSocketSession.Talk failing = socket -> {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (Exception) failure;
            };
            assertSame(failure, assertThrows(Throwable.class, () -> answer(failing, new byte[0], out)));
            assertEquals("close 1011", ClientFrames.read(out.toByteArray()));
        }
    }

    /** After the talk the output belongs to the connection again. */
    @Test
    void whenATalkIsOverOthersSendNoMoreHoweverItEnded() throws Exception {
        List<WebSocketSession> kept = new ArrayList<>();
        OutputStream broken = new OutputStream() {
            private boolean over;

            @Override
            public void write(int octet) throws IOException {
                assertFalse(over, "written to after the talk");
                throw new IOException("the client has left");
            }

            @Override
            public void close() {
                over = true;
            }
        };
        WebSocketHandler handler = new WebSocketHandler(
                socket -> {
                    kept.add(socket);
                    throw new IOException("the client has left");
                },
                LIMITS,
                null);
        assertThrows(
                IOException.class,
                () -> handler.talk(FakeExchange.get("/"), new ByteArrayInputStream(new byte[0]), broken));
        broken.close();
        assertThrows(IOException.class, () -> kept.getFirst().send("to all who listen"));
        kept.getFirst().ping();
    }

    @Test
    void aTalkIsNotOverWhileSomebodyIsSending() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch room = new CountDownLatch(1);
        List<String> order = new CopyOnWriteArrayList<>();
        OutputStream slow = new OutputStream() {
            @Override
            public void write(int octet) {
                throw new AssertionError("frames come whole");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                try {
                    sending.countDown();
                    room.await();
                    order.add("sent");
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
            }
        };
        List<Thread> senders = new ArrayList<>();
        WebSocketSession.Talk failing = socket -> {
            senders.add(Thread.ofVirtual().start(() -> sendOrLeave(socket)));
            sending.await();
            throw new RequestFailure();
        };
        WebSocketHandler handler = new WebSocketHandler(failing, LIMITS, null);
        Thread talk = Thread.ofPlatform().start(() -> {
            assertThrows(
                    RequestFailure.class,
                    () -> handler.talk(FakeExchange.get("/"), new ByteArrayInputStream(new byte[0]), slow));
            order.add("over");
        });
        Eventually.that("the talk waits for the sender, or is over", () -> !talk.isAlive() || waitsToSend(talk));
        room.countDown();
        talk.join();
        senders.getFirst().join();
        assertEquals("sent", order.getFirst());
        assertEquals("over", order.getLast());
    }

    private static boolean waitsToSend(Thread thread) {
        return thread.getState() == Thread.State.BLOCKED
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(WebSocketSession.class.getName()));
    }

    /** As when the client's input breaks off. */
    private static final class RequestFailure extends IOException {
        private static final long serialVersionUID = 1;
    }

    private static void sendOrLeave(WebSocketSession socket) {
        try {
            socket.send("slowly");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aHandshakeIsAnsweredWithItsKey() throws Exception {
        FakeExchange exchange = handshake("x", "Origin", "http://example.org").answeredBy(closing());
        assertEquals(101, exchange.status());
        // The key and the answer of RFC 6455, section 1.3.
        assertEquals("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", exchange.header("Sec-WebSocket-Accept"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, websocket, keep-alive, 13, dGhlIHNhbXBsZSBub25jZQ==, 426",
        "GET, h2c, Upgrade, 13, dGhlIHNhbXBsZSBub25jZQ==, 426",
        "GET, WebSocket, 'keep-alive, upgrade', 13, dGhlIHNhbXBsZSBub25jZQ==, 101",
        "GET, websocket, Upgrade, 8, dGhlIHNhbXBsZSBub25jZQ==, 400",
        "GET, websocket, Upgrade, 13, short, 400",
        "GET, websocket, Upgrade, 13, '!', 400",
        "POST, websocket, Upgrade, 13, dGhlIHNhbXBsZSBub25jZQ==, 400",
    })
    void whatIsNoHandshakeIsRefused(
            String method, String upgrade, String connection, String version, String key, int status) throws Exception {
        FakeExchange exchange = FakeExchange.of(
                        method,
                        "/",
                        "Upgrade",
                        upgrade,
                        "Connection",
                        connection,
                        "Sec-WebSocket-Version",
                        version,
                        "Sec-WebSocket-Key",
                        key)
                .answeredBy(closing());
        assertEquals(status, exchange.status());
    }

    @ParameterizedTest
    @CsvSource({
        "http://example.org, 101, 101",
        "https://EXAMPLE.org, 101, 403",
        "http://example.org:8080, 403, 403",
        "http://evil.example, 403, 403",
        "null, 403, 403",
        "http://friend.example, 403, 101",
        "'http://x y', 403, 403",
    })
    void pagesOfOtherSitesAreRefusedUnlessTheyAreNamed(String origin, int usual, int named) throws Exception {
        assertEquals(
                usual, handshake("x", "Origin", origin).answeredBy(closing()).status());
        Set<String> origins = Set.of("http://example.org", "http://friend.example");
        Handler handler = WebSocketSession.handler(LIMITS, origins, socket -> {});
        assertEquals(named, handshake("x", "Origin", origin).answeredBy(handler).status());
        Handler open = WebSocketSession.handler(LIMITS, Set.of("*"), socket -> {});
        assertEquals(101, handshake("x", "Origin", origin).answeredBy(open).status());
    }

    @Test
    void limitsHaveBounds() {
        assertThrows(IllegalArgumentException.class, () -> new WebSocketLimits(124, Duration.ofSeconds(1)));
        assertThrows(IllegalArgumentException.class, () -> new WebSocketLimits(125, Duration.ofMillis(9)));
        assertEquals(64 << 10, WebSocketLimits.defaults().messageBytes());
    }

    @Test
    void theServerSendsNoMasks() {
        assertArrayEquals(
                HexFormat.of().parseHex("810548656c6c6f"),
                new WebSocketFrame(true, WebSocketFrame.TEXT, "Hello".getBytes(StandardCharsets.UTF_8)).encoded());
    }

    private static Handler closing() {
        return WebSocketSession.handler(socket -> {});
    }

    private static FakeExchange handshake(String body, String... more) {
        String[] fields = {
            "Host",
            "example.org",
            "Upgrade",
            "websocket",
            "Connection",
            "Upgrade",
            "Sec-WebSocket-Version",
            "13",
            "Sec-WebSocket-Key",
            KEY,
            more[0],
            more[1]
        };
        return FakeExchange.get("/" + body, fields);
    }

    private static String said(byte[] client) throws Exception {
        return said(ECHO, client);
    }

    /** The server's answer to these frames of a client. */
    private static String said(WebSocketSession.Talk talk, byte[] client) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        answer(talk, client, out);
        return ClientFrames.read(out.toByteArray());
    }

    private static void answer(WebSocketSession.Talk talk, byte[] client, ByteArrayOutputStream out) throws Exception {
        WebSocketHandler handler = new WebSocketHandler(talk, LIMITS, null);
        handler.talk(FakeExchange.get("/"), new ByteArrayInputStream(client), out);
    }
}
