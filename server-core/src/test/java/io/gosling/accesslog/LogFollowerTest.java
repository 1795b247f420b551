package io.gosling.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogFollowerTest {
    private static final LogFilter ALL = LogFilter.parse(Map.of());

    private final ScheduledExecutorService unused = Executors.newSingleThreadScheduledExecutor();
    private final ManualTicker ticker = new ManualTicker();
    private Instant now = Instant.parse("2026-11-21T20:15:01Z");
    private final AccessLog log = new AccessLog(() -> now, ZoneOffset.UTC, ticker::nanos);
    private final LoopAccessLog loop = log.on(unused);

    @AfterEach
    void end() {
        unused.shutdownNow();
        log.close();
    }

    private void request(String host, String target, int status, String from, Duration took) {
        loop.write(
                loop.begin().put(Part.HOST, host).put(Part.TARGET, target).answered(from, status, 7, took.toNanos()));
    }

    private void request(String target) {
        request("www.example.com", target, 200, "local-memory", Duration.ofMillis(1));
    }

    @ParameterizedTest
    @CsvSource({
        "status, 200, true",
        "status, 404, false",
        "status, 2xx, true",
        "status, 5xx, false",
        "slower, 20ms, true",
        "slower, 21ms, false",
        "from, peer-memory, true",
        "from, *-memory, true",
        "from, memory, false",
        "status, 2*, true",
        "host, www.example.com, true",
        "host, *.EXAMPLE.com, true",
        "host, example.com, false",
        "url, /api/*, true",
        "url, *v=1, true",
        "url, /a*i/*a*v*, true",
        "url, /api/, false",
        "url, *v=2, false",
        "url, *, true"
    })
    void aFilterTakesWhatItNamesAndNothingElse(String name, String value, boolean taken) {
        LogFollower follower = log.follow("a", LogFilter.parse(Map.of(name, value)));
        request("www.example.com:8080", "/api/data?v=1", 200, "peer-memory", Duration.ofMillis(20));
        assertEquals(taken ? 1 : 0, follower.take().size());
    }

    @ParameterizedTest
    @CsvSource({"slower, soon", "slower, 20", "agent, curl", "'', a"})
    void aFilterThatCannotBeReadIsRefused(String name, String value) {
        var wrong = assertThrows(IllegalArgumentException.class, () -> LogFilter.parse(Map.of(name, value)));
        String message = String.valueOf(wrong.getMessage());
        assertTrue(message.contains("expected "), message);
        assertThrows(IllegalArgumentException.class, () -> LogFilter.parse(Map.of("url", "*".repeat(201))));
    }

    @Test
    void requestsAreHeldWhileSomebodyFollowsAndOnceForEach() {
        assertFalse(log.isOn());
        request("/before");
        LogFollower one = log.follow("one", ALL);
        assertTrue(log.isOn());
        request("/1");
        LogFollower other = log.follow("other", ALL);
        request("/2");
        assertEquals(2, one.take().size());
        List<String> lines = other.take();
        assertEquals(1, lines.size());
        assertTrue(lines.getFirst().startsWith("{\"time\":\"2026-11-21T20:15:01.000Z\","), lines.getFirst());
        assertTrue(lines.getFirst().contains("\"target\":\"/2\""), lines.getFirst());
        assertEquals(List.of(), one.take());
        assertEquals(0, log.dropped());
    }

    @Test
    void linesBeyondTheBoundAreDroppedAndCountedUntilThereIsRoomAgain() {
        LogFollower follower = log.follow("a", ALL);
        int sent = 2000;
        for (int i = 0; i < sent; i++) {
            request("/" + i);
        }
        List<String> held = follower.take();
        assertTrue(held.stream().mapToInt(String::length).sum() <= LogFollower.MOST_BYTES);
        assertEquals(sent, held.size() + follower.takeDropped());
        assertEquals(0, follower.takeDropped());
        request("/after");
        assertEquals(1, follower.take().size());
    }

    @Test
    void afterALineThatDoesNotFitNoneIsHeldUntilTheyAreTaken() {
        LogFollower follower = log.follow("a", ALL);
        request("/short");
        int shortLine = follower.take().getFirst().length();
        for (int i = 0; i < 100; i++) {
            request("/" + "x".repeat(4000));
        }
        request("/short");
        List<String> held = follower.take();
        assertTrue(held.stream().mapToInt(String::length).sum() + shortLine <= LogFollower.MOST_BYTES);
        assertEquals(101, held.size() + follower.takeDropped());
        assertTrue(held.getLast().length() > shortLine);
    }

    @Test
    void aFollowerThatNobodyAsksForIsForgottenWithTheNextRequest() {
        LogFollower kept = log.follow("kept", ALL);
        log.follow("left", ALL);
        now = now.plus(Duration.ofDays(1));
        ticker.advance(LogFollower.KEPT.minusSeconds(1));
        assertSame(kept, log.follow("kept", ALL));
        ticker.advance(Duration.ofSeconds(1));
        request("/1");
        assertEquals(1, log.follow("kept", ALL).take().size());
        ticker.advance(LogFollower.KEPT);
        request("/2");
        assertFalse(log.isOn());
        assertNotSame(kept, log.follow("kept", ALL));
    }

    @Test
    void anotherFilterReplacesTheFollower() {
        LogFollower errors = log.follow("a", LogFilter.parse(Map.of("status", "5xx")));
        request("/1");
        assertSame(errors, log.follow("a", LogFilter.parse(Map.of("status", "5xx"))));
        LogFollower all = log.follow("a", ALL);
        assertNotSame(errors, all);
        request("/2");
        assertEquals(1, all.take().size());
        assertTrue(all.begins());
        assertFalse(all.begins());
    }

    @ParameterizedTest
    @CsvSource({"h, h", "h:, h", "h:8080, h", "[::1], [::1]", "[::1]:80, [::1]", "80, 80", "h:a1, h:a1"})
    void aHostIsComparedWithoutItsPort(String host, String compared) {
        LogFollower follower = log.follow("a", LogFilter.parse(Map.of("host", compared)));
        request(host, "/", 200, "origin", Duration.ofMillis(1));
        assertEquals(1, follower.take().size());
    }

    @Test
    void noMoreThanFourFollowAtATime() {
        for (int i = 0; i < AccessLog.MOST_FOLLOWERS; i++) {
            log.follow("id-" + i, ALL);
        }
        assertThrows(IllegalStateException.class, () -> log.follow("one-more", ALL));
        log.follow("id-0", ALL);
        ticker.advance(LogFollower.KEPT);
        log.follow("one-more", ALL);
    }
}
