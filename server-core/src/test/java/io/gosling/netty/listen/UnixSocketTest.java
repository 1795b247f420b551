package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.server.ServerFixture;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server at the file of a Unix socket. */
class UnixSocketTest {
    private static final Handler WHO = request -> Response.text(ClientAddressAttribute.text(request.remoteAddress()));

    @TempDir
    private Path folder;

    private Path socket() {
        return folder.resolve("gosling.sock");
    }

    private HttpServer start(Transport transport, HttpLimits limits, Handler handler) throws IOException {
        ListenEndpoint endpoint = ListenEndpoint.unix(socket(), PosixFilePermissions.fromString("rw--w----"));
        return HttpServer.start(
                transport,
                List.of(endpoint),
                limits,
                CachedDocumentLookup.none(),
                handler,
                CompletedResponseListener.none(),
                null,
                Ticker.system());
    }

    private static String ask(Path socket, String request) throws IOException {
        try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            client.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String get(Path socket) throws IOException {
        return ask(socket, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "NIO"})
    void whoMayOpenTheFileIsAnswered(TransportKind kind) throws IOException {
        HttpLimits oneEach = HttpLimits.defaults()
                .with(HttpLimits.ADDRESS_CONNECTIONS, 1)
                .with(HttpLimits.ADDRESS_RATE, 1)
                .with(HttpLimits.ADDRESS_BURST, 1);
        try (Transport transport = Transport.open(kind, 1, "unix")) {
            try (HttpServer server = start(transport, oneEach, WHO);
                    SocketChannel another = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
                assertTrue(another.isConnected());
                // Twice, with another connection there: no address to be limited by.
                assertTrue(get(socket()).endsWith("\r\n\r\nunix:"));
                assertTrue(get(socket()).endsWith("\r\n\r\nunix:"));
                assertEquals("rw--w----", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())));
                assertEquals(List.of(), server.addresses());
            }
            assertFalse(Files.exists(socket()), "removed with the server");
            try (var files = Files.list(folder)) {
                assertEquals(0, files.count());
            }
        }
    }

    @Test
    void manyBytesGoBothWaysAndOneWayMayEndBeforeTheOther() throws IOException {
        byte[] body = Site.noise(900_000, 3);
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "unix");
                HttpServer server = start(transport, HttpLimits.defaults(), request -> {
                    byte[] came = request.body().readAllBytes();
                    return new Response(
                            200,
                            io.gosling.http.Headers.empty(),
                            new io.gosling.document.Body.InMemory(io.netty.buffer.Unpooled.wrappedBuffer(came)));
                });
                SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            assertEquals(0, server.exchanges());
            client.write(ByteBuffer.wrap(("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer rest = ByteBuffer.wrap(body);
            while (rest.hasRemaining()) {
                client.write(rest);
            }
            client.shutdownOutput();
            byte[] all = Channels.newInputStream(client).readAllBytes();
            assertArrayEquals(body, java.util.Arrays.copyOfRange(all, all.length - body.length, all.length));
        }
    }

    @Test
    void whatAProcessThatDiedLeftIsReplaced() throws IOException {
        try (ServerSocketChannel died = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            died.bind(UnixDomainSocketAddress.of(socket()));
        }
        assertTrue(Files.exists(socket()), "Java leaves the file behind");
        try (Gosling server = Gosling.builder().unixSocket(socket()).serve(WHO)) {
            assertTrue(server.address().getPort() > 0, "there is a port as well");
            assertTrue(get(socket()).endsWith("unix:"));
        }
    }

    @Test
    void whereSomebodyListensOrAFileLiesNothingIsTaken() throws IOException {
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(socket()), 1);
            IOException refused = assertThrows(
                    IOException.class,
                    () -> Gosling.builder().unixSocket(socket()).serve(WHO));
            assertEquals(
                    "cannot listen on unix:" + socket()
                            + ": another program listens there; stop it or choose another path",
                    refused.getMessage());
        }
        Files.delete(socket());
        Files.writeString(socket(), "precious");
        assertThrows(
                IOException.class, () -> Gosling.builder().unixSocket(socket()).serve(WHO));
        assertEquals("precious", Files.readString(socket()));
        IOException nowhere = assertThrows(
                IOException.class,
                () -> Gosling.builder().unixSocket(folder.resolve("none/s")).serve(WHO));
        assertTrue(String.valueOf(nowhere.getMessage()).startsWith("cannot listen on unix:" + folder + "/none/s: "));
    }

    /** A pipe refuses whoever would connect, like a socket that was left behind. */
    @Test
    void whatIsNoSocketStays() throws Exception {
        Process made = new ProcessBuilder("mkfifo", socket().toString()).start();
        assertEquals(0, made.waitFor());
        IOException refused = assertThrows(
                IOException.class, () -> Gosling.builder().unixSocket(socket()).serve(WHO));
        assertEquals(
                "cannot listen on unix:" + socket()
                        + ": a file that is no socket is there; remove it or choose another path",
                refused.getMessage());
        assertTrue(Files.readAttributes(socket(), BasicFileAttributes.class).isOther(), "the pipe");
    }

    /** A socket with wide permissions for a moment is invisible to other users, whatever the umask. */
    @Test
    void beforeItsModeIsRightItIsWhereNobodyElseMayEnter() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path taken = folder.resolve(".g" + ProcessHandle.current().pid() + "-1");
        Files.writeString(taken, "somebody's");
        UnixSocketFile file = UnixSocketFile.at(socket());
        Path before = Objects.requireNonNull(file.place().getParent());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(before)));
        try (ServerSocketChannel bound = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            bound.bind(UnixDomainSocketAddress.of(file.place()));
            file.publish(PosixFilePermissions.fromString("rw-rw----"));
            file.close();
            assertFalse(Files.exists(before));
            assertEquals("rw-rw----", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())));
            SocketChannel.open(UnixDomainSocketAddress.of(socket())).close();
        }
        file.remove();
        assertFalse(Files.exists(socket()));
        assertEquals("somebody's", Files.readString(taken));
    }

    @Test
    void whatAnotherProgramPutThereMeanwhileStays() throws IOException {
        Gosling server = Gosling.builder().unixSocket(socket()).serve(WHO);
        Files.delete(socket());
        Files.writeString(socket(), "theirs");
        server.close();
        assertEquals("theirs", Files.readString(socket()));
    }

    @Test
    void aProxyAtTheSocketNamesItsClient() throws IOException {
        ListenEndpoint endpoint = ListenEndpoint.unix(socket(), PosixFilePermissions.fromString("rw-rw----"))
                .withProxies(ClientAddressAttribute.OF_UNIX_SOCKET::equals);
        InetSocketAddress any = ServerFixture.anyPort();
        try (Transport transport = Transport.open(TransportKind.AUTO, 1, "unix");
                HttpServer server = HttpServer.start(
                        transport,
                        List.of(ListenEndpoint.plain(any), endpoint),
                        HttpLimits.defaults(),
                        CachedDocumentLookup.none(),
                        WHO,
                        CompletedResponseListener.none(),
                        null,
                        Ticker.system())) {
            assertEquals("", get(socket()), "without a header nothing is answered");
            Eventually.that("counted", () -> server.limits().of(LimitKind.PROXY_HEADER) == 1);
            assertTrue(ask(socket(), "PROXY TCP4 192.0.2.7 10.0.0.1 1 2\r\nGET / HTTP/1.0\r\n\r\n")
                    .endsWith("192.0.2.7"));
        }
    }
}
