package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringRules;
import io.gosling.gos.CacheSettings;
import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import io.gosling.origin.upstream.FileOrigin;
import io.gosling.origin.upstream.OriginStage;
import io.gosling.origin.upstream.ScriptedOrigin;
import io.gosling.origin.upstream.Upstream;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that come to a flight, or hear of it, when it has just landed. */
class LandedFlightTest {
    private static final String KEY = "http://origin.test/a";

    private final OriginStage stage = new OriginStage();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void whoFoundNothingJustBeforeAResponseWasKeptDoesNotAskForItAgain() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
        AtomicBoolean passed = new AtomicBoolean();
        // This is asked between the look into memory and the look for a flight: time enough for a whole one.
        stage.memory.hot().serveBy(now -> {
            if (!passed.getAndSet(true)) {
                assertEquals("hello", whole());
            }
            return true;
        });
        var late = stage.get("/a");
        assertEquals("hello", late.responseText());
        assertTrue(String.valueOf(late.header("Cache-Status")).contains("collapsed"), late.header("Cache-Status"));
        assertTrue(passed.get());
        assertEquals(1, stage.origin.requests());
        stage.ticker.advance(Duration.ofSeconds(200));
        assertEquals("hello", stage.get("/a").responseText());
        assertEquals(2, stage.origin.requests(), "nobody waits for a flight that never ends");
    }

    @Test
    void whoWaitsForOneThatFindsTheResponseLandedHasItToo() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
        CountDownLatch missed = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FutureTask<FakeExchange> joining = new FutureTask<>(() -> stage.get("/a"));
        Thread second = new Thread(joining);
        Thread first = Thread.currentThread();
        AtomicInteger looks = new AtomicInteger();
        // Both have found nothing in memory. One whole flight passes, the first finds what that has left, and is
        // joined.
        stage.memory.hot().serveBy(now -> {
            if (Thread.currentThread().equals(second)) {
                missed.countDown();
                await(goOn);
            } else if (Thread.currentThread().equals(first) && looks.incrementAndGet() == 1) {
                second.start();
                await(missed);
                assertEquals("hello", stage.later("/a").join().responseText());
            } else if (Thread.currentThread().equals(first) && looks.get() == 2) {
                goOn.countDown();
                Eventually.that("it is joined", () -> second.getState() == Thread.State.TIMED_WAITING);
            }
            return true;
        });
        assertEquals("hello", stage.get("/a").responseText());
        assertEquals("hello", joining.get().responseText());
        assertTrue(looks.get() >= 2);
        assertEquals(1, stage.origin.requests());
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoFindsALargeResponseLandedKeepsNobodyWaitingForItsSlices() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (OriginStage large = new OriginStage(CacheSettings.of(1 << 20)
                .with(CacheSettings.MAX_OBJECT, 4000L)
                .with(CacheSettings.HEADROOM, 1L << 20)
                .with(CacheSettings.REPLACEMENT, "lru")
                .with(CacheSettings.SLICE, 1000L))) {
            FileOrigin file = new FileOrigin(10_000);
            large.origin.script = file;
            AtomicBoolean passed = new AtomicBoolean();
            large.memory.hot().serveBy(now -> {
                if (!passed.getAndSet(true)) {
                    part(large, 0);
                    large.origin.script = ScriptedOrigin.after(gate, file);
                }
                return true;
            });
            var late = large.later("/a", "Range", "bytes=5000-5010");
            large.origin.awaitRequests(2);
            large.replies.drop(List.of(KEY));
            var next = large.later("/a", "Range", "bytes=7000-7010");
            large.origin.awaitRequests(3);
            gate.countDown();
            assertArrayEquals(file.bytes(5000, 5010), late.get().responseBody());
            assertArrayEquals(file.bytes(7000, 7010), next.get().responseBody());
        } finally {
            gate.countDown();
        }
    }

    private static void part(OriginStage stage, int first) {
        try {
            assertEquals(
                    206,
                    stage.get("/a", "Range", "bytes=" + first + "-" + (first + 10))
                            .status());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String whole() {
        try {
            return stage.get("/a").responseText();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoWaitedHasTheBytesOfAResponseThatIsOverAndWasNotKept() throws Exception {
        CoalescedFetches flights = new CoalescedFetches(stage.ticker, null);
        CoalescedFetch flight = new CoalescedFetch(stage.replies.permit(KEY));
        assertNull(flights.join(KEY, flight));
        CoalescedFetch joined =
                Objects.requireNonNull(flights.join(KEY, new CoalescedFetch(stage.replies.permit(KEY))));
        assertSame(flight, joined);

        StreamedFetch streamedReply = streamedReply((ended, end, bytes) -> {
            Objects.requireNonNull(bytes).release();
            flight.say(new CoalescedFetch.Outcome.Shared(ended));
            flights.end(KEY, flight);
        });
        streamedReply.run();
        assertInstanceOf(CoalescedFetch.Outcome.Shared.class, joined.await(Duration.ZERO));
        try (StreamedResponseReader reader = Objects.requireNonNull(streamedReply.tryReader(null))) {
            assertEquals(5, reader.available(), "it can be read without waiting");
            assertEquals("hello", new String(reader.readAllBytes(), StandardCharsets.US_ASCII));
            assertEquals(0, reader.available());
        }
        joined.leave();
        assertNull(streamedReply.tryReader(null), "nobody needs them any more");
        assertFalse(flight.enter());
        assertNull(flights.join(KEY, new CoalescedFetch(stage.replies.permit(KEY))), "the next one is another flight");
    }

    @Test
    void aFetchThatCannotStartEndsForThoseWhoWaitAndReleasesItsBytes() throws Exception {
        long before = stage.memory.hot().inUse().now();
        AtomicReference<StreamedFetch.End> ended = new AtomicReference<>();
        StreamedFetch streamedReply = streamedReply((same, end, bytes) -> {
            assertNull(bytes);
            ended.set(end);
        });
        try (StreamedResponseReader leader = streamedReply.leader();
                StreamedResponseReader other = Objects.requireNonNull(streamedReply.tryReader(null))) {
            streamedReply.giveUp();
            assertEquals(StreamedFetch.End.BROKEN, ended.get());
            assertThrows(StatusException.class, leader::read);
            assertThrows(StatusException.class, other::read);
        }
        assertNull(streamedReply.tryReader(null));
        assertEquals(before, stage.memory.hot().inUse().now());
    }

    private StreamedFetch streamedReply(StreamedFetch.Owner owner) {
        Headers fields = Headers.of("Cache-Control", "max-age=60");
        var arrival = new StoringRules.Arrival(OriginStage.NOON, OriginStage.NOON, stage.ticker.nanos());
        var judged = new StoringRules(Duration.ofDays(1), Duration.ZERO, Duration.ZERO)
                .judge(Headers.empty(), 200, fields, arrival);
        StoredResponseHead reply =
                assertInstanceOf(StoringRules.Storing.Stored.class, judged).reply();
        var body = new ByteArrayInputStream("hello".getBytes(StandardCharsets.US_ASCII));
        Upstream.Answer answer = new Upstream.Answer(200, fields, -1, body, () -> {});
        return Objects.requireNonNull(StreamedFetch.of(answer, null, reply, Headers.empty(), stage.replies, owner));
    }
}
