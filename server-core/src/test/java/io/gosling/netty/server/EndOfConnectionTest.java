package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The last answer of a connection reaches its client, whatever the client sends meanwhile. */
class EndOfConnectionTest {
    /** More than the server reads ahead, so that some of it lies in the socket when the connection ends. */
    private static final String MUCH =
            ("GET /ahead HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(8000) + "\r\n\r\n").repeat(60);

    @Test
    void aServerThatDrainsDoesNotResetAClientThatSendsAhead() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Handler waits = request -> {
            go.await();
            return new Response(200, Headers.of("Path", request.rawPath()), null);
        };
        HttpLimits limits =
                HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 10).with(HttpLimits.PIPELINED, 1);
        try (ServerFixture server = ServerFixture.start(limits, waits);
                RawConnection client = server.connect()) {
            client.request("GET", "/first").send(MUCH);
            Eventually.that("the exchange has begun", () -> server.server().exchanges() == 1);
            Thread drain = Thread.ofVirtual().start(() -> server.server().drain(Duration.ofSeconds(30)));
            Eventually.that("it accepts no more", () -> isRefused(server));
            go.countDown();
            assertEquals("/first", client.read().header("Path"));
            assertEquals(-1, client.readByte(), "an end, and not a reset");
            client.close();
            drain.join();
        }
    }

    @Test
    void norDoesOneWhoseHandlerWantsTheConnectionToEnd() throws IOException {
        CountDownLatch go = new CountDownLatch(1);
        Handler closes = request -> {
            go.await();
            return new Response(200, Headers.of("Connection", "close"), null);
        };
        HttpLimits limits =
                HttpLimits.defaults().with(HttpLimits.CONNECTIONS, 10).with(HttpLimits.PIPELINED, 1);
        try (ServerFixture server = ServerFixture.start(limits, closes);
                RawConnection client = server.connect()) {
            client.request("GET", "/first").send(MUCH);
            Eventually.that("the exchange has begun", () -> server.server().exchanges() == 1);
            go.countDown();
            assertTrue(client.read().saysClose());
            assertEquals(-1, client.readByte(), "an end, and not a reset");
        }
    }

    /** So much that the socket's buffer is full when the client, who has said all it had to, begins to read. */
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "NIO"})
    void aClientThatSendsNoMoreGetsAllOfALongAnswer(TransportKind kind) throws IOException {
        byte[] much = Site.noise(30 << 20, 5);
        Handler handler =
                request -> new Response(200, Headers.empty(), new Body.InMemory(Unpooled.wrappedBuffer(much)));
        try (ServerFixture server = ServerFixture.start(kind, handler);
                RawConnection client = RawConnection.open(server.server().address(), 16 << 10)) {
            assertArrayEquals(much, client.request("GET", "/").endInput().read().body());
            assertTrue(client.ends());
        }
    }

    private static boolean isRefused(ServerFixture server) {
        try {
            server.connect().close();
            return false;
        } catch (UncheckedIOException e) {
            return true;
        }
    }
}
