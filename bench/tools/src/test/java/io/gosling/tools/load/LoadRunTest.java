package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.tools.load.BrowserSessions.Visits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Load on real sockets. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LoadRunTest {
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final RequestSequence WORK = RequestSequence.drawn(
            List.of("/a".getBytes(StandardCharsets.US_ASCII), "/b?x=1".getBytes(StandardCharsets.US_ASCII)),
            new long[] {3, 1},
            7);

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();

    private Response answer(Request request) {
        asked.add(RequestTarget.of(request));
        return Response.text("hello")
                .withStatus(RequestTarget.of(request).startsWith("/b") ? 404 : 200)
                .with("Cache-Status", RequestTarget.of(request).startsWith("/b") ? "t; fwd=bypass" : "t; hit");
    }

    private static TargetServer at(Gosling server) {
        return TargetServer.near(server.address());
    }

    private static LoadSettings settings(List<TargetServer> servers, boolean http2, boolean keep, long requests) {
        return new LoadSettings(
                servers, http2, 4, 4, keep, 0, Duration.ZERO, LONG, requests, Duration.ofSeconds(20), 2, Map.of());
    }

    private static LoadResult run(LoadSettings settings) throws InterruptedException {
        return new LoadRun(settings, WORK).run(now -> {});
    }

    private void check(LoadResult result, int requests) {
        assertEquals(requests, asked.size());
        assertEquals(requests, result.loadCounts().requests());
        assertEquals(Map.of(), result.loadCounts().errors());
        long drawn = asked.stream().filter("/a"::equals).count();
        assertTrue(drawn > requests / 2 && drawn < requests, "drawn by weight: " + drawn);
        assertEquals(drawn, result.loadCounts().ofClass(2));
        assertEquals(requests - drawn, result.loadCounts().ofClass(4));
        assertEquals(
                Map.of("hit", drawn, "miss bypass", requests - drawn),
                result.loadCounts().kinds());
        assertTrue(result.loadCounts().bytes() >= 5L * requests);
        assertTrue(result.loadCounts().delayMillis(100) > 0);
    }

    @Test
    void everyRequestIsSentAndCountedOnce() throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            check(run(settings(List.of(at(server)), false, true, 2000)), 2000);
        }
    }

    @Test
    void alsoWithAConnectionForEach() throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            check(run(settings(List.of(at(server)), false, false, 300)), 300);
        }
    }

    @Test
    void alsoOverStreams() throws Exception {
        try (Gosling server =
                Gosling.builder().set("http2.prior-knowledge", "on").serve(this::answer)) {
            check(run(settings(List.of(at(server)), true, true, 2000)), 2000);
        }
    }

    @Test
    void serversTakeTurns() throws Exception {
        AtomicInteger other = new AtomicInteger();
        try (Gosling first = Gosling.serve(this::answer);
                Gosling second = Gosling.serve(request -> {
                    other.incrementAndGet();
                    return Response.text("other");
                })) {
            run(settings(List.of(at(first), at(second)), false, true, 1000));
        }
        assertEquals(1000, asked.size() + other.get());
        assertTrue(other.get() > 0 && !asked.isEmpty());
    }

    /**
     * A server that stands still spoils the figures of all that came meanwhile, and those that were never sent are
     * said.
     */
    @Test
    void anOpenLoopCountsWhatItCouldNotSend() throws Exception {
        CountDownLatch going = new CountDownLatch(1);
        try (Gosling server = Gosling.serve(request -> {
            going.await();
            return answer(request);
        })) {
            LoadSettings open = new LoadSettings(
                    List.of(at(server)),
                    false,
                    2,
                    1,
                    true,
                    1000,
                    Duration.ZERO,
                    Duration.ofMillis(300),
                    Long.MAX_VALUE,
                    Duration.ofSeconds(20),
                    1,
                    Map.of());
            LoadRun run = new LoadRun(open, WORK);
            // The first progress is told when the time is over: only then are the two under way answered.
            LoadResult result = run.run(now -> going.countDown());
            assertEquals(2, result.loadCounts().requests());
            assertEquals(Map.of("never sent", 298L), result.loadCounts().errors());
            assertTrue(result.loadCounts().delayMillis(40) > 100, "those that waited count");
        }
    }

    /** A lane without a client would send nothing, and never learn that others have sent everything. */
    @Test
    void threadsWithoutClientsAreNone() throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            LoadResult closed = run(settings(at(server), 2, 4, 0, Duration.ofDays(1), 1000));
            assertEquals(1000, closed.loadCounts().requests());
            LoadResult open = run(settings(at(server), 1, 4, 100, Duration.ofDays(1), 20));
            assertEquals(20, open.loadCounts().requests());
        }
    }

    @Test
    void whoseTurnIsInAnHourEndsWhenOthersHaveSentEverything() throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            LoadResult result = run(settings(at(server), 2, 2, 1 / 3600.0, Duration.ofDays(1), 1));
            assertEquals(1, result.loadCounts().requests());
        }
    }

    @Test
    void whatIsNeverSentIsOfTheRequestsThatThereWereToBe() throws Exception {
        CountDownLatch going = new CountDownLatch(1);
        try (Gosling server = Gosling.serve(request -> {
            going.await();
            return answer(request);
        })) {
            LoadRun run = new LoadRun(settings(at(server), 2, 2, 1000, Duration.ofMillis(300), 50), WORK);
            LoadResult result = run.run(now -> going.countDown());
            assertEquals(2, result.loadCounts().requests());
            assertEquals(Map.of("never sent", 48L), result.loadCounts().errors());
        }
    }

    private static LoadSettings settings(
            TargetServer server, int clients, int threads, double rate, Duration time, long requests) {
        return new LoadSettings(
                List.of(server),
                false,
                clients,
                1,
                true,
                rate,
                Duration.ZERO,
                time,
                requests,
                Duration.ofSeconds(20),
                threads,
                Map.of());
    }

    @Test
    void nobodyThereIsAnError() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = new InetSocketAddress("127.0.0.1", socket.getLocalPort());
        }
        LoadStatistics plain = run(settings(List.of(TargetServer.near(nobody)), false, true, 6))
                .loadCounts();
        assertEquals(Map.of("no connection", 6L), plain.errors());
        LoadStatistics streams =
                run(settings(List.of(TargetServer.near(nobody)), true, true, 6)).loadCounts();
        assertEquals(Map.of("no connection", 6L), streams.errors());
    }

    @Test
    void brokenAnswersAreToldApart() throws Exception {
        assertEquals(Map.of("not HTTP", 5L), errors("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
        assertEquals(Map.of("not HTTP", 5L), errors("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab"));
        assertEquals(Map.of("connection ended", 5L), errors("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"));
        assertEquals(Map.of("connection ended", 5L), errors(""));
        assertEquals(Map.of(), errors("HTTP/1.1 200 OK\r\n\r\nuntil the end"));
    }

    /** Without a length a body ends with its connection, if that is closed, and not where it breaks. */
    @Test
    void aBodyThatAResetCutsIsNotWhole() throws Exception {
        assertEquals(Map.of("connection ended", 5L), errors("HTTP/1.1 200 OK\r\n\r\nuntil the", true));
    }

    /** Each connection gets these bytes and is closed. */
    private static Map<String, Long> errors(String bytes) throws Exception {
        return errors(bytes, false);
    }

    private static Map<String, Long> errors(String bytes, boolean reset) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread answering = Thread.ofVirtual().start(() -> {
                while (!server.isClosed()) {
                    try (Socket client = server.accept()) {
                        client.getInputStream().read(new byte[4096]);
                        client.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                        client.setSoLinger(reset, 0);
                    } catch (IOException e) {
                        // The test is over, or the client has gone.
                    }
                }
            });
            TargetServer target = TargetServer.near(new InetSocketAddress("127.0.0.1", server.getLocalPort()));
            Map<String, Long> errors =
                    run(settings(List.of(target), false, true, 5)).loadCounts().errors();
            server.close();
            answering.join();
            return errors;
        }
    }

    @Test
    void whoDoesNotAnswerIsGivenUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            LoadSettings hasty = new LoadSettings(
                    List.of(TargetServer.near(new InetSocketAddress("127.0.0.1", silent.getLocalPort()))),
                    false,
                    3,
                    1,
                    true,
                    0,
                    Duration.ZERO,
                    LONG,
                    6,
                    Duration.ofMillis(100),
                    1,
                    Map.of());
            LoadStatistics loadCounts = run(hasty).loadCounts();
            assertEquals(Map.of("time-out", 6L), loadCounts.errors());
            assertTrue(loadCounts.delayMillis(0) >= 99, "who waited in vain waited, " + loadCounts.delayMillis(0));
        }
    }

    @Test
    void whatIsWaitedForInVainAfterTheEndIsNotOfTheTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            LoadSettings hasty = silence(silent);
            assertEquals(0.2, run(hasty).seconds(), 1e-6);
            BrowserSessions sessions = new BrowserSessions(hasty, new Visits(List.of("/"), 2, 1, 0, 1));
            assertEquals(0.2, sessions.run(now -> {}).seconds(), 1e-6);
        }
    }

    /** A fifth of a second, and a time-out that lasts longer. */
    private static LoadSettings silence(ServerSocket silent) {
        return new LoadSettings(
                List.of(TargetServer.near(new InetSocketAddress("127.0.0.1", silent.getLocalPort()))),
                false,
                2,
                1,
                true,
                0,
                Duration.ZERO,
                Duration.ofMillis(200),
                Long.MAX_VALUE,
                Duration.ofMillis(600),
                1,
                Map.of());
    }

    @Test
    void aRunThatIsStoppedEndsInAReport() throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            LoadRun run = new LoadRun(settings(List.of(at(server)), false, true, Long.MAX_VALUE), WORK);
            LoadResult result = run.run(now -> run.stop());
            assertEquals(asked.size(), result.loadCounts().requests());
            assertTrue(result.throughput() > 0);
            assertTrue(result.seconds() < LONG.toSeconds());
        }
    }
}
