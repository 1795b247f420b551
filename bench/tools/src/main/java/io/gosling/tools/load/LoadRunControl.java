package io.gosling.tools.load;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The course of a run: hands out the number of the next request, and decides from when on requests count and when there
 * are no more. It begins once, and may be stopped before that. Safe for use by many threads.
 */
final class LoadRunControl {
    /** The result of {@link #take} when there are no more requests. */
    static final long OVER = -1;

    private static final long PROGRESS_MILLIS = 1000;

    private final long warmUpNanos;
    private final long nanos;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong left;
    private final long most;
    private volatile Span span = new Span(0, 0);
    private volatile boolean stopped;

    private record Span(long from, long until) {}

    /**
     * @param requests that count, at most
     * @param most requests in all, those of the warm-up included
     */
    LoadRunControl(Duration warmUp, Duration time, long requests, long most) {
        this.warmUpNanos = warmUp.toNanos();
        this.nanos = time.toNanos();
        this.left = new AtomicLong(requests);
        this.most = most;
    }

    synchronized void begin(long now) {
        long from = now + warmUpNanos;
        span = new Span(from, stopped || left.get() <= 0 ? now : from + nanos);
    }

    /** Ends it now, or leaves it as it is if it has ended. */
    synchronized void stop(long now) {
        stopped = true;
        end(now);
    }

    private synchronized void end(long now) {
        Span running = span;
        if (running.until - now > 0) {
            span = new Span(running.from, now);
        }
    }

    /** Takes the number of a request due at this time, or {@link #OVER}; the last that counts ends the run. */
    long take(long meant) {
        if (meant - span.until >= 0) {
            return OVER;
        }
        if (counts(meant)) {
            long before = left.getAndDecrement();
            if (before == 1) {
                end(meant);
            }
            if (before < 1) {
                return OVER;
            }
        }
        long number = next.getAndIncrement();
        if (number >= most - 1) {
            end(meant);
        }
        return number < most ? number : OVER;
    }

    boolean counts(long meant) {
        return meant - span.from >= 0;
    }

    long until() {
        return span.until;
    }

    /** To its end, or to the last answer if that came later, in seconds. More than 0. */
    double measured(LoadStatistics loadCounts) {
        long end = until();
        long last = loadCounts.requests() == 0 ? end : loadCounts.lastAnswer();
        return Math.max(seconds(last - end > 0 ? last : end), 1e-9);
    }

    /** Waits for the end of a run. */
    interface End {
        boolean await(long millis) throws InterruptedException;
    }

    /** Follows a run until it is over, and reports its progress once a second after the warm-up. */
    LoadResult follow(End end, Supplier<LoadStatistics> loadCounts, Consumer<LoadRun.Progress> told)
            throws InterruptedException {
        List<LoadRun.Progress> progress = new ArrayList<>();
        boolean over = end.await(TimeUnit.NANOSECONDS.toMillis(warmUpNanos));
        long cpu = cpuNanos();
        while (!over) {
            over = end.await(PROGRESS_MILLIS);
            LoadRun.Progress now = new LoadRun.Progress(seconds(System.nanoTime()), loadCounts.get());
            progress.add(now);
            told.accept(now);
        }
        LoadStatistics all = loadCounts.get();
        return new LoadResult(measured(all), all, progress, cpuNanos() - cpu);
    }

    /** User and system time of all threads of this process so far; 0 where the JVM does not know. */
    private static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }

    /** Since the end of the warm-up, below 0 before it. */
    double seconds(long now) {
        return (now - span.from) / 1e9;
    }
}
