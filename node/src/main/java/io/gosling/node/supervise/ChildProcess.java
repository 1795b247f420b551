package io.gosling.node.supervise;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.command.ExitCode;
import io.gosling.document.Ticker;
import io.gosling.node.process.FileNameEncodingCheck;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.StopRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One process of {@code up}, started again whenever it dies:
 *
 * <ol>
 *   <li>starting: the process runs and has not said {@code ready}
 *   <li>ready: it has
 *   <li>dead: a delay, then starting again; or, if it never was ready and its status says that trying again is no use,
 *       failed for good
 *   <li>stopped: asked to end by closing its standard input, killed after a bound
 * </ol>
 *
 * <p>One thread of its own runs {@link #run}; the supervisor's threads ask and stop. The monitor guards the state and
 * is not held during I/O.
 */
final class ChildProcess implements Runnable {
    private final Supplier<List<String>> command;
    private final Consumer<String> log;
    private final Ticker ticker;

    @GuardedBy("this")
    private @Nullable Process process;

    @GuardedBy("this")
    private @Nullable ReadyLine ready;

    @GuardedBy("this")
    private OptionalInt failure = OptionalInt.empty();

    @GuardedBy("this")
    private boolean stopping;

    /** @param command called before each start, for changing ports */
    ChildProcess(Supplier<List<String>> command, Consumer<String> log, Ticker ticker) {
        this.command = command;
        this.log = log;
        this.ticker = ticker;
    }

    @Override
    public void run() {
        RestartDelay delay = RestartDelay.NONE;
        try {
            while (pause(delay.duration())) {
                long born = ticker.nanos();
                int status = live();
                if (isOver(status)) {
                    return;
                }
                delay = delay.after(Duration.ofNanos(ticker.nanos() - born));
                log.accept("ended with status " + status
                        + ExitCode.of(status)
                                .map(code -> " (" + code.meaning() + ")")
                                .orElse("")
                        + "; starting it again in "
                        + delay.duration().toMillis() + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.accept("cannot be started: " + e.getMessage());
            fail(ExitCode.FAILURE.status());
        }
    }

    private int live() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command.get()).redirectErrorStream(true);
        builder.environment().put(StopRequest.SUPERVISED, "stdin");
        builder.environment().putAll(FileNameEncodingCheck.environment());
        Process started = builder.start();
        born(started);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ReadyLine.parse(line).ifPresent(this::becameReady);
                log.accept(line);
            }
        } catch (IOException e) {
            log.accept("its output broke: " + e.getMessage());
        }
        return started.waitFor();
    }

    private void born(Process started) throws IOException {
        boolean late;
        synchronized (this) {
            process = started;
            late = stopping;
        }
        if (late) {
            started.getOutputStream().close();
        }
    }

    private synchronized void becameReady(ReadyLine line) {
        ready = line;
        notifyAll();
    }

    /** True if an exit with this status ends restarts. */
    private synchronized boolean isOver(int status) {
        process = null;
        boolean hopeless = ready == null
                && (status == ExitCode.CONFIGURATION.status()
                        || status == ExitCode.USAGE.status()
                        || status == ExitCode.REFUSED.status()
                        || status == ExitCode.NOT_FOUND.status());
        if (hopeless) {
            failure = OptionalInt.of(status);
        }
        notifyAll();
        return hopeless || stopping;
    }

    private synchronized void fail(int status) {
        failure = OptionalInt.of(status);
        notifyAll();
    }

    /** Waits before a start; false when stopped meanwhile. */
    private synchronized boolean pause(Duration delay) throws InterruptedException {
        long deadline = ticker.nanos() + delay.toNanos();
        while (!stopping && deadline - ticker.nanos() > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - ticker.nanos());
        }
        return !stopping;
    }

    /** Waits until it was ready once; returns its line, or nothing on failure, stop or timeout. */
    synchronized Optional<ReadyLine> awaitReady(Duration atMost) throws InterruptedException {
        long deadline = ticker.nanos() + atMost.toNanos();
        while (ready == null && failure.isEmpty() && !stopping && deadline - ticker.nanos() > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - ticker.nanos());
        }
        return Optional.ofNullable(ready);
    }

    synchronized OptionalInt failure() {
        return failure;
    }

    /** Asks it to end; returns at once. */
    void stop() throws IOException {
        Process running;
        synchronized (this) {
            stopping = true;
            running = process;
            notifyAll();
        }
        if (running != null) {
            running.getOutputStream().close();
        }
    }

    /** Waits for its end after {@link #stop}, and kills it when that takes too long. */
    void awaitEnd(Duration atMost) throws InterruptedException {
        Process running;
        synchronized (this) {
            running = process;
        }
        if (running != null && !running.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            log.accept("did not end in " + atMost.toSeconds() + " s; killing it");
            running.destroyForcibly().waitFor();
        }
    }
}
