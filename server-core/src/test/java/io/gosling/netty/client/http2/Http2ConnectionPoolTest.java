package io.gosling.netty.client.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections of HTTP/2 and their ends, against another side that is written frame by frame. */
@Timeout(60)
class Http2ConnectionPoolTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Stream 1 would be that of an upgrade from HTTP/1.1. */
    private static final int FIRST = 3;

    private final FrameServer server;
    private final Transport transport;
    private final EventLoop loop;

    Http2ConnectionPoolTest() throws IOException {
        server = new FrameServer();
        transport = Transport.open(TransportKind.NIO, 1, "test");
        loop = transport.eventLoops().next();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        transport.close();
    }

    private Http2ConnectionPool pool(PoolLimits limits, int streams, Duration timeout) {
        return Http2ConnectionPool.open(transport, limits, streams, timeout, null);
    }

    private Http2ConnectionPool pool(int streams) {
        return pool(new PoolLimits(4, 8, LONG, LONG), streams, LONG);
    }

    private Future<Channel> acquire(Http2ConnectionPool pool) throws Exception {
        return loop.submit(() -> pool.acquire(loop, server.address())).get();
    }

    private Channel stream(Http2ConnectionPool pool) throws Exception {
        return acquire(pool).get();
    }

    private static Channel ask(Channel stream) {
        var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
        request.headers().set("Host", "test");
        stream.writeAndFlush(request).syncUninterruptibly();
        return stream;
    }

    private void discard(Http2ConnectionPool pool, Channel stream) throws Exception {
        loop.submit(() -> pool.discard(stream)).get();
    }

    @Test
    void aConnectionBeginsWithWhatTheOtherSideSays() throws Exception {
        try (Http2ConnectionPool pool = pool(2)) {
            Future<Channel> first = acquire(pool);
            Future<Channel> second = acquire(pool);
            try (FrameServer.Connection connection = server.accept()) {
                assertFalse(first.isDone(), "it may speak something else");
                connection.send(FrameServer.SETTINGS, 0, 0);
                assertEquals(first.get().parent(), second.get().parent());
                assertFalse(pool.isReused(first.get()));
                assertTrue(pool.isReused(second.get()));
                ask(first.get());
                assertEquals(FIRST, connection.expect(FrameServer.HEADERS).stream());
                ask(second.get());
                assertEquals(FIRST + 2, connection.expect(FrameServer.HEADERS).stream());
            }
        }
    }

    @Test
    void onlyATurnForAStreamCanBeGivenUp() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(1, 8, LONG, LONG), 1, LONG)) {
            Future<Channel> first = acquire(pool);
            try (FrameServer.Connection connection = server.accept()) {
                assertFalse(loop.submit(first::isCancellable).get(), "a connection is being made for it");
                connection.send(FrameServer.SETTINGS, 0, 0);
                assertTrue(first.get().isActive());
                Future<Channel> second = acquire(pool);
                assertTrue(loop.submit(second::isCancellable).get(), "it waits for the first one's stream");
            }
        }
    }

    @Test
    void whoSpeaksAnotherProtocolCannotBeConnectedTo() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(1, 1, LONG, LONG), 8, LONG)) {
            Future<Channel> refused = acquire(pool);
            try (FrameServer.Connection connection = server.accept()) {
                connection.send(FrameServer.HEADERS, 0, 1); // no SETTINGS: it does not speak HTTP/2
                Throwable cause =
                        assertThrows(ExecutionException.class, refused::get).getCause();
                String message = String.valueOf(
                        assertInstanceOf(ConnectException.class, cause).getMessage());
                assertTrue(message.contains("relay.protocol: http1"), message);
            }
        }
    }

    @Test
    void aNameStandsForItsAddresses() throws Exception {
        try (Http2ConnectionPool pool = pool(2)) {
            InetSocketAddress named = InetSocketAddress.createUnresolved(
                    "localhost", server.address().getPort());
            Future<Channel> stream =
                    loop.submit(() -> pool.acquire(loop, named)).get();
            try (FrameServer.Connection connection = server.accept()) {
                connection.send(FrameServer.SETTINGS, 0, 0);
                ask(stream.get());
                assertEquals(FIRST, connection.expect(FrameServer.HEADERS).stream());
            }
        }
    }

    @Test
    void whoSaysNothingIsNotThere() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(4, 8, LONG, LONG), 2, Duration.ofMillis(50))) {
            ExecutionException failed =
                    assertThrows(ExecutionException.class, () -> acquire(pool).get());
            Throwable cause = assertInstanceOf(ConnectException.class, failed.getCause());
            assertTrue(String.valueOf(cause.getMessage()).contains("within 50 ms"), cause::toString);
        }
    }

    /** Requests sent on by another back-end at the same moment wait as long as the first. */
    @Test
    void whoComesWhileAConnectionIsGivenUpHasAWholeTimeOfItsOwn() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(4, 8, LONG, LONG), 2, Duration.ofSeconds(1))) {
            Future<Channel> first = acquire(pool);
            try (FrameServer.Connection silent = server.accept()) {
                Future<Channel> later = acquire(pool);
                assertThrows(ExecutionException.class, first::get);
                assertFalse(later.isDone());
                try (FrameServer.Connection connection = server.begin()) {
                    ask(later.get());
                    assertEquals(FIRST, connection.expect(FrameServer.HEADERS).stream());
                }
            }
        }
    }

    /** As a proxy does that cannot reach its back-end, and a node that drains. */
    @Test
    void whoEndsWithoutAWordIsNotThereAndIsAskedAgain() throws Exception {
        try (Http2ConnectionPool pool = pool(2)) {
            Future<Channel> first = acquire(pool);
            try (FrameServer.Connection ends = server.accept()) {
                ends.end();
                Throwable cause =
                        assertThrows(ExecutionException.class, first::get).getCause();
                assertInstanceOf(ConnectException.class, cause);
                Future<Channel> second = acquire(pool);
                try (FrameServer.Connection connection = server.begin()) {
                    assertInstanceOf(Http2StreamChannel.class, second.get());
                }
            }
        }
    }

    /** Streams that last may keep a connection for an hour that takes no others. */
    @Test
    void aConnectionThatSaidGoodbyeIsNobodyWhoMayServe() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(1, 8, LONG, Duration.ofMillis(500)), 2, LONG)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection connection = server.begin()) {
                Channel stays = ask(acquired.get());
                connection.expect(FrameServer.HEADERS);
                connection.goodbye(FIRST);
                Future<Channel> next = other(pool, stays);
                try (FrameServer.Connection successor = server.accept()) {
                    pass(Duration.ofMillis(600)); // longer than is waited for others' streams
                    assertFalse(next.isDone(), "its first word is waited for");
                    successor.send(FrameServer.SETTINGS, 0, 0);
                    assertNotEquals(stays.parent(), next.get().parent());
                }
                assertTrue(stays.isActive());
                server.close();
                Eventually.that("nobody is there, and nobody is waited for", () -> isRefused(pool));
            }
        }
    }

    @Test
    void whoWaitsForAConnectionThatSaysGoodbyeGetsTheNextOne() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(1, 8, LONG, LONG), 1, LONG)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection connection = server.begin()) {
                Channel stays = ask(acquired.get());
                Future<Channel> waits = acquire(pool);
                connection.expect(FrameServer.HEADERS);
                connection.goodbye(FIRST);
                try (FrameServer.Connection successor = server.begin()) {
                    assertNotEquals(stays.parent(), waits.get().parent());
                    assertTrue(stays.isActive());
                }
            }
        }
    }

    /** A stream of another connection, once it is known here that this one takes no more. */
    private Future<Channel> other(Http2ConnectionPool pool, Channel than) throws Exception {
        while (true) {
            Future<Channel> next = acquire(pool);
            if (!next.isDone()) {
                return next;
            }
            assertEquals(than.parent(), next.get().parent());
            discard(pool, next.get());
        }
    }

    private boolean isRefused(Http2ConnectionPool pool) {
        try {
            discard(pool, acquire(pool).get());
            return false;
        } catch (ExecutionException failed) {
            return failed.getCause() instanceof ConnectException;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void pass(Duration time) throws Exception {
        loop.schedule(() -> {}, time.toNanos(), TimeUnit.NANOSECONDS).get();
    }

    @Test
    void whoFindsNoRoomWaitsAndIsToldWhenThereIsNone() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(1, 1, LONG, Duration.ofSeconds(2)), 1, LONG)) {
            Future<Channel> first = acquire(pool);
            try (FrameServer.Connection connection = server.begin()) {
                Future<Channel> waits = acquire(pool);
                Throwable full = assertThrows(
                                ExecutionException.class, () -> acquire(pool).get())
                        .getCause();
                assertInstanceOf(PoolExhaustedException.class, full);
                discard(pool, ask(first.get()));
                assertEquals(
                        FrameServer.HEADERS,
                        connection.expect(FrameServer.HEADERS).type());
                assertEquals(FIRST, connection.expect(FrameServer.RST_STREAM).stream());
                assertTrue(waits.get().isActive());
                Throwable late = assertThrows(
                                ExecutionException.class, () -> acquire(pool).get())
                        .getCause();
                assertInstanceOf(PoolExhaustedException.class, late);
            }
        }
    }

    @Test
    void aResponseThatIsWholeEndsItsStreamWithoutAReset() throws Exception {
        try (Http2ConnectionPool pool = pool(2)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection connection = server.begin()) {
                Channel stream = ask(acquired.get());
                connection.expect(FrameServer.HEADERS);
                connection.answer(FIRST);
                loop.submit(() -> stream.read()).get();
                stream.closeFuture().sync();
                discard(pool, stream);
                ask(stream(pool));
                FrameServer.Frame next = connection.expect(FrameServer.HEADERS);
                assertEquals(FIRST + 2, next.stream(), "the same connection, and nothing before it");
            }
        }
    }

    /** The one who was given up may have died with its machine, and the system would not know it for minutes. */
    @Test
    void whoOwesAnAnswerToAPingGetsNoMoreStreams() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(4, 8, LONG, LONG), 2, Duration.ofMillis(200))) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection silent = server.begin()) {
                Channel stays = ask(acquired.get());
                discard(pool, ask(stream(pool)));
                silent.expect(FrameServer.PING);
                Eventually.that("it gets no more", () -> {
                    try {
                        Future<Channel> next = acquire(pool);
                        boolean other =
                                !next.isDone() || !next.getNow().parent().equals(stays.parent());
                        next.addListener((Future<Channel> done) -> {
                            if (done.isSuccess()) {
                                done.getNow().close();
                            }
                        });
                        return other;
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
                assertTrue(stays.isActive(), "what it has it may still answer");
                discard(pool, stays);
                silent.expect(FrameServer.GOAWAY);
            }
        }
    }

    @Test
    void whoAnswersAPingGoesOn() throws Exception {
        try (Http2ConnectionPool pool = pool(2)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection connection = server.begin()) {
                Channel stays = ask(acquired.get());
                discard(pool, ask(stream(pool)));
                FrameServer.Frame ping = connection.expect(FrameServer.PING);
                int[] same = new int[8];
                for (int at = 0; at < 8; at++) {
                    same[at] = ping.payload()[at];
                }
                connection.send(FrameServer.PING, FrameServer.ACK, 0, same);
                connection.answer(FIRST);
                loop.submit(() -> stays.read()).get();
                stays.closeFuture().sync();
                discard(pool, ask(stream(pool)));
                connection.expect(FrameServer.PING);
                assertEquals(stays.parent(), stream(pool).parent());
            }
        }
    }

    /** Nodes take more than 200 in 30 s for an attack, and end the connection with everybody's streams. */
    @Test
    void whoWasSentManyResetsIsLeftInPeace() throws Exception {
        try (Http2ConnectionPool pool = pool(2)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection first = server.begin()) {
                Channel stays = ask(acquired.get());
                for (int i = 0; i < Http2ClientConnection.MOST_RESETS; i++) {
                    discard(pool, ask(stream(pool)));
                }
                Future<Channel> next = acquire(pool);
                try (FrameServer.Connection second = server.begin()) {
                    assertNotEquals(stays.parent(), next.get().parent());
                    int resets = 0;
                    discard(pool, stays);
                    for (FrameServer.Frame frame = first.next(); frame != null; frame = first.next()) {
                        resets += frame.type() == FrameServer.RST_STREAM ? 1 : 0;
                    }
                    assertEquals(Http2ClientConnection.MOST_RESETS + 1, resets);
                    assertTrue(next.get().isActive());
                    ask(next.get());
                    second.expect(FrameServer.HEADERS);
                }
            }
        }
    }

    @Test
    void aConnectionWithoutStreamsIsClosedAfterAWhile() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(4, 8, Duration.ofMillis(50), LONG), 2, LONG)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection connection = server.begin()) {
                discard(pool, acquired.get());
                connection.expect(FrameServer.GOAWAY);
                Future<Channel> again = acquire(pool);
                try (FrameServer.Connection other = server.begin()) {
                    assertTrue(again.get() instanceof Http2StreamChannel);
                }
            }
        }
    }

    @Test
    void whatIsUnderWayWhenThePoolClosesComesToItsEnd() throws Exception {
        Http2ConnectionPool pool = pool(2);
        Future<Channel> acquired = acquire(pool);
        try (FrameServer.Connection connection = server.begin()) {
            Channel stream = ask(acquired.get());
            pool.close();
            assertInstanceOf(
                    ConnectException.class,
                    assertThrows(ExecutionException.class, () -> acquire(pool).get())
                            .getCause());
            connection.expect(FrameServer.HEADERS);
            assertTrue(stream.isActive());
            connection.answer(FIRST);
            loop.submit(() -> stream.read()).get();
            connection.expect(FrameServer.GOAWAY);
        }
    }

    /** Requests with a body do not wait for those whose bodies are not read. */
    @Test
    void aConnectionWhoseWindowIsUsedUpIsTheLastChoice() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(2, 8, LONG, LONG), 10, LONG)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection first = server.begin()) {
                Channel upload = acquired.get();
                assertEquals(upload.parent(), stream(pool).parent(), "while there is room");
                upload(upload, 65_535);
                Future<Channel> other = acquire(pool);
                try (FrameServer.Connection second = server.begin()) {
                    assertNotEquals(upload.parent(), other.get().parent());
                    upload(other.get(), 65_535);
                    second.expect(FrameServer.HEADERS);
                    assertEquals(upload.parent(), stream(pool).parent(), "there may be no third");
                }
            }
        }
    }

    /** Requests without a body are not affected. */
    @Test
    void whoHasWaitedInVainForABetterOneTakesTheLastChoice() throws Exception {
        try (Http2ConnectionPool pool = pool(new PoolLimits(2, 8, LONG, Duration.ofMillis(500)), 10, LONG)) {
            Future<Channel> acquired = acquire(pool);
            try (FrameServer.Connection first = server.begin()) {
                Channel upload = acquired.get();
                upload(upload, 65_535);
                Future<Channel> other = acquire(pool);
                try (FrameServer.Connection silent = server.accept()) {
                    assertEquals(upload.parent(), other.get().parent());
                }
            }
        }
    }

    private static void upload(Channel stream, int bytes) {
        var request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
        request.headers().set("Host", "test");
        stream.write(request);
        stream.writeAndFlush(new DefaultLastHttpContent(Unpooled.wrappedBuffer(new byte[bytes])))
                .syncUninterruptibly();
    }

    @Test
    void aNumberOfStreamsOutOfBoundsIsNamed() {
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> pool(0));
        assertTrue(String.valueOf(wrong.getMessage()).contains("expected 1 to 10000"), wrong::toString);
    }
}
