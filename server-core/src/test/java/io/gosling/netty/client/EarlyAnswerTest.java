package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.http.Headers;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that answer an upload before it has come, and close with unread bytes, which resets the connection. */
@Timeout(60)
class EarlyAnswerTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final PoolLimits LIMITS = new PoolLimits(4, 4, LONG, LONG);
    private static final int MUCH = 8 << 20;

    private final ServerSocket server;

    EarlyAnswerTest() throws IOException {
        server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void answering(String answer) {
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read();
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                } catch (IOException closed) {
                    // the next one, or the end
                }
            }
        });
    }

    private int post(TransportKind kind, InputStream body, long length) throws IOException {
        ClientRequest request = new ClientRequest("POST", "/up", Headers.empty(), new byte[0], LONG, LONG);
        try (Transport transport = Transport.open(kind, 1, "client");
                HttpClient client = HttpClient.open(transport, LIMITS);
                ClientResponse response = client.send(
                        (InetSocketAddress) server.getLocalSocketAddress(),
                        request,
                        new ClientUpload(body, length),
                        null)) {
            assertEquals("no", new String(response.body().readAllBytes(), StandardCharsets.ISO_8859_1));
            return response.status();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "NIO"})
    void theAnswerArrivesEachTime(TransportKind kind) throws IOException {
        answering("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
        for (int i = 0; i < 20; i++) {
            assertEquals(413, post(kind, new ByteArrayInputStream(new byte[MUCH]), MUCH));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2\r\n", "Content-Length: 2\r\nConnection: close\r\n"})
    void alsoInChunks(String fields) throws IOException {
        answering("HTTP/1.1 401 Unauthorized\r\n" + fields + "\r\nno");
        for (int i = 0; i < 5; i++) {
            assertEquals(401, post(TransportKind.AUTO, new ByteArrayInputStream(new byte[MUCH]), -1));
        }
    }

    /** As a client that sends the rest of its body only when it has seen no answer. */
    @Test
    void aBodyThatIsHeldBackIsNotWaitedFor() throws IOException {
        answering("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
        assertEquals(403, post(TransportKind.AUTO, new HeldBack(), MUCH));
    }

    @Test
    void aServerThatClosesWithoutAnAnswerHasFailed() {
        answering("");
        assertThrows(IOException.class, () -> post(TransportKind.AUTO, new ByteArrayInputStream(new byte[MUCH]), MUCH));
    }

    /** A body of which one byte comes, and no other until it is closed. */
    private static final class HeldBack extends InputStream {
        private final CountDownLatch closed = new CountDownLatch(1);
        private boolean begun;

        @Override
        public int read() throws IOException {
            if (!begun) {
                begun = true;
                return 'x';
            }
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("closed");
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            to[offset] = (byte) read();
            return 1;
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
