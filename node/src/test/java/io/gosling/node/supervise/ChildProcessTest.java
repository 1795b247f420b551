package io.gosling.node.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A supervised process, played by the shell. */
@DisabledOnOs(OS.WINDOWS)
class ChildProcessTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private ChildProcess child = new ChildProcess(List::of, lines::add, Ticker.system());
    private Thread thread = new Thread(() -> {});

    private void start(Supplier<String> script) {
        child = new ChildProcess(() -> List.of("sh", "-c", script.get()), lines::add, Ticker.system());
        thread = Thread.ofVirtual().start(child);
    }

    @AfterEach
    void stop() throws Exception {
        child.stop();
        child.awaitEnd(LONG);
        thread.join();
    }

    @Test
    void itIsReadyWhenItSaysSoAndEndsWhenItsInputCloses() throws Exception {
        start(() -> "echo starting; echo ready http=127.0.0.1:1; cat; echo left");
        assertEquals("127.0.0.1:1", child.awaitReady(LONG).orElseThrow().get("http"));
        child.stop();
        child.awaitEnd(LONG);
        thread.join();
        assertEquals(List.of("starting", "ready http=127.0.0.1:1", "left"), List.copyOf(lines));
    }

    @Test
    void oneThatDiedIsStartedAgain() throws Exception {
        AtomicInteger lives = new AtomicInteger();
        start(() -> lives.incrementAndGet() == 1 ? "echo ready a=1; exit 9" : "echo second life; cat");
        assertEquals("ready a=1", line());
        assertEquals("ended with status 9; starting it again in 250 ms", line());
        assertEquals("second life", line());
    }

    @Test
    void oneThatSaysThatItsConfigurationIsWrongIsNot() throws Exception {
        start(() -> "exit 78");
        assertTrue(child.awaitReady(LONG).isEmpty());
        assertEquals(78, child.failure().orElseThrow());
        thread.join();
        assertTrue(lines.isEmpty());
    }

    @Test
    void oneThatWasReadyIsStartedAgainWhateverItsStatus() throws Exception {
        AtomicInteger lives = new AtomicInteger();
        start(() -> lives.incrementAndGet() == 1 ? "echo ready a=1; exit 78" : "echo second life; cat");
        assertEquals("ready a=1", line());
        assertEquals(
                "ended with status 78 (the configuration is wrong or does not fit this machine); starting it again"
                        + " in 250 ms",
                line());
        assertEquals("second life", line());
        assertTrue(child.failure().isEmpty());
    }

    @Test
    void oneThatDoesNotLeaveIsKilled() throws Exception {
        start(() -> "trap '' TERM; echo ready a=1; while :; do sleep 1; done");
        assertTrue(child.awaitReady(LONG).isPresent());
        child.stop();
        child.awaitEnd(Duration.ofMillis(1));
        thread.join();
        assertTrue(lines.contains("did not end in 0 s; killing it"), lines.toString());
    }

    @Test
    void aCommandThatDoesNotExistFailsForGood() throws Exception {
        child = new ChildProcess(() -> List.of("/nonexistent/java"), lines::add, Ticker.system());
        thread = Thread.ofVirtual().start(child);
        assertTrue(child.awaitReady(LONG).isEmpty());
        assertFalse(child.failure().isEmpty());
    }

    private String line() throws InterruptedException {
        String line = lines.poll(LONG.toSeconds(), TimeUnit.SECONDS);
        return line == null ? "nothing" : line;
    }
}
