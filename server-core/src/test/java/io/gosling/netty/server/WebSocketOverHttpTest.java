package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Handler;
import io.gosling.http.routing.Router;
import io.gosling.http.websocket.WebSocketLimits;
import io.gosling.http.websocket.WebSocketSession;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.testing.ClientFrames;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WebSocketOverHttpTest {
    private static final String[] HANDSHAKE = {
        "Upgrade",
        "websocket",
        "Connection",
        "Upgrade",
        "Sec-WebSocket-Version",
        "13",
        "Sec-WebSocket-Key",
        "dGhlIHNhbXBsZSBub25jZQ=="
    };
    private static final WebSocketSession.Talk ECHO = socket -> {
        for (var message = socket.receive(); message != null; message = socket.receive()) {
            if (message instanceof WebSocketSession.Message.Text text) {
                socket.send(socket.request().rawPath() + " " + text.text());
            } else if (message instanceof WebSocketSession.Message.Binary binary) {
                socket.send(binary.bytes());
            }
        }
    };

    /** A client's messages, one by one. */
    private record Heard(BlockingQueue<String> messages) implements java.net.http.WebSocket.Listener {
        @Override
        public @Nullable CompletionStage<?> onText(java.net.http.WebSocket socket, CharSequence data, boolean last) {
            messages.add(data + (last ? "" : "..."));
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(java.net.http.WebSocket socket, int code, String reason) {
            messages.add("closed " + code + " " + reason);
            return null;
        }
    }

    @Test
    void aClientOfTheJdkTalks() throws Exception {
        Handler routes = new Router().get("/chat/{room}", WebSocketSession.handler(ECHO));
        Heard heard = new Heard(new LinkedBlockingQueue<>());
        try (ServerFixture server = ServerFixture.start(routes);
                HttpClient client = HttpClient.newHttpClient()) {
            URI url = URI.create("ws://127.0.0.1:" + server.server().address().getPort() + "/chat/geese");
            var socket = client.newWebSocketBuilder().buildAsync(url, heard).get();
            socket.sendText("Jürgen", true).get();
            socket.sendText("in two ", false).get();
            socket.sendText("pieces", true).get();
            assertEquals("/chat/geese Jürgen", heard.messages().poll(30, TimeUnit.SECONDS));
            assertEquals("/chat/geese in two pieces", heard.messages().poll(30, TimeUnit.SECONDS));
            socket.sendClose(4000, "enough").get();
            assertEquals("closed 4000 ", heard.messages().poll(30, TimeUnit.SECONDS));
            Eventually.that("the connection is closed", () -> server.server().connections() == 0);
            Eventually.that("it is counted", () -> server.answers().all().size() == 1);
            assertEquals(101, server.answers().all().getFirst().status());
        }
    }

    @Test
    void framesThatComeWithTheirNeighboursAreAllAnswered() throws Exception {
        byte[] large = new byte[60_000];
        try (ServerFixture server = ServerFixture.start(WebSocketSession.handler(ECHO));
                RawConnection client = server.connect()) {
            RawResponse response = client.request("GET", "/", HANDSHAKE).read();
            assertEquals(101, response.status());
            assertEquals("Upgrade", response.header("Connection"));
            assertEquals("websocket", response.header("Upgrade"));
            ClientFrames frames = new ClientFrames();
            for (int i = 0; i < 100; i++) {
                frames.binary(large).text(Integer.toString(i));
            }
            Thread sender = Thread.ofVirtual()
                    .start(() -> client.send(frames.close(1000).bytes()));
            String[] said = ClientFrames.read(rest(client)).split(", ");
            sender.join();
            assertEquals(201, said.length);
            assertEquals("text / 99", said[199]);
            assertEquals("close 1000", said[200]);
        }
    }

    /** It says what it still has to say, closes in answer, and is not cut off. */
    @Test
    void aDrainTellsTheClientThatTheServerIsGoingAway() throws Exception {
        try (ServerFixture server = ServerFixture.start(WebSocketSession.handler(ECHO));
                RawConnection client = server.connect()) {
            assertEquals(101, client.request("GET", "/", HANDSHAKE).read().status());
            client.send(new ClientFrames().text("before").bytes());
            assertEquals("text / before", ClientFrames.read(next(client)));
            Thread drain = Thread.ofVirtual().start(() -> server.server().drain(Duration.ofSeconds(60)));
            assertEquals("close 1001", ClientFrames.read(next(client)));
            client.send(new ClientFrames().close(1001).bytes());
            assertEquals("", ClientFrames.read(rest(client)), "and the connection ends");
            drain.join();
        }
    }

    /** The server's next frame, which is short. */
    private static byte[] next(RawConnection client) {
        byte[] head = {(byte) client.readByte(), (byte) client.readByte()};
        byte[] frame = new byte[2 + head[1]];
        frame[0] = head[0];
        frame[1] = head[1];
        for (int i = 2; i < frame.length; i++) {
            frame[i] = (byte) client.readByte();
        }
        return frame;
    }

    @Test
    void aClientThatLeavesIsNoticed() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        Handler handler = request -> {
            request.whenDone(over::countDown);
            return WebSocketSession.handler(ECHO).handle(request);
        };
        try (ServerFixture server = ServerFixture.start(handler)) {
            try (RawConnection client = server.connect()) {
                assertEquals(101, client.request("GET", "/", HANDSHAKE).read().status());
            }
            over.await();
        }
    }

    @Test
    void aSilentClientIsAskedAndCutOffWhenItDoesNotAnswer() throws Exception {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.HEADER_TIME, Duration.ofSeconds(10))
                .with(HttpLimits.IDLE_TIME, Duration.ofSeconds(10))
                .with(HttpLimits.BODY_TIME, Duration.ofMillis(500))
                .with(HttpLimits.WRITE_TIME, Duration.ofSeconds(10));
        WebSocketLimits often = new WebSocketLimits(1000, Duration.ofMillis(20));
        try (ServerFixture server = ServerFixture.start(limits, WebSocketSession.handler(often, Set.of(), ECHO));
                RawConnection client = server.connect()) {
            assertEquals(101, client.request("GET", "/", HANDSHAKE).read().status());
            String said = ClientFrames.read(rest(client));
            assertTrue(said.startsWith("ping, ping, "), said);
        }
    }

    @Test
    void whatIsNoHandshakeGoesOnAsHttp() throws Exception {
        try (ServerFixture server = ServerFixture.start(WebSocketSession.handler(ECHO));
                RawConnection client = server.connect()) {
            RawResponse refused = client.get("/");
            assertEquals(426, refused.status());
            assertEquals("websocket", refused.header("Upgrade"));
            assertEquals("Upgrade", refused.header("Connection"));
            assertEquals(426, client.get("/").status());
            client.send("GET / HTTP/1.0\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            assertEquals(426, client.read().status());
        }
    }

    @Test
    void aRequestBehindTheHandshakeIsNotAnswered() throws Exception {
        CountDownLatch both = new CountDownLatch(1);
        Handler handler = request -> {
            both.await();
            return WebSocketSession.handler(ECHO).handle(request);
        };
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            client.request("GET", "/", HANDSHAKE).request("GET", "/second");
            both.countDown();
            String said = new String(rest(client), StandardCharsets.ISO_8859_1);
            assertTrue(said.startsWith("HTTP/1.1 400 ") || said.startsWith("HTTP/1.1 101 "), said);
            assertEquals(said.indexOf("HTTP/1.1"), said.lastIndexOf("HTTP/1.1"), said);
        }
    }

    private static byte[] rest(RawConnection client) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int octet = client.readByte(); octet >= 0; octet = client.readByte()) {
            bytes.write(octet);
        }
        return bytes.toByteArray();
    }
}
