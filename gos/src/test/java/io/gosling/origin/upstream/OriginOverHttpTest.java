package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.FrameClient;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.TestCertificate;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server over an origin that does what it should not, all over real sockets. */
class OriginOverHttpTest {
    private static final SettingValues SHORT = SettingValues.none()
            .withValue(OriginTimeouts.CONNECT, Duration.ofSeconds(10))
            .withValue(OriginTimeouts.HEADER, Duration.ofMillis(300))
            .withValue(OriginTimeouts.PROGRESS, Duration.ofMillis(300))
            .withValue(OriginTimeouts.TOTAL, Duration.ofSeconds(20));

    private final OriginFixture fixture = new OriginFixture();

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    @Test
    void whatIsFreshIsAnsweredByTheEventLoopPathWithTheHeaderOfTheOrigin() {
        RawOrigin origin = fixture.saying("HTTP/1.1 404 Nowhere\r\nContent-Length: 4\r\nX-Own: kept\r\n"
                + "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nExpires: Sat, 06 Nov 2094 08:49:37 GMT\r\n\r\ngone");
        RawConnection client = fixture.client(origin, SettingValues.none());
        assertEquals(404, client.get("/a?b").status());
        Eventually.that("it is hot", () -> {
            RawResponse hot = client.get("/a?b");
            return "n1; hit".equals(hot.header("Cache-Status"));
        });
        RawResponse hot = client.get("/a?b");
        assertEquals("HTTP/1.1 404 Not Found", hot.statusLine());
        assertEquals("gone", hot.text());
        assertEquals("kept", hot.header("X-Own"));
        assertEquals("Sun, 06 Nov 1994 08:49:37 GMT", hot.header("Date"));
        assertEquals(1, hot.headers().all("Date").size());
        assertTrue(Long.parseLong(String.valueOf(hot.header("Age"))) > 900_000_000L);
        String asked = client.get("/a?b", "Cache-Control", "no-cache").header("Cache-Status");
        assertTrue(String.valueOf(asked).contains("fwd=request"), asked);
        RawResponse conditional = client.get("/a?b", "If-None-Match", "*");
        assertTrue(String.valueOf(conditional.header("Cache-Status")).contains("hit; ttl="), "not the fast lane");
        assertEquals(2, origin.headers.size());
        assertTrue(
                fixture.places.stream().allMatch(ResponseSource.ERROR::equals),
                "a 404 is an error wherever it comes from");
    }

    /** RFC 9110, section 7.6.2. */
    @Test
    void optionsIsForwardedAsOftenAsItsClientAllows() {
        RawOrigin origin = fixture.saying("HTTP/1.1 200 OK\r\nAllow: GET, POST\r\nContent-Length: 0\r\n\r\n");
        RawConnection client = fixture.client(origin, SettingValues.none());
        for (String target : new String[] {"/a", "*"}) {
            RawResponse own =
                    client.request("OPTIONS", target, "Max-Forwards", "0").read();
            assertEquals(204, own.status());
            assertEquals("GET, HEAD, OPTIONS", own.header("Allow"));
            RawResponse passed =
                    client.request("OPTIONS", target, "Max-Forwards", "1").read();
            assertEquals("GET, POST", passed.header("Allow"));
            String asked = origin.headers.getLast();
            assertTrue(asked.startsWith("OPTIONS " + target + " "), asked);
            assertTrue(asked.toLowerCase(Locale.ROOT).contains("\r\nmax-forwards: 0\r\n"), asked);
        }
        assertEquals(2, origin.headers.size());
        assertEquals(
                400,
                client.request("OPTIONS", "*", "Max-Forwards", "1, 2").read().status());
        assertEquals(2, origin.headers.size());
    }

    /** An origin that repeats what a client says of itself would poison what is stored for everyone. */
    @Test
    void whatAClientSaysOfItselfHasNoPartInWhatIsStored() {
        RawOrigin origin = fixture.origin((socket, header) -> {
            boolean poisoned = header.contains("9.9.9.9") || header.contains("evil");
            RawOrigin.say(
                    socket,
                    "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\n"
                            + (poisoned ? "x" : "."));
        });
        RawConnection client = fixture.client(origin, SettingValues.none());
        List<String> claims = List.of(
                "Client-IP",
                "True-Client-IP",
                "CF_Connecting_IP",
                "X-Cluster-Client-IP",
                "X-Real-IP",
                "X-Forwarded",
                "X-Original-Forwarded-For",
                "Fastly-Client-IP",
                "WL-Proxy-Client-IP");
        for (String claim : claims) {
            assertEquals(".", client.get("/" + claim, claim, "9.9.9.9").text(), claim);
            RawResponse stored = client.get("/" + claim);
            assertEquals(".", stored.text());
            assertTrue(String.valueOf(stored.header("Cache-Status")).contains("hit"), "it is stored");
        }
        assertEquals(".", client.get("/p", "X-Envoy-Original-Path", "/evil").text());
    }

    /** RFC 9110, sections 7.8 and 15.5.22. */
    @Test
    void aResponseThatRequiresAnUpgradeSaysToWhatAndIsNotStored() {
        RawOrigin origin = fixture.saying("HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\n"
                + "Connection: upgrade\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nno");
        RawConnection client = fixture.client(origin, SettingValues.none());
        for (int i = 1; i <= 2; i++) {
            RawResponse answer = client.get("/");
            assertEquals(426, answer.status());
            assertEquals("no", answer.text());
            assertEquals("websocket", answer.header("Upgrade"));
            assertEquals(List.of("Upgrade"), answer.headers().all("Connection"));
            assertEquals(i, origin.headers.size());
        }
        RawResponse last = client.get("/", "Connection", "close");
        assertEquals("websocket", last.header("Upgrade"));
        assertEquals(List.of("Upgrade, close"), last.headers().all("Connection"));
        assertTrue(client.ends());
    }

    @Test
    void headSaysTheLengthThatTheOriginSays() {
        RawConnection client = fixture.client(
                fixture.saying("HTTP/1.1 200 OK\r\nContent-Length: 123456\r\n\r\n"), SettingValues.none());
        RawResponse head = client.request("HEAD", "/").readHead();
        assertEquals("123456", head.header("Content-Length"));
        assertEquals("123456", client.request("HEAD", "/").readHead().header("Content-Length"));
    }

    @Test
    void nobodyListensThere() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = closed.getLocalPort();
        }
        RawResponse answer = fixture.client(OriginAddress.parse("http://127.0.0.1:" + port), SHORT)
                .get("/");
        assertEquals(502, answer.status());
        assertEquals("n1; fwd=uri-miss; detail=unreachable", answer.header("Cache-Status"));
    }

    @Test
    void anOriginThatSaysNothingIsGivenUpAndItsLateAnswerIsNobodys() {
        CountDownLatch gate = new CountDownLatch(1);
        RawOrigin origin = fixture.origin((socket, header) -> {
            if (header.startsWith("GET /late")) {
                await(gate);
            }
            RawOrigin.say(
                    socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + (header.contains("late") ? "ab" : "cd"));
        });
        RawConnection client = fixture.client(origin, SHORT);
        assertEquals(504, client.get("/late").status());
        gate.countDown();
        assertEquals("cd", client.get("/other").text());
    }

    @Test
    void aBodyThatIsCutOrPausesEndsTheClientsConnectionAndIsNotKept() {
        for (String cut : new String[] {
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 100000\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Length: 100000\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
        }) {
            RawOrigin closing = fixture.origin((socket, header) -> {
                RawOrigin.say(socket, cut);
                socket.close();
            });
            assertBroken(fixture.client(closing, SHORT), "/");
            RawOrigin pausing = fixture.saying(cut);
            assertBroken(fixture.client(pausing, SHORT), "/");
        }
    }

    /** Cut before anything was passed on: an error. Afterwards: the end of the connection. */
    private static void assertBroken(RawConnection client, String target) {
        int status;
        try {
            status = client.get(target).status();
        } catch (RuntimeException | AssertionError e) {
            return;
        }
        assertTrue(status == 502 || status == 504, "status " + status);
    }

    @Test
    void moreBytesThanAnnouncedAreNobodysResponse() {
        RawOrigin origin = fixture.origin((socket, header) -> RawOrigin.say(
                socket,
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"));
        RawConnection client = fixture.client(origin, SettingValues.none());
        for (int i = 0; i < 5; i++) {
            assertEquals("ab", client.get("/").text());
        }
    }

    @Test
    void whatIsNoResponseIsABadGateway() {
        for (String nonsense : new String[] {
            "HELO there\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "HTTP/1.1 20000 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
                    + "Sec-WebSocket-Origin: a\r\nSec-WebSocket-Location: b\r\n\r\n0123456789abcdef",
            "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
            "http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.0 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Length x: 2\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: chunked\r\n\r\n1;\r\nx\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Le",
            ""
        }) {
            RawOrigin origin = fixture.origin((socket, header) -> {
                RawOrigin.say(socket, nonsense);
                socket.close();
            });
            assertEquals(
                    502, fixture.client(origin, SettingValues.none()).get("/").status(), nonsense);
        }
    }

    /** As an origin does that restarts, or whose idle time-out is shorter than this side's: all connections at once. */
    @Test
    void keptConnectionsThatTheOriginHasClosedAreNotTheClientsBusiness() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        Set<Socket> used = ConcurrentHashMap.newKeySet();
        CountDownLatch three = new CountDownLatch(3);
        RawOrigin origin = fixture.origin((socket, header) -> {
            if (!used.add(socket)) {
                // Read, and closed without a word: the other side sees its end after it has sent.
                socket.close();
                return;
            }
            connections.incrementAndGet();
            if (header.contains("/first")) {
                three.countDown();
                await(three);
            }
            RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        });
        OriginSettings settings = OriginSettings.of(OriginAddress.parse("http://127.0.0.1:" + origin.port()));
        OriginClient client = OriginClient.open(fixture.transport, settings, Ticker.system());
        fixture.closes(client);
        List<CompletableFuture<Integer>> first = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            first.add(
                    CompletableFuture.supplyAsync(() -> statusOf(client, "GET", "/first"), Thread::startVirtualThread));
        }
        for (CompletableFuture<Integer> answer : first) {
            assertEquals(200, answer.join());
        }
        assertEquals(200, statusOf(client, "GET", "/second"));
        assertEquals(4, connections.get(), "the second try made a connection of its own");
    }

    @Test
    void whatAnEarlierResponseHadTooMuchOfIsNotTakenForTheNextOne() {
        Set<Socket> used = ConcurrentHashMap.newKeySet();
        RawOrigin origin = fixture.origin((socket, header) -> RawOrigin.say(
                socket,
                (used.add(socket) ? "" : "and the rest of it") + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
        RawConnection client = fixture.client(origin, SettingValues.none());
        for (int i = 0; i < 3; i++) {
            RawResponse answer = client.get("/");
            assertEquals(200, answer.status());
            assertEquals("ok", answer.text());
        }
    }

    private static int statusOf(OriginClient client, String method, String target) {
        try (Upstream.Answer answer =
                client.send(new Upstream.Message(method, target, Headers.of("Host", "test"), null, null, null))) {
            answer.body().readAllBytes();
            return answer.status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The end of a file that pauses shows that its time-out has passed. */
    @Test
    void whatIsSentAsItHappensMayBeSilentForLong() {
        CountDownLatch gate = new CountDownLatch(1);
        RawOrigin origin = fixture.origin((socket, header) -> {
            String type = header.contains("/file") ? "text/html" : header.substring(5, header.indexOf(" HTTP"));
            RawOrigin.say(
                    socket,
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: " + type + "\r\n\r\n"
                            + (type.equals("text/html") ? "1\r\na\r\n" : ""));
            await(gate);
            RawOrigin.say(socket, "5\r\nevent\r\n0\r\n\r\n");
        });
        List<RawConnection> streams = new ArrayList<>();
        for (String type : List.of("text/event-stream;charset=a", "application/x-ndjson", "Application/GRPC+proto")) {
            RawConnection client = fixture.client(origin, SHORT);
            client.request("GET", "/" + type);
            assertEquals(200, client.readHead().status(), "the header does not wait for an event");
            streams.add(client);
        }
        assertBroken(fixture.client(origin, SHORT), "/file");
        gate.countDown();
        for (RawConnection client : streams) {
            StringBuilder text = new StringBuilder();
            while (text.indexOf("event") < 0) {
                text.append((char) client.readByte());
            }
        }
    }

    @Test
    void aConnectionChangesItsProtocolWhereTheOriginGrantsIt() {
        RawOrigin origin = fixture.origin((socket, header) -> {
            if (!header.toLowerCase(Locale.ROOT).contains("\r\nupgrade: websocket\r\n")) {
                RawOrigin.say(socket, "HTTP/1.1 426 Upgrade Required\r\nContent-Length: 2\r\n\r\nno");
                return;
            }
            RawOrigin.say(
                    socket,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Accept: x\r\n\r\nfirst");
            for (int octet = socket.getInputStream().read();
                    octet != '.';
                    octet = socket.getInputStream().read()) {
                socket.getOutputStream().write(octet);
            }
            socket.close();
        });
        RawConnection client = fixture.client(origin, SHORT);
        assertEquals(
                426,
                client.get("/", "Connection", "Upgrade", "Upgrade", "other").status());
        assertEquals(426, client.get("/", "Upgrade", "websocket").status(), "a header of another connection");
        RawResponse granted = client.request("GET", "/", "Connection", "keep-alive, Upgrade", "Upgrade", "WebSocket")
                .read();
        assertEquals(101, granted.status());
        assertEquals("websocket", granted.header("Upgrade"));
        assertEquals("Upgrade", granted.header("Connection"));
        assertEquals("x", granted.header("Sec-WebSocket-Accept"));
        assertText("first", client);
        // Longer than the time-out of a body, which the end of a file shows.
        assertBroken(fixture.client(fixture.saying("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na"), SHORT), "/file");
        client.send("echo");
        assertText("echo", client);
        client.send(".");
        assertTrue(client.ends(), "the origin has ended it");
    }

    @Test
    void aClientThatLeavesATunnelEndsIt() throws Exception {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        RawOrigin origin = fixture.origin((socket, header) -> {
            RawOrigin.say(
                    socket, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
            end.complete(socket.getInputStream().read());
        });
        RawConnection client = fixture.client(origin, SettingValues.none());
        assertEquals(
                101,
                client.request("GET", "/", "Connection", "Upgrade", "Upgrade", "websocket")
                        .read()
                        .status());
        client.close();
        assertEquals(-1, end.get());
    }

    @Test
    void aTunnelInWhichNobodySaysAnythingEnds() throws Exception {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        RawOrigin origin = fixture.origin((socket, header) -> {
            RawOrigin.say(
                    socket, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
            end.complete(socket.getInputStream().read());
        });
        RawConnection client = fixture.client(origin, SHORT.withValue(OriginTimeouts.STREAM, Duration.ofMillis(300)));
        assertEquals(
                101,
                client.request("GET", "/", "Connection", "Upgrade", "Upgrade", "websocket")
                        .read()
                        .status());
        assertTrue(client.ends());
        assertEquals(-1, end.get());
    }

    @Test
    void noProtocolIsChangedThatTheSettingsOrTheClientDoNotName() {
        RawOrigin plain = fixture.origin((socket, header) -> RawOrigin.say(
                socket,
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
                        + (header.toLowerCase(Locale.ROOT).contains("upgrade") ? "u" : "-")));
        SettingValues none = SettingValues.none().withValue(OriginSettings.UPGRADES, Set.of());
        assertEquals(
                "-",
                fixture.client(plain, none)
                        .get("/", "Connection", "Upgrade", "Upgrade", "websocket")
                        .text());
        RawOrigin other = fixture.origin((socket, header) -> {
            RawOrigin.say(socket, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
            socket.close();
        });
        assertEquals(
                502,
                fixture.client(other, SettingValues.none())
                        .request("GET", "/", "Connection", "Upgrade", "Upgrade", "websocket")
                        .read()
                        .status());
    }

    private static void assertText(String expected, RawConnection client) {
        StringBuilder text = new StringBuilder();
        while (text.length() < expected.length()) {
            text.append((char) client.readByte());
        }
        assertEquals(expected, text.toString());
    }

    @Test
    void redirectsAreTheClientsBusiness() {
        RawOrigin origin = fixture.saying("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n");
        RawResponse answer = fixture.client(origin, SettingValues.none()).get("/");
        assertEquals(302, answer.status());
        assertEquals("/", answer.header("Location"));
        assertEquals(1, origin.headers.size());
    }

    @ParameterizedTest
    @CsvSource({
        "https://www.example.org/x, http,  false, true",
        "https://www.example.org/x, https, false, false",
        "HTTPS://www.example.org/x, http,  true,  true",
        "http://www.example.org/x,  http,  true,  true",
        "//www.example.org,         http,  true,  true",
        "http://Example.org/x,      http,  true,  false",
        "http://127.0.0.1:3000/x,   https, true,  false",
        "http://www.example.org/x,  http,  false, false",
        "/x,                        http,  true,  false",
    })
    void aRedirectToTlsOrToAnotherNameOfTheHostIsNotMadeAPathThatLeadsBack(
            String url, String scheme, boolean keepsHost, boolean elsewhere) {
        Headers asked = Headers.of("Host", "example.org", "X-Forwarded-Proto", scheme);
        assertEquals(elsewhere, OriginClient.leadsElsewhere(url, asked, keepsHost));
    }

    @Test
    void anOriginThatNamesItselfDoesNotShow() {
        List<String> own = new ArrayList<>();
        RawOrigin origin = fixture.origin((socket, header) -> RawOrigin.say(
                socket,
                "HTTP/1.1 201 Created\r\nContent-Length: 0\r\nLocation: " + own.getFirst() + "/a?b\r\n"
                        + "Content-Location: " + own.getFirst() + "\r\n"
                        + "Refresh: 3; URL='" + own.getFirst() + "/c'\r\n\r\n"));
        RawConnection client = fixture.client(origin, SettingValues.none());
        own.add("http://127.0.0.1:" + origin.port());
        for (String method : List.of("GET", "DELETE")) {
            RawResponse answer = client.request(method, "/").read();
            assertEquals("/a?b", answer.header("Location"));
            assertEquals("/", answer.header("Content-Location"));
            assertEquals("3; URL='/c'", answer.header("Refresh"));
        }
        own.set(0, "http://elsewhere.test");
        RawResponse away = client.get("/away");
        assertEquals("http://elsewhere.test/a?b", away.header("Location"));
        assertEquals("3; URL='http://elsewhere.test/c'", away.header("Refresh"));
    }

    @Test
    void aBodyIsStreamedToTheOriginWithinTheLimit() throws Exception {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        RawOrigin origin = fixture.origin((socket, header) -> {
            int length = header.contains("Content-Length: 6") || header.contains("content-length: 6") ? 6 : 0;
            bodies.add(new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII));
            RawOrigin.say(socket, "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
        });
        RawConnection client = fixture.client(origin, SettingValues.none());
        client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 6\r\n\r\nabc");
        origin.awaitHeaders(1);
        client.send("def");
        assertEquals(201, client.read().status());
        assertEquals("abcdef", bodies.peek());
        assertTrue(origin.headers.getFirst().toLowerCase(Locale.ROOT).contains("content-length: 6"));
        RawConnection large = fixture.client(origin, SettingValues.none());
        large.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 99999999\r\n\r\n");
        assertEquals(413, large.read().status());
    }

    @Test
    void anEncryptedOriginHasToProveItsName() throws Exception {
        TestCertificate right = TestCertificate.of("localhost");
        TestCertificate wrong = TestCertificate.of("other.test");
        RawOrigin.Talk hello =
                (socket, header) -> RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
        RawOrigin origin = fixture.closes(RawOrigin.open(right, hello));
        RawOrigin imposter = fixture.closes(RawOrigin.open(wrong, hello));
        assertEquals(200, ask(origin, right));
        assertThrows(IOException.class, () -> ask(imposter, wrong), "another name");
        assertThrows(IOException.class, () -> ask(origin, wrong), "nobody we believe");
    }

    private int ask(RawOrigin origin, TestCertificate believed) throws IOException {
        SslContext tls = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(believed.certificate())
                .build();
        OriginSettings settings = OriginSettings.of(OriginAddress.parse("https://localhost:" + origin.port()));
        try (OriginClient client = OriginClient.open(fixture.transport, settings, tls);
                Upstream.Answer answer =
                        client.send(new Upstream.Message("GET", "/", Headers.empty(), null, null, null))) {
            return answer.status();
        }
    }

    private static void await(CountDownLatch gate) throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void overHttp2ABodyThatNoFieldAnnouncesIsPassedOn() throws Exception {
        List<String> bodies = Collections.synchronizedList(new ArrayList<>());
        RawOrigin origin = fixture.origin((socket, header) -> {
            if (header.toLowerCase(Locale.ROOT).contains("chunked")) {
                StringBuilder body = new StringBuilder();
                while (body.indexOf("\r\n0\r\n\r\n") < 0) {
                    body.append((char) socket.getInputStream().read());
                }
                bodies.add(body.toString());
            }
            RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nok");
        });
        try (FrameClient client =
                FrameClient.open(fixture.server(OriginFixture.address(origin), SettingValues.none()))) {
            client.request(1, false, "GET", "/")
                    .send(FrameClient.DATA, FrameClient.END_STREAM, 1, "query".getBytes(StandardCharsets.US_ASCII));
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertEquals(List.of("5\r\nquery\r\n0\r\n\r\n"), bodies);
            for (int stream = 3; stream <= 5; stream += 2) {
                client.get(stream, "/");
                assertEquals(200, client.expect(FrameClient.HEADERS).status());
            }
            assertEquals(2, origin.headers.size(), "without a body it is answered from memory");
            client.request(7, true, "POST", "/");
            assertEquals(200, client.expect(FrameClient.HEADERS).status());
            assertTrue(origin.headers.getLast().toLowerCase(Locale.ROOT).contains("\r\ncontent-length: 0\r\n"));
            assertEquals(1, bodies.size());
        }
    }
}
