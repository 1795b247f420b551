package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.RetryBudget;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientUpload;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.TestCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several servers of one origin on real sockets, some of which do what they should not. */
class FailoverSettingsTest {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "failover-test");
    private final ManualTicker ticker = new ManualTicker();

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
        transport.close();
    }

    private RawOrigin named(String name) {
        return origin(RawOrigin.saying("HTTP/1.1 200 OK\r\nContent-Length: " + name.length() + "\r\n\r\n" + name));
    }

    /** Reads the request and closes: nobody knows what became of it. */
    private RawOrigin rude() {
        return origin(RawOrigin.talking((socket, header) -> socket.close()));
    }

    private RawOrigin origin(RawOrigin origin) {
        open.push(origin);
        return origin;
    }

    private static OriginAddress address(RawOrigin origin) {
        return OriginAddress.parse("http://127.0.0.1:" + origin.port());
    }

    private static OriginAddress nobody() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return OriginAddress.parse("http://127.0.0.1:" + closed.getLocalPort());
        }
    }

    private static FailoverSettings rules(int percent, int least) {
        return new FailoverSettings(SettingValues.none())
                .with(FailoverSettings.FAILURES, 2)
                .with(FailoverSettings.PAUSE, Duration.ofSeconds(1))
                .with(FailoverSettings.LONGEST_PAUSE, Duration.ofSeconds(8))
                .with(FailoverSettings.REPEAT_PERCENT, percent)
                .with(FailoverSettings.REPEAT_LEAST, least);
    }

    private OriginClient client(FailoverSettings rules, OriginServerAddresses servers) {
        return client(rules, servers, Duration.ofMillis(600));
    }

    private OriginClient client(FailoverSettings rules, OriginServerAddresses servers, Duration header) {
        SettingValues times = SettingValues.none()
                .withValue(OriginTimeouts.CONNECT, Duration.ofSeconds(10))
                .withValue(OriginTimeouts.HEADER, header)
                .withValue(OriginTimeouts.PROGRESS, Duration.ofSeconds(10))
                .withValue(OriginTimeouts.TOTAL, Duration.ofSeconds(20));
        OriginClient client = OriginClient.open(
                transport, new OriginSettings(OriginPathMapping.ALL, servers, times.over(rules.values())), ticker);
        open.push(client);
        return client;
    }

    private OriginClient client(OriginAddress... servers) {
        return client(rules(100, 100), new OriginServerAddresses(List.of(servers), List.of()));
    }

    /** Soon tired of waiting, for servers that never answer. */
    private OriginClient impatient(OriginAddress... servers) {
        return client(rules(100, 100), new OriginServerAddresses(List.of(servers), List.of()), Duration.ofMillis(100));
    }

    private static String get(OriginClient client) throws IOException {
        return send(client, "GET", null);
    }

    private static String send(OriginClient client, String method, @Nullable String body) throws IOException {
        ClientUpload upload = body == null
                ? null
                : new ClientUpload(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), body.length());
        try (Upstream.Answer answer =
                client.send(new Upstream.Message(method, "/", Headers.of("Host", "first.test"), upload, null, null))) {
            return new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedIOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    private static List<String> states(OriginClient client) {
        return client.servers().stream().map(OriginServerStatus::state).toList();
    }

    @Test
    void serversAreAskedInTurnEachByItsOwnName() throws Exception {
        RawOrigin a = named("a");
        RawOrigin b = named("b");
        OriginClient client = client(address(a), address(b));
        Map<String, Integer> answers = new TreeMap<>();
        for (int i = 0; i < 10; i++) {
            answers.merge(get(client), 1, Integer::sum);
        }
        assertEquals(Map.of("a", 5, "b", 5), answers);
        assertTrue(b.headers.getFirst().contains("Host: 127.0.0.1:" + b.port()), b.headers.getFirst());
        assertTrue(a.headers.getFirst().contains("Host: 127.0.0.1:" + a.port()), a.headers.getFirst());
    }

    @Test
    void oneThatIsGoneCostsNobodyARequestAndIsFoundAgainByOne() throws Exception {
        RawOrigin a = named("a");
        OriginAddress gone = nobody();
        OriginClient client = client(rules(0, 0), new OriginServerAddresses(List.of(gone, address(a)), List.of()));
        for (int i = 0; i < 20; i++) {
            assertEquals("a", get(client));
            assertEquals("a", send(client, "POST", "body"), "nothing was sent, so everything may be sent elsewhere");
        }
        assertEquals(List.of("paused", "up"), states(client));
        assertEquals(2, client.servers().getFirst().failures());
        ticker.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 10; i++) {
            assertEquals("a", get(client));
        }
        assertEquals(3, client.servers().getFirst().failures(), "one request found out");
        open.push(RawOrigin.at(
                gone.port(),
                (socket, header) -> RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nback")));
        ticker.advance(Duration.ofSeconds(2));
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(get(client));
        }
        assertTrue(answers.contains("back"), answers.toString());
        assertEquals(List.of("up", "up"), states(client));
    }

    @Test
    void theLogHasALineForEachChangeOfAServer() throws Exception {
        RawOrigin a = named("a");
        OriginAddress gone = nobody();
        OriginClient client = client(rules(0, 0), new OriginServerAddresses(List.of(gone, address(a)), List.of()));
        try (RecordedLog log = new RecordedLog()) {
            for (int outage = 0; outage < 5; outage++) {
                for (int i = 0; i < 10; i++) {
                    assertEquals("a", get(client));
                }
                ticker.advance(Duration.ofSeconds(8));
            }
            List<String> left = about(gone, log);
            assertEquals(1, left.size(), left.toString());
            assertTrue(left.getFirst().contains("is ejected for 1000 ms"), left.getFirst());
            open.push(RawOrigin.at(
                    gone.port(),
                    (socket, header) -> RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nback")));
            for (int i = 0; i < 4; i++) {
                get(client);
            }
            List<String> back = about(gone, log);
            assertEquals(2, back.size(), back.toString());
            assertTrue(back.getLast().contains("is asked again"), back.getLast());
        }
    }

    private static List<String> about(OriginAddress server, RecordedLog log) {
        return log.messages(Level.INFO).stream()
                .filter(line -> line.startsWith("origin server " + server))
                .toList();
    }

    @Test
    void aBackupIsAskedWhileNoOtherCanBe() throws Exception {
        OriginAddress gone = nobody();
        RawOrigin spare = named("spare");
        RawOrigin usual = named("usual");
        OriginClient client =
                client(rules(0, 0), new OriginServerAddresses(List.of(gone, address(usual)), List.of(address(spare))));
        for (int i = 0; i < 10; i++) {
            assertEquals("usual", get(client));
        }
        OriginClient poor = client(rules(0, 0), new OriginServerAddresses(List.of(gone), List.of(address(spare))));
        for (int i = 0; i < 10; i++) {
            assertEquals("spare", get(poor));
        }
        assertEquals(List.of("paused", "up"), states(poor));
    }

    @Test
    void whatOnlyAsksIsAskedOfAnotherWhenTheFirstHasHungUp() throws Exception {
        OriginClient client = client(
                rules(100, 100), new OriginServerAddresses(List.of(address(rude())), List.of(address(named("b")))));
        assertEquals("b", get(client));
    }

    @Test
    void whatMayHaveChangedSomethingIsNotSentAgain() throws Exception {
        RawOrigin b = named("b");
        OriginClient client =
                client(rules(100, 100), new OriginServerAddresses(List.of(address(rude())), List.of(address(b))));
        assertThrows(IOException.class, () -> send(client, "POST", "body"));
        assertThrows(IOException.class, () -> send(client, "POST", null));
        assertThrows(IOException.class, () -> send(client, "PUT", "body"));
        assertEquals(0, b.headers.size());
    }

    @Test
    void noMoreIsSentAgainThanTheBudgetAllows() throws Exception {
        RawOrigin b = named("b");
        FailoverSettings rules = new FailoverSettings(SettingValues.none())
                .with(FailoverSettings.FAILURES, 1000)
                .with(FailoverSettings.PAUSE, Duration.ofSeconds(1))
                .with(FailoverSettings.LONGEST_PAUSE, Duration.ofSeconds(8))
                .with(FailoverSettings.REPEAT_PERCENT, 0)
                .with(FailoverSettings.REPEAT_LEAST, 1);
        OriginClient client = client(rules, new OriginServerAddresses(List.of(address(rude())), List.of(address(b))));
        int answered = 0;
        for (int i = 0; i < 30; i++) {
            try {
                get(client);
                answered++;
            } catch (IOException e) {
                // The first server's own failure.
            }
        }
        assertEquals(RetryBudget.SECONDS, answered, "ten seconds' worth of one a second");
    }

    @Test
    void oneThatIsTooSlowIsAFailureLikeAnother() throws Exception {
        RawOrigin silent = origin(RawOrigin.talking((socket, header) -> {}));
        OriginClient client = client(address(silent), address(named("b")));
        for (int i = 0; i < 6; i++) {
            assertEquals("b", get(client));
        }
        assertEquals(List.of("paused", "up"), states(client));
    }

    @Test
    void whereThereIsNoOtherASlowAnswerIsNoReasonToAskNobody() throws Exception {
        RawOrigin silent = origin(RawOrigin.talking((socket, header) -> {}));
        OriginClient client = impatient(address(silent));
        for (int i = 0; i < 4; i++) {
            assertThrows(SocketTimeoutException.class, () -> get(client));
        }
        assertEquals(List.of("up"), states(client));
    }

    @Test
    void aPageThatIsSlowEverywhereLeavesNobodyWithoutAServer() throws Exception {
        OriginClient client = impatient(
                address(origin(RawOrigin.talking((socket, header) -> {}))),
                address(origin(RawOrigin.talking((socket, header) -> {}))));
        for (int i = 0; i < 5; i++) {
            assertThrows(SocketTimeoutException.class, () -> get(client));
        }
        assertTrue(states(client).contains("up"), states(client).toString());
    }

    @Test
    void whereNobodyListensNobodyIsAskedForAWhile() throws Exception {
        OriginClient client = client(nobody());
        assertThrows(ConnectException.class, () -> get(client));
        assertThrows(ConnectException.class, () -> get(client));
        NoHealthyServerException refused = assertThrows(NoHealthyServerException.class, () -> get(client));
        assertTrue(String.valueOf(refused.getMessage()).contains("ejected"), refused.getMessage());
        ticker.advance(Duration.ofSeconds(1));
        assertThrows(ConnectException.class, () -> get(client));
    }

    @Test
    void anUploadThatTakesLongHoldsOthersUpForOneEjectionTimeOnly() throws Exception {
        OriginAddress gone = nobody();
        OriginClient client = client(gone);
        assertThrows(ConnectException.class, () -> get(client));
        assertThrows(ConnectException.class, () -> get(client));
        CountDownLatch end = new CountDownLatch(1);
        origin(RawOrigin.at(gone.port(), (socket, header) -> {
            if (header.startsWith("POST ")) {
                // Early answers leave the body unread.
                await(end);
            }
            RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nback");
        }));
        ticker.advance(Duration.ofSeconds(1));
        CountDownLatch reading = new CountDownLatch(1);
        InputStream slow = new InputStream() {
            @Override
            public int read() throws IOException {
                reading.countDown();
                FailoverSettingsTest.await(end);
                return -1;
            }
        };
        FutureTask<Integer> upload = new FutureTask<>(() -> {
            ClientUpload body = new ClientUpload(slow, -1);
            try (Upstream.Answer answer = client.send(
                    new Upstream.Message("POST", "/", Headers.of("Host", "first.test"), body, null, null))) {
                return answer.status();
            }
        });
        Thread.ofVirtual().start(upload);
        reading.await();
        ticker.advance(Duration.ofSeconds(1));
        assertEquals("back", get(client));
        assertEquals(List.of("up"), states(client));
        end.countDown();
        assertEquals(200, upload.get());
    }

    @Test
    void checksFindOutBeforeARequestDoes() throws Exception {
        String[] status = {"503 Busy"};
        RawOrigin a = origin(RawOrigin.talking((socket, header) -> RawOrigin.say(
                socket,
                header.startsWith("GET /healthz?a ")
                        ? "HTTP/1.1 " + status[0] + "\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na")));
        FailoverSettings rules = new FailoverSettings(SettingValues.none())
                .with(FailoverSettings.FAILURES, 2)
                .with(FailoverSettings.PAUSE, Duration.ofSeconds(1))
                .with(FailoverSettings.LONGEST_PAUSE, Duration.ofSeconds(8))
                .with(FailoverSettings.REPEAT_PERCENT, 0)
                .with(FailoverSettings.REPEAT_LEAST, 0)
                .with(FailoverSettings.CHECK, "/healthz?a")
                .with(FailoverSettings.CHECK_INTERVAL, Duration.ofMillis(10))
                .with(FailoverSettings.CHECK_TIME, Duration.ofSeconds(10));
        OriginClient client =
                client(rules, new OriginServerAddresses(List.of(address(a)), List.of(address(named("b")))));
        client.watch();
        Eventually.that("it is down", () -> states(client).equals(List.of("down", "up")));
        assertEquals("b", get(client));
        status[0] = "204 Well";
        Eventually.that("it is up", () -> states(client).equals(List.of("up", "up")));
        assertEquals("a", get(client));
        client.retire();
        assertEquals("a", get(client), "what has begun may still ask");
    }

    @TempDir
    private Path folder;

    private OriginClient trusting(OriginTrustSettings trust, RawOrigin origin) throws IOException {
        OriginClient client = OriginClient.open(
                transport,
                OriginSettings.of(OriginAddress.parse("https://127.0.0.1:" + origin.port()))
                        .of(trust.values()));
        open.push(client);
        return client;
    }

    @Test
    void certificatesAreThoseOfTheFileForTheNameThatIsWanted() throws Exception {
        TestCertificate own = TestCertificate.of("inside.test");
        own.write(folder, "own");
        Path file = folder.resolve("own.pem");
        RawOrigin origin = origin(RawOrigin.open(
                own, (socket, header) -> RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")));
        assertEquals(
                "ok",
                get(trusting(
                        OriginTrustSettings.defaults()
                                .with(OriginTrustSettings.AUTHORITIES, file)
                                .with(OriginTrustSettings.NAME, "inside.test"),
                        origin)));
        assertThrows(
                IOException.class,
                () -> get(trusting(OriginTrustSettings.defaults().with(OriginTrustSettings.AUTHORITIES, file), origin)),
                "another name");
        assertThrows(
                IOException.class,
                () -> get(
                        trusting(OriginTrustSettings.defaults().with(OriginTrustSettings.NAME, "inside.test"), origin)),
                "nobody");
        assertEquals(
                "ok", get(trusting(OriginTrustSettings.defaults().with(OriginTrustSettings.VERIFY, false), origin)));
        IOException absent = assertThrows(
                IOException.class,
                () -> OriginTrustSettings.defaults()
                        .with(OriginTrustSettings.AUTHORITIES, folder.resolve("none.pem"))
                        .context());
        assertTrue(String.valueOf(absent.getMessage()).startsWith("tls-ca: "), absent.getMessage());
    }

    @Test
    void aFileThatWasReplacedIsAnotherOne() throws Exception {
        TestCertificate.of("inside.test").write(folder, "own");
        OriginTrustSettings trust =
                OriginTrustSettings.defaults().with(OriginTrustSettings.AUTHORITIES, folder.resolve("own.pem"));
        String before = trust.fingerprint();
        assertEquals(before, trust.fingerprint());
        TestCertificate.of("inside.test").write(folder, "own");
        assertNotEquals(before, trust.fingerprint());
        assertEquals("", OriginTrustSettings.defaults().fingerprint());
    }

    @Test
    void aConnectionToOneNameIsNotOneToAnotherAtTheSameAddress() throws Exception {
        TestCertificate own = TestCertificate.of("localhost");
        own.write(folder, "own");
        RawOrigin origin = origin(RawOrigin.open(
                own, (socket, header) -> RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")));
        OriginAddress right = OriginAddress.parse("https://localhost:" + origin.port());
        OriginAddress wrong = OriginAddress.parse("https://127.0.0.1:" + origin.port());
        OriginTrustSettings trust =
                OriginTrustSettings.defaults().with(OriginTrustSettings.AUTHORITIES, folder.resolve("own.pem"));
        OriginClient client = OriginClient.open(
                transport,
                new OriginSettings(
                        OriginPathMapping.ALL,
                        new OriginServerAddresses(List.of(right, wrong), List.of()),
                        trust.values()));
        open.push(client);
        for (int i = 0; i < 2; i++) {
            assertEquals("ok", get(client));
        }
        assertEquals(1, client.servers().getLast().failures(), "its certificate is not for this name");
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        OriginAddress a = OriginAddress.parse("http://a.test");
        OriginAddress s = OriginAddress.parse("https://a.test");
        for (List<OriginAddress> servers : Arrays.asList(List.<OriginAddress>of(), List.of(a, a), List.of(a, s))) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> new OriginServerAddresses(servers, List.of()));
            assertTrue(
                    String.valueOf(refused.getMessage())
                            .toLowerCase(Locale.ROOT)
                            .contains("expected"),
                    refused.getMessage());
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> OriginTrustSettings.defaults()
                        .with(OriginTrustSettings.AUTHORITIES, Path.of("x"))
                        .with(OriginTrustSettings.VERIFY, false));
        assertThrows(
                IllegalArgumentException.class,
                () -> SettingValues.none().with(FailoverSettings.CHECK, List.of("healthz")));
    }
}
