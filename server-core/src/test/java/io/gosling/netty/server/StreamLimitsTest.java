package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.FrameClient.Frame;
import io.gosling.testing.ManualTicker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of time and of addresses over HTTP/2. */
@Timeout(60)
class StreamLimitsTest {
    private static final Handler ABSENT = request -> ErrorPageBuilder.of(404);

    private final ManualTicker ticker = new ManualTicker();

    private ServerFixture start(HttpLimits limits) throws IOException {
        return ServerFixture.start(ServerFixture.http2(), limits, ABSENT, ticker)
                .hot("/hot", new byte[5000]);
    }

    private static FrameClient connect(ServerFixture server) {
        return FrameClient.open(server.server().address());
    }

    /** It is closed at once: while the client says what it begins with, or after. */
    private static boolean isTurnedAway(ServerFixture server) {
        try (FrameClient client = connect(server)) {
            return client.await(FrameClient.HEADERS) == null;
        } catch (UncheckedIOException e) {
            return true;
        }
    }

    private void assertRunsOut(ServerFixture server, LimitKind limit) {
        Eventually.that(limit.label() + " runs out", () -> {
            ticker.advance(Duration.ofSeconds(1));
            return server.server().limits().of(limit) > 0;
        });
    }

    /** Otherwise a client could keep documents in memory, and its connection, for as long as it likes. */
    @ParameterizedTest
    @ValueSource(strings = {"/hot", "/absent", "http://refused/"})
    void whoMakesNoRoomForAnAnswerHasItsStreamReset(String path) throws IOException {
        try (ServerFixture server = start(HttpLimits.defaults());
                FrameClient client = connect(server)) {
            client.set(FrameClient.INITIAL_WINDOW, 0).get(1, path);
            client.expect(FrameClient.HEADERS);
            assertRunsOut(server, LimitKind.WRITE_TIME);
            assertEquals(8, client.expect(FrameClient.RST_STREAM).error(), "CANCEL");
            assertRunsOut(server, LimitKind.IDLE_TIME);
            assertEquals(0, client.expect(FrameClient.GOAWAY).error());
        }
    }

    @Test
    void roomForAllStreamsIsNoneForOneThatTakesNothing() throws IOException {
        try (ServerFixture server = start(HttpLimits.defaults());
                FrameClient client = connect(server)) {
            client.set(FrameClient.INITIAL_WINDOW, 0).get(1, "/hot");
            client.expect(FrameClient.HEADERS);
            Eventually.that("its stream is reset", () -> {
                ticker.advance(Duration.ofSeconds(1));
                return client.makeRoom(0, 1).framesUntilNow().stream()
                        .anyMatch(frame -> frame.type() == FrameClient.RST_STREAM && frame.error() == 8);
            });
            assertEquals(1, server.server().limits().of(LimitKind.WRITE_TIME));
        }
    }

    /** It is asked to stop, and neither holds its stream nor, when the server goes, the connection. */
    @Test
    void whoDoesNotSendTheRestOfAnAnsweredRequestIsNotWaitedFor() throws IOException {
        try (ServerFixture server = start(HttpLimits.defaults());
                FrameClient client = connect(server)) {
            client.request(1, false, "POST", "/absent").expect(FrameClient.DATA);
            Eventually.that("the stream is reset with NO_ERROR", () -> {
                ticker.advance(HttpLimits.defaults().get(HttpLimits.BODY_TIME));
                return client.framesUntilNow().stream()
                        .anyMatch(frame -> frame.type() == FrameClient.RST_STREAM && frame.error() == 0);
            });
            assertEquals(0, server.server().limits().of(LimitKind.BODY_TIME));
            client.request(3, false, "POST", "/absent").expect(FrameClient.DATA);
            client.endInput();
            assertNull(client.await(FrameClient.GOAWAY), "the end");
        }
    }

    @Test
    void whoMakesRoomKeepsItsStream() throws IOException {
        try (ServerFixture server = start(HttpLimits.defaults());
                FrameClient client = connect(server)) {
            client.set(FrameClient.INITIAL_WINDOW, 0).get(1, "/hot");
            client.expect(FrameClient.HEADERS);
            for (int i = 0; i < 4; i++) {
                client.makeRoom(1, 10).expect(FrameClient.DATA);
                ticker.advance(Duration.ofSeconds(25));
                assertTrue(client.framesUntilNow().isEmpty());
            }
            client.makeRoom(1, 5000);
            assertTrue(client.expect(FrameClient.DATA).ends());
        }
    }

    /** The time between requests runs whatever else a client has to say. */
    @Test
    void pingsAndSettingsDoNotKeepAConnection() throws IOException {
        try (ServerFixture server = start(HttpLimits.defaults());
                FrameClient client = connect(server)) {
            client.get(1, "/hot").expect(FrameClient.DATA);
            client.framesUntilNow();
            for (int i = 0; i < 3; i++) {
                ticker.advance(Duration.ofSeconds(18));
                client.set(FrameClient.INITIAL_WINDOW, 65_535);
                assertTrue(client.framesUntilNow().stream().noneMatch(frame -> frame.type() == FrameClient.GOAWAY));
            }
            ticker.advance(Duration.ofSeconds(10));
            assertEquals(0, client.expect(FrameClient.GOAWAY).error());
            Eventually.that("it is disconnected", () -> server.server().connections() == 0);
        }
    }

    /** Trailers of a request that was answered without its body are not a second request. */
    @Test
    void aStreamIsAnsweredOnce() throws IOException {
        try (ServerFixture server = start(HttpLimits.defaults());
                FrameClient client = connect(server)) {
            client.set(FrameClient.INITIAL_WINDOW, 0).request(1, false, "POST", "http://refused/");
            client.send(FrameClient.HEADERS, FrameClient.END_HEADERS | FrameClient.END_STREAM, 1, field("a", "b"));
            List<Frame> frames = client.framesUntilNow();
            assertEquals(
                    1,
                    frames.stream()
                            .filter(frame -> frame.type() == FrameClient.HEADERS)
                            .count());
            client.makeRoom(1, 10_000);
            Frame page = client.expect(FrameClient.DATA);
            assertEquals(ErrorPageBuilder.bytes(ErrorPageBuilder.of(400)).readableBytes(), page.payload().length);
            Eventually.that("counted once", () -> server.answers().all().size() == 1);
        }
    }

    private static byte[] field(String name, String value) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        FrameClient.field(block, name, value);
        return block.toByteArray();
    }

    @Test
    void whoAsksTooOftenIsToldToWaitOnEveryStreamAndConnection() throws IOException {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.ADDRESS_CONNECTIONS, 2)
                .with(HttpLimits.ADDRESS_RATE, 1)
                .with(HttpLimits.ADDRESS_BURST, 3);
        try (ServerFixture server = start(limits);
                FrameClient client = connect(server)) {
            assertEquals(200, client.get(1, "/hot").expect(FrameClient.HEADERS).status());
            assertEquals(
                    200,
                    client.get(3, "/hot", "if-match", "*")
                            .expect(FrameClient.HEADERS)
                            .status());
            assertEquals(
                    404, client.get(5, "/absent").expect(FrameClient.HEADERS).status());
            assertEquals(
                    400,
                    client.get(7, "/#").expect(FrameClient.HEADERS).status(),
                    "what is refused anyway is refused as ever");
            for (int stream = 9; stream < 15; stream += 2) {
                client.get(stream, stream == 9 ? "/absent" : "/hot").expect(FrameClient.HEADERS);
                String page = new String(client.expect(FrameClient.DATA).payload(), StandardCharsets.US_ASCII);
                assertTrue(page.contains("429"), page);
            }
            try (FrameClient second = connect(server)) {
                second.get(1, "/hot");
                String page = new String(second.expect(FrameClient.DATA).payload(), StandardCharsets.US_ASCII);
                assertTrue(page.contains("429"), page);
                assertTrue(isTurnedAway(server), "an address has two connections");
            }
            ticker.advance(Duration.ofSeconds(1));
            assertEquals(200, client.get(15, "/hot").expect(FrameClient.HEADERS).status());
            assertEquals(4, server.server().limits().of(LimitKind.ADDRESS_RATE));
            assertEquals(1, server.server().limits().of(LimitKind.ADDRESS_CONNECTIONS));
        }
    }
}
