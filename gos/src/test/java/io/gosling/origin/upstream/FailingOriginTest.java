package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many requests at one node while its origin fails: it is asked once for all of them. */
class FailingOriginTest {
    private static final int WAITING = 12;

    private final OriginStage stage = new OriginStage();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void close() {
        gate.countDown();
        stage.close();
    }

    private CompletableFuture<FakeExchange> start(String... headers) {
        CompletableFuture<FakeExchange> answer = new CompletableFuture<>();
        threads.add(Thread.ofVirtual().start(() -> {
            try {
                answer.complete(stage.get("/", headers));
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        }));
        return answer;
    }

    /** One that asks the origin, which answers once the others wait for it. */
    private List<CompletableFuture<FakeExchange>> together(ScriptedOrigin.Script script, String... first) {
        int before = stage.origin.requests();
        stage.origin.script = ScriptedOrigin.after(gate, script);
        List<CompletableFuture<FakeExchange>> answers = new ArrayList<>(List.of(start(first)));
        stage.origin.awaitRequests(before + 1);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            answers.add(start());
            others.add(threads.getLast());
        }
        Eventually.that(
                "the others wait, for so long at most",
                () -> others.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
        gate.countDown();
        return answers;
    }

    @Test
    void allWhoWaitAreToldWhatItAnswered() {
        List<CompletableFuture<FakeExchange>> answers =
                together(message -> ScriptedOrigin.answer(500, "its own page", "X-Error", "quota"));
        for (CompletableFuture<FakeExchange> answer : answers) {
            assertEquals(500, answer.join().status());
            assertEquals("its own page", answer.join().responseText());
            assertEquals("quota", answer.join().header("X-Error"));
        }
        String said = String.valueOf(answers.getLast().join().header("Cache-Status"));
        assertEquals("n1; fwd=uri-miss; fwd-status=500; collapsed; detail=origin-error", said);
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void whenToAskAgainIsPassedOn() {
        List<CompletableFuture<FakeExchange>> answers =
                together(message -> ScriptedOrigin.answer(503, "busy", "Retry-After", "120"));
        assertEquals("120", answers.getLast().join().header("Retry-After"));
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void aFailureThatACookieMayHaveCausedIsNobodyElses() {
        List<CompletableFuture<FakeExchange>> answers = together(
                message -> message.headers().contains("Cookie")
                        ? ScriptedOrigin.answer(500, "this one")
                        : ScriptedOrigin.answer(200, "fine", "Cache-Control", "max-age=10"),
                "Cookie",
                "session=bad");
        assertEquals(500, answers.removeFirst().join().status());
        for (CompletableFuture<FakeExchange> answer : answers) {
            assertEquals("fine", answer.join().responseText());
        }
    }

    @Test
    void theSameForOneThatBreaksOffBeforeAnybodyCouldReadAlong() {
        List<CompletableFuture<FakeExchange>> answers = together(message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", "max-age=10"),
                -1,
                new ScriptedOrigin.Slow("hello", 2, gate, true)));
        assertTrue(answers.removeFirst()
                .handle((answer, failure) -> failure != null)
                .join());
        for (CompletableFuture<FakeExchange> answer : answers) {
            assertEquals(502, answer.join().status());
        }
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void whoMayHaveSomethingStaleGetsThatAndNobodyAsksAgain() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, stale-if-error=100", "ETag", "\"1\"");
        stage.get("/");
        stage.pass(11);
        allOld(together(message -> ScriptedOrigin.answer(503, "down")), "detail=origin-error");
    }

    @Test
    void theSameWhereTheOriginCannotBeReached() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, stale-if-error=100", "ETag", "\"1\"");
        stage.get("/");
        stage.pass(11);
        ScriptedOrigin.Script silent = message -> {
            throw new IOException("refused");
        };
        allOld(together(silent), "detail=unreachable");
    }

    private void allOld(List<CompletableFuture<FakeExchange>> answers, String detail) {
        for (CompletableFuture<FakeExchange> answer : answers) {
            assertEquals("old", answer.join().responseText());
            String said = String.valueOf(answer.join().header("Cache-Status"));
            assertTrue(said.contains(detail), said);
        }
        assertEquals(2, stage.origin.requests());
    }

    /** In an outage every request fails: the log says so now and then, and how many there were. */
    @Test
    void theLogOfAnOutageDoesNotGrowWithItsRequests() throws Exception {
        stage.origin.script = message -> {
            throw new IOException("nobody there for the log");
        };
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 30; i++) {
                assertEquals(502, stage.get("/" + i).status());
            }
            assertEquals(1, lines(log).size());
            stage.pass(10);
            assertEquals(502, stage.get("/more").status());
            assertEquals(2, lines(log).size());
            assertTrue(lines(log).getLast().contains("29 more"), lines(log).getLast());
        }
    }

    private static List<String> lines(RecordedLog log) {
        return log.messages(Level.INFO).stream()
                .filter(line -> line.contains("nobody there for the log"))
                .toList();
    }
}
