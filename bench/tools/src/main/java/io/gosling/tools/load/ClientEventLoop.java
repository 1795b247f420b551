package io.gosling.tools.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One event loop with its clients. A free link takes the next request when the pace allows it, and its outcome is
 * counted here. Used on its event loop, on which nothing is printed.
 */
final class ClientEventLoop implements RequestSlot.Requester {
    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1000;
    private static final long LOOK_MILLIS = 50;

    private final EventLoop loop;
    private final LoadSettings settings;
    private final RequestSequence work;
    private final LoadRunControl control;
    private final RequestSchedule pace;
    private final Runnable done;
    private final Map<RequestSlot, Turn> turns = new HashMap<>();
    private final ArrayDeque<RequestSlot> free = new ArrayDeque<>();
    private final LoadStatistics loadCounts = new LoadStatistics();
    private int underWay;
    private boolean over;
    private @Nullable Future<?> waking;
    private @Nullable Future<?> looking;

    private static final class Turn {
        private long meant;
        private long pauseMillis = FIRST_PAUSE_MILLIS;
    }

    /** @param done called when the last request is over */
    ClientEventLoop(
            EventLoop loop,
            LoadSettings settings,
            RequestSequence work,
            LoadRunControl control,
            RequestSchedule pace,
            Runnable done) {
        this.loop = loop;
        this.settings = settings;
        this.work = work;
        this.control = control;
        this.pace = pace;
        this.done = done;
    }

    void open(Bootstrap connecting, int first, int step) {
        CacheStatusClassifier kinds = new CacheStatusClassifier();
        for (int client = first; client < settings.clients(); client += step) {
            TargetServer server =
                    settings.servers().get(client % settings.servers().size());
            ServerConnector to = new ServerConnector(loop, connecting, server, settings);
            links(to, kinds).forEach(link -> {
                turns.put(link, new Turn());
                free.add(link);
            });
        }
    }

    private List<RequestSlot> links(ServerConnector to, CacheStatusClassifier kinds) {
        return settings.http2()
                ? new Http2SlotConnection(to, this, kinds).links()
                : List.of(new Http1RequestSlot(to, this, kinds, (in, length) -> {}));
    }

    void start() {
        loop.execute(() -> {
            looking = loop.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            work();
        });
    }

    LoadStatistics copied() {
        return CompletableFuture.supplyAsync(loadCounts::copy, loop).join();
    }

    private void work() {
        while (!over && !free.isEmpty()) {
            long now = System.nanoTime();
            long meant = pace.take(now);
            if (meant == RequestSchedule.NOT_YET) {
                wakeAt(pace.next(), now);
                return;
            }
            long number = control.take(meant);
            if (number == LoadRunControl.OVER) {
                finish();
                return;
            }
            RequestSlot link = free.poll();
            turn(link).meant = meant;
            underWay++;
            link.ask(work.target(number), now);
        }
    }

    private void wakeAt(long next, long now) {
        if (waking == null) {
            waking = loop.schedule(
                    () -> {
                        waking = null;
                        work();
                    },
                    next - now,
                    TimeUnit.NANOSECONDS);
        }
    }

    private Turn turn(RequestSlot link) {
        return Objects.requireNonNull(turns.get(link));
    }

    @Override
    public void answered(RequestSlot link, int status, String kind, long bytes) {
        Turn turn = turn(link);
        if (control.counts(turn.meant)) {
            loadCounts.answered(status, kind, bytes, turn.meant, System.nanoTime());
        }
        turn.pauseMillis = FIRST_PAUSE_MILLIS;
        ended(link);
    }

    @Override
    public void failed(RequestSlot link, RequestFailureReason why, boolean lost) {
        Turn turn = turn(link);
        if (control.counts(turn.meant)) {
            loadCounts.failed(why, System.nanoTime() - turn.meant);
        }
        if (lost) {
            // The server is not there: an immediate retry would make a loop that does nothing else.
            underWay--;
            loop.schedule(() -> resume(link), turn.pauseMillis, TimeUnit.MILLISECONDS);
            turn.pauseMillis = Math.min(2 * turn.pauseMillis, LONGEST_PAUSE_MILLIS);
            endIfLast();
        } else {
            ended(link);
        }
    }

    private void resume(RequestSlot link) {
        free.add(link);
        work();
    }

    private void ended(RequestSlot link) {
        underWay--;
        free.add(link);
        // Not from within the link, which has something to do yet; and answers that came together are counted together.
        if (free.size() == 1) {
            loop.execute(this::work);
        }
        endIfLast();
    }

    /** Looks for what takes too long, and for a run that ended while nothing came, or by what others sent. */
    private void look() {
        long now = System.nanoTime();
        new ArrayList<>(turns.keySet())
                .forEach(link -> link.giveUp(now - settings.timeOut().toNanos()));
        if (!over && control.until() - now <= 0) {
            finish();
        }
    }

    /** Requests that were due and could not be sent are counted, at most as many as the run was to have. */
    private void finish() {
        over = true;
        long end = control.until();
        long meant = pace.left(end);
        while (meant != RequestSchedule.NOT_YET && control.take(meant) != LoadRunControl.OVER) {
            if (control.counts(meant)) {
                loadCounts.failed(RequestFailureReason.UNSENT, end - meant);
            }
            meant = pace.left(end);
        }
        endIfLast();
    }

    private void endIfLast() {
        Future<?> look = looking;
        if (over && underWay == 0 && look != null) {
            looking = null;
            look.cancel(false);
            turns.keySet().forEach(RequestSlot::close);
            done.run();
        }
    }
}
