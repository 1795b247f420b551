package io.gosling.dispatcher.downstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.FrameClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSockets of clients of HTTP/2 (RFC 8441), over real sockets, before back-ends of HTTP/1.1. */
@Timeout(60)
class WebSocketsOverHttp2Test {
    private static final ListenEndpoint FRAMES = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);

    /** As many pings as a test likes. */
    private static final ListenEndpoint PINGED = Stage.ANY_PORT.withHttp2(
            Http2Limits.defaults()
                    .with(Http2Limits.STREAMS, 1)
                    .with(Http2Limits.RESETS, 9)
                    .with(Http2Limits.CONTROL_FRAMES, 1 << 16),
            true);

    private static String granted(ScriptedBackend.Request asked) {
        return granted(asked.all("Sec-WebSocket-Key").getFirst());
    }

    private static String granted(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-1").digest(ascii(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
            return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Protocol: talk\r\nSec-WebSocket-Accept: "
                    + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n";
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Grants a change of protocol and sends back what comes, to its end. */
    private static ScriptedBackend echo() throws IOException {
        return ScriptedBackend.start("n1", with -> {
            ScriptedBackend.Request request = with.request();
            if (request.all("Upgrade").isEmpty()) {
                with.answer("n1");
                return;
            }
            with.send(granted(request));
            byte[] buffer = new byte[1 << 14];
            for (int read = with.readSome(buffer); read >= 0; read = with.readSome(buffer)) {
                with.send(Arrays.copyOf(buffer, read));
            }
        });
    }

    private static Stage stage(FrontEndSettings settings, ScriptedBackend backend) throws IOException {
        return Stage.of(settings, FRAMES, backend);
    }

    private static Stage stage(ScriptedBackend backend) throws IOException {
        return stage(FrontEndSettings.defaults(), backend);
    }

    private static FrameClient frames(Stage stage) {
        return FrameClient.open(stage.frontEnd.address());
    }

    private static FrameClient.Frame ask(FrameClient client, int stream, String protocol) {
        return client.request(stream, false, "CONNECT", "/talk", ":protocol", protocol, "sec-websocket-version", "13")
                .answer();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String said(FrameClient.Frame frame) {
        return new String(frame.payload(), StandardCharsets.US_ASCII);
    }

    @Test
    void aStreamBecomesAWebSocketAndBytesPassBothWaysUntilBothEnd() throws IOException {
        ScriptedBackend backend = echo();
        try (Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            FrameClient.Frame granted = ask(client, 1, "websocket");
            assertEquals(200, granted.status());
            ScriptedBackend.Request seen = backend.requests.getLast();
            assertEquals("GET /talk HTTP/1.1", seen.line());
            assertEquals(List.of("upgrade"), seen.all("Connection"));
            assertEquals(List.of("websocket"), seen.all("Upgrade"));
            assertEquals(List.of("13"), seen.all("Sec-WebSocket-Version"));
            assertEquals(24, seen.all("Sec-WebSocket-Key").getFirst().length());
            assertEquals(List.of(), seen.all("Transfer-Encoding"));
            for (String word : List.of("one", "two", "three")) {
                client.send(FrameClient.DATA, 0, 1, ascii(word));
                assertEquals(word, said(client.expect(FrameClient.DATA)));
            }
            assertEquals(1, stage.frontEnd.status().lasting());
            assertEquals(0, stage.frontEnd.status().active());
            client.send(FrameClient.DATA, FrameClient.END_STREAM, 1, ascii("last"));
            assertEquals("last", said(client.expect(FrameClient.DATA)));
            FrameClient.Frame end = client.expect(FrameClient.DATA);
            assertTrue(end.ends());
            Stage.until("the tunnel is counted", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
            Stage.until("its place is free", () -> stage.frontEnd.status().lasting() == 0);
            assertEquals(200, client.get(3, "/other").answer().status(), "the connection goes on");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "h2c", "chat, websocket"})
    void otherProtocolsAreNone(String protocol) throws IOException {
        ScriptedBackend backend = echo();
        try (Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            ask(client, 1, protocol);
            assertTrue(said(client.expect(FrameClient.DATA)).startsWith("501"));
            assertEquals(List.of(), backend.requests);
        }
    }

    @Test
    void clientsAreToldWhetherTheyMayAsk() throws IOException {
        HexFormat hex = HexFormat.of();
        String mayAsk = "000800000001";
        try (Stage stage = stage(echo());
                FrameClient client = frames(stage)) {
            assertTrue(
                    hex.formatHex(client.expect(FrameClient.SETTINGS).payload()).contains(mayAsk));
        }
        try (Stage stage = stage(FrontEndSettings.defaults().with(TunnelSettings.PROTOCOLS, Set.of()), echo());
                FrameClient client = frames(stage)) {
            String settings = hex.formatHex(client.expect(FrameClient.SETTINGS).payload());
            assertTrue(!settings.contains("0008"), settings);
            ask(client, 1, "websocket");
            assertTrue(said(client.expect(FrameClient.DATA)).startsWith("501"));
        }
    }

    /**
     * To a stream any 2xx is the change that it asked for; a back-end that has not heard of it means something else by
     * it.
     */
    @ParameterizedTest
    @ValueSource(ints = {200, 204})
    void whoDoesNotChangeHasNotGranted(int status) throws IOException {
        try (Stage stage = stage(ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.answer(status, status == 204 ? new byte[0] : ascii("a page"));
            }
        }))) {
            for (int i = 0; i < 5; i++) {
                try (FrameClient client = frames(stage)) {
                    ask(client, 1, "websocket");
                    String said = said(client.expect(FrameClient.DATA));
                    assertTrue(said.startsWith("502") && said.contains("does not change"), said);
                }
            }
            assertEquals(0, stage.frontEnd.status().lasting());
            assertEquals(5, stage.outcome(RequestOutcome.BAD_GATEWAY));
            assertEquals(0, stage.outcome(RequestOutcome.REFUSED), "the client has broken no rule");
            try (FrameClient client = frames(stage)) {
                client.get(1, "/page").answer();
                Stage.until("nobody is left alone for it", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
            }
        }
    }

    @Test
    void whoTalksToABackendThatIsGoneIsNotHeardForEver() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
        });
        FrontEndSettings relay = FrontEndSettings.defaults()
                .with(RelaySettings.HEADER_TIME, Duration.ofSeconds(10))
                .with(RelaySettings.IDLE_TIME, Duration.ofMillis(100));
        try (Stage stage = Stage.of(relay, FRAMES, backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            Stage.until("the tunnel is over", () -> {
                client.send(FrameClient.DATA, 0, 1, ascii("hello?"));
                return stage.outcome(RequestOutcome.RELAYED) == 1;
            });
            Stage.until("its place is free", () -> stage.frontEnd.status().lasting() == 0);
        }
    }

    /** The key is the front-end's, and nobody else looks whether it was read (RFC 6455, section 4.1). */
    @Test
    void whoAnswersAnotherKeyHasNotGranted() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(granted("dGhlIHNhbXBsZSBub25jZQ=="));
            with.waitForTheEnd();
        });
        try (Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            ask(client, 1, "websocket");
            assertTrue(said(client.expect(FrameClient.DATA)).startsWith("502"));
            assertEquals(0, stage.frontEnd.status().lasting());
            assertEquals(1, stage.outcome(RequestOutcome.BAD_GATEWAY));
        }
    }

    /** A part of what was to come is not all of it (RFC 8441, section 5). */
    @Test
    void aBackendThatIsResetIsAStreamThatIs() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
            with.send("a part");
            with.waitForTheEnd();
        });
        try (Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            assertEquals("a part", said(client.expect(FrameClient.DATA)));
            backend.kill();
            FrameClient.Frame end = client.answer();
            while (end.type() == FrameClient.DATA) {
                assertEquals(0, end.payload().length + (end.ends() ? 1 : 0), "nothing more, and no end");
                end = client.answer();
            }
            assertEquals(FrameClient.RST_STREAM, end.type());
            assertEquals(8, end.payload()[3], "CANCEL");
            Stage.until("the tunnel is counted", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
        }
    }

    /** The bytes that it has not taken hold the window of the client's other requests. */
    @Test
    void aBackendThatTakesNothingAndClosesAfterItsEndIsAStreamThatIsReset() throws Exception {
        CountDownLatch ends = new CountDownLatch(1);
        CountDownLatch closes = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
            ends.await();
            with.sendsNoMore();
            closes.await();
        });
        Duration patient = Duration.ofHours(1);
        FrontEndSettings relay = FrontEndSettings.defaults()
                .with(RelaySettings.HEADER_TIME, patient)
                .with(RelaySettings.IDLE_TIME, patient);
        try (Stage stage = Stage.of(relay, PINGED, backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            new Talking(client, 1).untilNobodyListens();
            ends.countDown();
            assertTrue(client.expect(FrameClient.DATA).ends());
            closes.countDown();
            assertEquals(8, client.expect(FrameClient.RST_STREAM).error(), "CANCEL");
            Stage.until("its place is free", () -> stage.frontEnd.status().lasting() == 0);
        }
    }

    @Test
    void aRefusedChangeIsAnOrdinaryAnswer() throws IOException {
        try (Stage stage = stage(ScriptedBackend.start("n1", with -> {
                    while (true) {
                        with.request();
                        with.answer(403, ascii("not you"));
                    }
                }));
                FrameClient client = frames(stage)) {
            assertEquals(FrameClient.HEADERS, ask(client, 1, "websocket").type());
            assertEquals("not you", said(client.expect(FrameClient.DATA)));
            assertEquals(0, stage.frontEnd.status().lasting());
        }
    }

    @Test
    void whoDoesNotListenStopsTheOtherSideAndGetsAllOfItAfterwards() throws IOException {
        AtomicLong sent = new AtomicLong();
        AtomicBoolean enough = new AtomicBoolean();
        AtomicReference<String> heard = new AtomicReference<>();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
            while (!enough.get()) {
                with.send(new byte[1 << 14]);
                sent.addAndGet(1 << 14);
            }
            with.sendsNoMore();
            heard.set(new String(with.exactly(3), StandardCharsets.US_ASCII) + with.readSome(new byte[1]));
        });
        try (Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            standsStill(sent);
            enough.set(true);
            long came = 0;
            FrameClient.Frame frame = client.expect(FrameClient.DATA);
            while (!frame.ends()) {
                int bytes = frame.payload().length;
                came += bytes;
                if (bytes > 0) {
                    client.makeRoom(0, bytes).makeRoom(1, bytes);
                }
                frame = client.expect(FrameClient.DATA);
            }
            assertEquals(sent.get(), came + frame.payload().length);
            assertNull(heard.get(), "the client may still speak");
            client.send(FrameClient.DATA, FrameClient.END_STREAM, 1, ascii("bye"));
            Stage.until("the back-end hears the end", () -> heard.get() != null);
            assertEquals("bye-1", heard.get());
        }
    }

    /** Waits until what the kernels and the front-end keep is full, which is not without bound. */
    private static void standsStill(AtomicLong sent) {
        long[] seen = {-1, 0};
        Stage.until("the other side is stopped", () -> {
            long now = sent.get();
            assertTrue(now < 64 << 20, "kept: " + now);
            if (now != seen[0]) {
                seen[0] = now;
                seen[1] = System.nanoTime();
            }
            return now > 0 && System.nanoTime() - seen[1] > 200_000_000;
        });
    }

    /** Sends pieces as a server's windows open. */
    private static final class Talking {
        private static final int PIECE = 4096;

        private final FrameClient client;
        private final int stream;
        private long room = 65_535;
        private long roomOfAll =
                Http2Limits.defaults().get(Http2Limits.CONNECTION_WINDOW); // which has been told before any answer
        private long sent;
        private FrameClient.Frame last = new FrameClient.Frame(FrameClient.PING, 0, 0, new byte[0]);

        Talking(FrameClient client, int stream) {
            this.client = client;
            this.stream = stream;
        }

        private boolean mayTalk() {
            return room >= PIECE && roomOfAll >= PIECE;
        }

        private void talk() {
            client.send(FrameClient.DATA, 0, stream, new byte[PIECE]);
            sent += PIECE;
            room -= PIECE;
            roomOfAll -= PIECE;
        }

        private void hear(FrameClient.Frame frame) {
            last = frame;
            if (frame.type() == FrameClient.WINDOW_UPDATE) {
                int more = ByteBuffer.wrap(frame.payload()).getInt();
                room += frame.stream() == stream ? more : 0;
                roomOfAll += frame.stream() == 0 ? more : 0;
            }
        }

        /** Until no more room comes for a while. */
        void untilNobodyListens() {
            for (int quiet = 0; quiet < 50; quiet++) {
                for (client.framesUntilNow().forEach(this::hear); mayTalk(); quiet = 0) {
                    talk();
                }
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos()); // too short only means that less is kept
            }
        }

        /** Until the stream is reset. */
        void untilReset() {
            long began = System.nanoTime();
            while (last.type() != FrameClient.RST_STREAM || last.stream() != stream) {
                if (mayTalk()) {
                    talk();
                } else {
                    assertTrue(System.nanoTime() - began < 30_000_000_000L, "it is waited for without end");
                    FrameClient.Frame next = client.read();
                    assertNotNull(next, "the connection goes on");
                    hear(next);
                }
            }
        }
    }

    /** Whichever side ends first, and however slowly the back-end reads. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheClientSaidBeforeItsEndComes(boolean backendEndsFirst) throws Exception {
        CountDownLatch ends = new CountDownLatch(1);
        CountDownLatch reads = new CountDownLatch(1);
        AtomicLong heard = new AtomicLong();
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
            ends.await();
            with.sendsNoMore();
            reads.await();
            byte[] buffer = new byte[1 << 16];
            for (int read = with.readSome(buffer); read >= 0; read = with.readSome(buffer)) {
                heard.addAndGet(read);
            }
        });
        try (Stage stage = Stage.of(FrontEndSettings.defaults(), PINGED, backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            Talking talking = new Talking(client, 1);
            if (backendEndsFirst) {
                ends.countDown();
                assertTrue(client.expect(FrameClient.DATA).ends());
            }
            talking.untilNobodyListens();
            client.send(FrameClient.DATA, FrameClient.END_STREAM, 1);
            if (!backendEndsFirst) {
                ends.countDown();
                assertTrue(client.expect(FrameClient.DATA).ends());
            }
            Stage.until("the stream is over", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
            reads.countDown();
            Stage.until("all of it comes", () -> heard.get() == talking.sent);
        }
    }

    /** Or whoever begins and resets them would have the back-end keep any number of connections. */
    @Test
    void aTunnelHasItsPlaceUntilItsBackendHasLeft() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
            reads.await();
            byte[] buffer = new byte[1 << 16];
            int read = with.readSome(buffer);
            while (read >= 0) {
                read = with.readSome(buffer);
            }
        });
        FrontEndSettings relay =
                FrontEndSettings.defaults().with(TunnelSettings.MOST, 2).with(TunnelSettings.MOST_EACH, 1);
        try (Stage stage = Stage.of(relay, PINGED, backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            new Talking(client, 1).untilNobodyListens();
            client.send(FrameClient.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
            Stage.until("the stream is over", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
            assertEquals(1, stage.status("n1").load());
            ask(client, 3, "websocket");
            assertTrue(said(client.expect(FrameClient.DATA)).startsWith("503"));
            reads.countDown();
            Stage.until("its place is free", () -> stage.frontEnd.status().lasting() == 0);
            try (FrameClient other = frames(stage)) {
                assertEquals(200, ask(other, 1, "websocket").status());
                other.send(FrameClient.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
                Stage.until("it is over too", () -> stage.frontEnd.status().lasting() == 0);
            }
        }
    }

    /** Data for such a back-end takes room from all streams of the connection. */
    @Test
    void aBackendThatTakesNothingIsLetGoOf() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
            while (true) {
                with.send("x");
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        });
        FrontEndSettings relay = FrontEndSettings.defaults()
                .with(RelaySettings.HEADER_TIME, Duration.ofSeconds(10))
                .with(RelaySettings.IDLE_TIME, Duration.ofMillis(500));
        try (Stage stage = Stage.of(relay, FRAMES, backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            new Talking(client, 1).untilReset();
            Stage.until("it is over", () -> stage.frontEnd.status().lasting() == 0);
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.TUNNEL_TIME));
            Stage.until("the back-end is let go of", () -> backend.openConnections() == 0);
        }
    }

    /** Room for other streams is none for this one, and speaking is not listening. */
    @Test
    void whoTakesNothingIsLetGoOfThoughItSpeaks() throws Exception {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.send(granted(with.request()));
            with.send(new byte[1 << 20]);
            with.waitForTheEnd();
        });
        Duration patient = Duration.ofSeconds(30);
        FrontEndSettings limits = FrontEndSettings.defaults()
                .with(HttpLimits.HEADER_TIME, patient)
                .with(HttpLimits.IDLE_TIME, patient)
                .with(HttpLimits.BODY_TIME, patient)
                .with(HttpLimits.WRITE_TIME, Duration.ofMillis(400));
        try (Stage stage = Stage.of(limits, FRAMES, backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            boolean reset = false;
            for (int i = 0; i < 250 && !reset; i++) {
                client.makeRoom(0, 1).send(FrameClient.DATA, 0, 1, ascii("x"));
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
                reset = client.framesUntilNow().stream().anyMatch(frame -> frame.type() == FrameClient.RST_STREAM);
            }
            assertTrue(reset, "it is waited for without end");
            Stage.until("it is over", () -> stage.frontEnd.status().lasting() == 0);
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.WRITE_TIME));
        }
    }

    @Test
    void whoeverLeavesTheOtherIsLetGoOf() throws IOException {
        ScriptedBackend backend = echo();
        try (Stage stage = stage(backend);
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            client.send(FrameClient.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
            Stage.until("the back-end is let go of", () -> backend.openConnections() == 0);
            assertEquals(200, ask(client, 3, "websocket").status());
            stage.tell(List.of());
            assertEquals(FrameClient.RST_STREAM, client.answer().type());
            Stage.until("both are counted", () -> stage.outcome(RequestOutcome.RELAYED) == 2);
        }
    }

    @Test
    void aTunnelInWhichNobodySpeaksEnds() throws IOException {
        FrontEndSettings hasty = FrontEndSettings.defaults().with(TunnelSettings.IDLE_TIME, Duration.ofMillis(50));
        try (Stage stage = stage(hasty, echo());
                FrameClient client = frames(stage)) {
            assertEquals(200, ask(client, 1, "websocket").status());
            assertEquals(FrameClient.RST_STREAM, client.answer().type());
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.TUNNEL_TIME));
        }
    }
}
