package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.server.ServerFixture;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final byte[] LARGE = Site.noise(3_000_000, 9);
    private static final PoolLimits PATIENT = new PoolLimits(4, 100, LONG, LONG);

    private final Transport transport = Transport.open(TransportKind.AUTO, 1, "client");
    private final HttpClient client = HttpClient.open(transport, PATIENT);

    private static final Handler HANDLER = request -> {
        return switch (request.rawPath()) {
            case "/large" ->
                new Response(200, Headers.empty(), new Body.Streamed(new ByteArrayInputStream(LARGE), LARGE.length));
            case "/chunked" ->
                new Response(200, Headers.empty(), new Body.Streamed(new ByteArrayInputStream(LARGE), -1));
            default -> {
                byte[] body = request.body().readAllBytes();
                yield new Response(
                        200,
                        Headers.of("Saw-Host", String.valueOf(request.headers().first("Host"))),
                        new Body.InMemory(Unpooled.wrappedBuffer(body)));
            }
        };
    };

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        threads.close();
        client.close();
        transport.close();
    }

    @Test
    void requestsReuseOneConnection() throws IOException {
        try (ServerFixture server = ServerFixture.start(HANDLER)) {
            InetSocketAddress address = server.server().address();
            for (int i = 0; i < 20; i++) {
                try (ClientResponse response = client.send(address, post("hello " + i))) {
                    assertEquals(200, response.status());
                    assertEquals(
                            "127.0.0.1:" + address.getPort(), response.headers().first("Saw-Host"));
                    assertEquals("hello " + i, new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            assertEquals(1, server.server().connections());
        }
    }

    @Test
    void aResponseThatNobodyReadsLeavesTheOnlyConnectionToOthers() throws IOException {
        try (ServerFixture server = ServerFixture.start(HANDLER);
                HttpClient one = HttpClient.open(transport, new PoolLimits(1, 100, LONG, LONG))) {
            InetSocketAddress address = server.server().address();
            try (ClientResponse unread = one.send(address, get("/large"))) {
                for (int i = 0; i < 3; i++) {
                    try (ClientResponse response = one.send(address, post("hello"))) {
                        assertEquals("hello", new String(response.body().readAllBytes(), StandardCharsets.UTF_8));
                    }
                }
                assertArrayEquals(LARGE, unread.body().readAllBytes());
            }
            try (ClientResponse response = one.send(address, get("/large"))) {
                assertArrayEquals(LARGE, response.body().readAllBytes());
            }
        }
    }

    @Test
    void largeBodiesComeWhole() throws IOException {
        try (ServerFixture server = ServerFixture.start(HANDLER)) {
            for (String path : List.of("/large", "/chunked")) {
                try (ClientResponse response = client.send(server.server().address(), get(path))) {
                    assertArrayEquals(LARGE, response.body().readAllBytes());
                }
            }
        }
    }

    @Test
    void aBodyThatIsNotReadToItsEndCostsTheConnection() throws IOException {
        try (ServerFixture server = ServerFixture.start(HANDLER)) {
            ClientResponse response = client.send(server.server().address(), get("/large"));
            assertEquals(Byte.toUnsignedInt(LARGE[0]), response.body().read());
            response.close();
            Eventually.that("the connection is closed", () -> server.server().connections() == 0);
        }
    }

    @Test
    void headHasNoBody() throws IOException {
        try (ServerFixture server = ServerFixture.start(HANDLER)) {
            ClientRequest head = new ClientRequest("HEAD", "/large", Headers.empty(), new byte[0], LONG, LONG);
            for (int i = 0; i < 2; i++) {
                try (ClientResponse response = client.send(server.server().address(), head)) {
                    assertEquals("3000000", response.headers().first("Content-Length"));
                    assertEquals(-1, response.body().read());
                }
            }
            assertEquals(1, server.server().connections());
        }
    }

    @Test
    void manyCallersShareTheConnectionsThatThereAre() throws Exception {
        try (ServerFixture server = ServerFixture.start(HANDLER);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                String text = "caller " + i;
                answers.add(callers.submit(() -> {
                    try (ClientResponse response = client.send(server.server().address(), post(text))) {
                        return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
                    }
                }));
            }
            for (int i = 0; i < 60; i++) {
                assertEquals("caller " + i, answers.get(i).get());
            }
            assertTrue(server.server().connections() <= PATIENT.connections());
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUp() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        try (ServerFixture server = ServerFixture.start(request -> {
            never.await();
            return HANDLER.handle(request);
        })) {
            ClientRequest impatient = get("/", Duration.ofMillis(50));
            assertThrows(
                    SocketTimeoutException.class,
                    () -> client.send(server.server().address(), impatient));
            assertEquals(1, server.server().exchanges(), "the handler does not know yet");
            never.countDown();
            Eventually.that(
                    "the client has closed its connection, which the server would keep",
                    () -> server.server().connections() == 0);
        }
    }

    /** The time of sending a body does not count; the answer's time begins then. */
    @Test
    void anUploadMayTakeLongerThanTheAnswerToIt() throws IOException {
        byte[] bytes = Site.noise(3000, 4);
        InputStream slow = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
                return super.read(to, offset, Math.min(length, 1000));
            }
        };
        try (ServerFixture server = ServerFixture.start(HANDLER)) {
            ClientRequest impatient = new ClientRequest(
                    "PUT", "/", Headers.of("Host", "a.test"), new byte[0], Duration.ofSeconds(1), LONG, LONG, null);
            try (ClientResponse response =
                    client.send(server.server().address(), impatient, new ClientUpload(slow, bytes.length), null)) {
                assertArrayEquals(bytes, response.body().readAllBytes());
            }
        }
    }

    @Test
    void aPortThatNobodyListensOnIsRefused() throws IOException {
        InetSocketAddress nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) socket.getLocalSocketAddress();
        }
        String message = String.valueOf(assertThrows(ConnectException.class, () -> client.send(nobody, get("/")))
                .getMessage());
        assertTrue(message.contains(":" + nobody.getPort()), message);
    }

    @Test
    void aStaleConnectionIsTriedOnceMore() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
            Thread server = Thread.ofVirtual().start(() -> twoRequestsOnTwoConnections(socket));
            for (int i = 0; i < 2; i++) {
                try (ClientResponse response = client.send(address, get("/"))) {
                    assertEquals("ok", new String(response.body().readAllBytes(), StandardCharsets.US_ASCII));
                }
            }
            server.join();
        }
    }

    /** The loop learns of the reset by writing: the connection's end is told of later. */
    @Test
    void aResetThatTheWriteRunsIntoIsTriedOnceMore() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
            EventLoop loop = transport.eventLoops().next();
            CountDownLatch going = new CountDownLatch(1);
            Future<Socket> accepting = threads.submit(() -> answered(socket));
            assertEquals("ok", text(client.send(address, get("/"))));
            Future<?> held = loop.submit(() -> going.await(30, TimeUnit.SECONDS));
            Socket kept = accepting.get();
            kept.setSoLinger(true, 0);
            kept.close();
            Future<String> again = threads.submit(() -> text(client.send(address, get("/"))));
            Eventually.that("it waits for the loop", () -> ((SingleThreadEventExecutor) loop).pendingTasks() > 0);
            Future<Socket> next = threads.submit(() -> answered(socket));
            assertFalse(held.isDone(), "nothing was read meanwhile");
            going.countDown();
            assertEquals("ok", again.get(30, TimeUnit.SECONDS));
            next.get().close();
        }
    }

    private static Socket answered(ServerSocket socket) throws IOException {
        Socket accepted = socket.accept();
        answer(accepted, "ok");
        return accepted;
    }

    private static String text(ClientResponse response) throws IOException {
        try (response) {
            return new String(response.body().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    /** Answers, waits for the second request on the same connection, closes it, answers on the next. */
    private static void twoRequestsOnTwoConnections(ServerSocket socket) {
        for (int connection = 0; connection < 2; connection++) {
            try (Socket accepted = socket.accept()) {
                byte[] request = new byte[4096];
                if (accepted.getInputStream().read(request) > 0) {
                    accepted.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                                    .getBytes(StandardCharsets.US_ASCII));
                }
                if (connection == 0 && accepted.getInputStream().read(request) < 0) {
                    throw new AssertionError("the client closed");
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void bytesBehindAResponseAreNotPutBeforeTheNextOne() throws Exception {
        String whole = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad";
        String lines = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n";
        String part = lines + "X-A: ";
        for (String behind : List.of("k more than was announced", whole, lines, part)) {
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
                Future<Boolean> asked = threads.submit(() -> isAskedTwice(socket, behind));
                for (int i = 0; i < 2; i++) {
                    try (ClientResponse response = client.send(address, get("/"))) {
                        assertEquals("ok", new String(response.body().readAllBytes(), StandardCharsets.US_ASCII));
                    }
                }
                assertFalse(asked.get(), "the second request went over a connection with something on it: " + behind);
            }
        }
    }

    @Test
    void bytesThatComeWhileAConnectionRestsEndIt() throws Exception {
        for (String unasked :
                List.of("k", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nCache-Control: max-age=9\r\nX-A: ")) {
            CountDownLatch rests = new CountDownLatch(1);
            try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                Future<Integer> next = threads.submit(() -> {
                    try (Socket accepted = socket.accept()) {
                        answer(accepted, "ok");
                        rests.await();
                        accepted.getOutputStream().write(unasked.getBytes(StandardCharsets.US_ASCII));
                        return accepted.getInputStream().read();
                    }
                });
                InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
                try (ClientResponse response = client.send(address, get("/"))) {
                    assertEquals("ok", new String(response.body().readAllBytes(), StandardCharsets.US_ASCII));
                }
                rests.countDown();
                assertEquals(-1, next.get(30, TimeUnit.SECONDS), "the connection is closed after " + unasked);
            }
        }
    }

    @Test
    void anAnswerToHeadHasNoBodyWhateverItAnnounces() throws Exception {
        try (ServerFixture server = ServerFixture.start(HANDLER)) {
            for (String method : List.of("HEAD", "GET", "HEAD", "GET")) {
                ClientRequest request = new ClientRequest(method, "/large", Headers.empty(), new byte[0], LONG, LONG);
                try (ClientResponse response = client.send(server.server().address(), request)) {
                    assertEquals(
                            method.equals("GET") ? LARGE.length : 0,
                            response.body().readAllBytes().length);
                }
            }
            assertEquals(1, server.server().connections());
        }
    }

    /** Answers with more than it announces, and then on the next connection as it should. */
    private static boolean isAskedTwice(ServerSocket socket, String behind) throws IOException {
        boolean twice;
        try (Socket accepted = socket.accept()) {
            answer(accepted, "ok" + behind);
            twice = accepted.getInputStream().read() >= 0;
        }
        try (Socket accepted = socket.accept()) {
            answer(accepted, "ok");
        }
        return twice;
    }

    private static void answer(Socket accepted, String body) throws IOException {
        assertTrue(accepted.getInputStream().read(new byte[4096]) > 0);
        accepted.getOutputStream()
                .write(("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aResponseThatBreaksOffIsAnError() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
            Thread server = Thread.ofVirtual().start(() -> {
                try (Socket accepted = socket.accept()) {
                    if (accepted.getInputStream().read(new byte[4096]) > 0) {
                        accepted.getOutputStream()
                                .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"
                                        .getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try (ClientResponse response = client.send(address, get("/"))) {
                assertThrows(IOException.class, () -> response.body().readAllBytes());
            }
            server.join();
        }
    }

    @Test
    void aBodyThatStopsComingIsGivenUpThoughTheConnectionStands() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
            Thread server = Thread.ofVirtual().start(() -> freezeAfterTheFirstBytes(socket, read));
            ClientRequest patientOnlyOverall = get(Duration.ofMillis(50), LONG);
            try (ClientResponse response = client.send(address, patientOnlyOverall)) {
                var e = assertThrows(
                        SocketTimeoutException.class, () -> response.body().readAllBytes());
                assertEquals("no bytes of the body came for 50 ms", e.getMessage());
            }
            try (ClientResponse response = client.send(address, get(LONG, Duration.ofMillis(500)))) {
                assertThrows(SocketTimeoutException.class, () -> response.body().readAllBytes());
            }
            read.countDown();
            server.join();
        }
    }

    private static void freezeAfterTheFirstBytes(ServerSocket socket, CountDownLatch release) {
        try (Socket first = socket.accept()) {
            sendPart(first);
            try (Socket second = socket.accept()) {
                sendPart(second);
                release.await();
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void sendPart(Socket connection) throws IOException {
        if (connection.getInputStream().read(new byte[4096]) > 0) {
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static ClientRequest get(String path) {
        return get(path, LONG);
    }

    private static ClientRequest get(String path, Duration firstByte) {
        return new ClientRequest("GET", path, Headers.empty(), new byte[0], firstByte, LONG);
    }

    private static ClientRequest get(Duration progress, Duration total) {
        return new ClientRequest("GET", "/", Headers.empty(), new byte[0], LONG, progress, total, null);
    }

    private static ClientRequest post(String text) {
        return new ClientRequest("POST", "/", Headers.empty(), text.getBytes(StandardCharsets.UTF_8), LONG, LONG);
    }
}
