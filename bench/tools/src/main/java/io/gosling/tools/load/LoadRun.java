package io.gosling.tools.load;

import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Puts load on servers, and reports the result. Used by one thread; {@link #stop} is for any. */
public final class LoadRun {
    private static final long PROGRESS_MILLIS = 1000;

    private final LoadSettings settings;
    private final Work work;
    private final Course course;

    public LoadRun(LoadSettings settings, Work work) {
        this.settings = settings;
        this.work = work;
        this.course = new Course(settings.warmUp(), settings.time(), settings.requests(), work.length());
    }

    /**
     * A snapshot of a run's progress.
     *
     * @param seconds since the end of the warm-up
     */
    public record Progress(double seconds, Tally tally) {}

    /** Runs until the end, or until it is stopped; reports its progress once a second, after the warm-up. */
    public LoadResult run(Consumer<Progress> told) throws InterruptedException {
        List<Progress> progress = new ArrayList<>();
        try (Transport transport = Transport.open(TransportKind.AUTO, lanes(), "load")) {
            // Preparation is not part of the run.
            List<Lane> lanes = lanes(transport, System.nanoTime());
            lanes.forEach(Lane::start);
            CompletableFuture<Void> all =
                    CompletableFuture.allOf(lanes.stream().map(Lane::done).toArray(CompletableFuture[]::new));
            boolean over = isOver(all, settings.warmUp().toMillis());
            long cpu = OwnCpu.nanos();
            while (!over) {
                over = isOver(all, PROGRESS_MILLIS);
                Progress now = new Progress(course.seconds(System.nanoTime()), tally(lanes));
                progress.add(now);
                told.accept(now);
            }
            Tally tally = tally(lanes);
            return new LoadResult(course.measured(tally), tally, progress, OwnCpu.nanos() - cpu);
        }
    }

    /** Stops sending requests; those in progress are awaited. */
    public void stop() {
        course.stop(System.nanoTime());
    }

    /** The number of lanes, each of which has a client: one without would send nothing of its share of the rate. */
    private int lanes() {
        return Math.min(settings.threads(), settings.clients());
    }

    private List<Lane> lanes(Transport transport, long start) {
        course.begin(start);
        Bootstrap connecting = new Bootstrap().channel(transport.clientChannel());
        int count = lanes();
        List<Lane> lanes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            EventLoop loop = transport.eventLoops().next();
            Pace pace =
                    settings.rate() > 0 ? Pace.open(start, settings.rate() / count, (double) i / count) : Pace.closed();
            Lane lane = new Lane(loop, settings, work, course, pace, System::nanoTime);
            lane.open(connecting, i, count);
            lanes.add(lane);
        }
        return lanes;
    }

    private static boolean isOver(CompletableFuture<Void> all, long millis) throws InterruptedException {
        try {
            all.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static Tally tally(List<Lane> lanes) {
        return lanes.stream().map(lane -> lane.tally().join()).reduce(new Tally(), Tally::plus);
    }
}
