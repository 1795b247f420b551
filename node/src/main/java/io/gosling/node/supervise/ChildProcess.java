package io.gosling.node.supervise;

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
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 * <p>One thread of its own runs {@link #run}; the supervisor's threads ask and stop.
 */
final class ChildProcess implements Runnable {
    /** Statuses of a process that will not start a second time either. */
    private static final Set<Integer> HOPELESS = Stream.of(
                    ExitCode.CONFIGURATION, ExitCode.USAGE, ExitCode.REFUSED, ExitCode.NOT_FOUND)
            .map(ExitCode::status)
            .collect(Collectors.toUnmodifiableSet());

    private final Supplier<List<String>> command;
    private final Consumer<String> log;
    private final Ticker ticker;
    private final CompletableFuture<ReadyLine> ready = new CompletableFuture<>();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable Process process;
    private volatile OptionalInt failure = OptionalInt.empty();

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
            while (!stopping.await(delay.duration().toNanos(), TimeUnit.NANOSECONDS)) {
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
        process = started;
        if (isStopping()) {
            started.getOutputStream().close();
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ReadyLine.parse(line).ifPresent(ready::complete);
                log.accept(line);
            }
        } catch (IOException e) {
            log.accept("its output broke: " + e.getMessage());
        }
        return started.waitFor();
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** True if an exit with this status ends restarts. */
    private boolean isOver(int status) {
        boolean hopeless = !ready.isDone() && HOPELESS.contains(status);
        if (hopeless) {
            fail(status);
        }
        return hopeless || isStopping();
    }

    private void fail(int status) {
        failure = OptionalInt.of(status);
        ready.cancel(false);
    }

    /** Waits until it was ready once; returns its line, or nothing on failure or timeout. */
    Optional<ReadyLine> awaitReady(Duration atMost) throws InterruptedException {
        try {
            return Optional.of(ready.get(atMost.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | CancellationException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    OptionalInt failure() {
        return failure;
    }

    /** Asks it to end; returns at once. */
    void stop() throws IOException {
        stopping.countDown();
        Process running = process;
        if (running != null) {
            running.getOutputStream().close();
        }
    }

    /** Waits for its end after {@link #stop}, and kills it when that takes too long. */
    void awaitEnd(Duration atMost) throws InterruptedException {
        Process running = process;
        if (running != null && !running.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            log.accept("did not end in " + atMost.toSeconds() + " s; killing it");
            running.destroyForcibly().waitFor();
        }
    }
}
