package io.gosling.node.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests over a Unix socket against a server that answers as it is told. */
class UnixSocketRequestTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int MOST = 1000;

    private Path file = Path.of("");
    private ServerSocketChannel server;

    @BeforeEach
    void listen(@TempDir Path folder) throws IOException {
        file = folder.resolve("s");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(file));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    /** Has the server answer the next request and close the connection; returns the request. */
    private CompletableFuture<String> answer(String response) {
        CompletableFuture<String> request = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (SocketChannel client = server.accept()) {
                ByteBuffer received = ByteBuffer.allocate(MOST);
                client.read(received);
                request.complete(new String(received.array(), 0, received.position(), StandardCharsets.UTF_8));
                client.write(StandardCharsets.UTF_8.encode(response));
            } catch (IOException e) {
                request.completeExceptionally(e);
            }
        });
        return request;
    }

    private AdminClient.Answer send(Duration timeout) throws Exception {
        return UnixSocketRequest.send(file, "GET /status HTTP/1.0\r\n\r\n", timeout, MOST);
    }

    @Test
    void statusAndBodyAreRead() throws Exception {
        CompletableFuture<String> request = answer("HTTP/1.1 207 Multi-Status\r\nContent-Length: 3\r\n\r\n\u00e9!");
        assertEquals(new AdminClient.Answer(207, "\u00e9!"), send(LONG));
        assertEquals("GET /status HTTP/1.0\r\n\r\n", request.join());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "HTTP/1.1 200 OK\r\n", "220 mail\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab"})
    void whatIsNoWholeResponseIsAFailure(String response) {
        CompletableFuture<String> request = answer(response);
        assertThrows(EOFException.class, () -> send(LONG));
        request.join();
    }

    @Test
    void anAnswerBeyondTheBoundIsNotTaken() {
        answer("HTTP/1.1 200 OK\r\n\r\n" + "a".repeat(MOST));
        IOException refused = assertThrows(IOException.class, () -> send(LONG));
        assertEquals("an answer of more than " + MOST + " bytes", refused.getMessage());
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUp() {
        assertThrows(HttpTimeoutException.class, () -> send(Duration.ofMillis(20)));
    }

    @Test
    void aFileThatIsNotThereIsAFailure() {
        file = file.resolveSibling("none");
        assertThrows(IOException.class, () -> send(LONG));
    }
}
