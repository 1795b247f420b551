package io.gosling.tools.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One event loop with its clients. A free link takes the next request when the pace allows it, and its outcome is
 * counted here. Used on its event loop, on which nothing is printed.
 */
final class Lane implements Link.Asker {
    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1000;
    private static final long LOOK_MILLIS = 50;
    private static final int READ = 32 << 10;

    private final EventLoop loop;
    private final LoadSettings settings;
    private final Work work;
    private final Course course;
    private final Pace pace;
    private final LongSupplier clock;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Map<Link, Turn> turns = new HashMap<>();
    private final ArrayDeque<Link> free = new ArrayDeque<>();
    private final Tally tally = new Tally();
    private int underWay;
    private boolean over;
    private @Nullable Future<?> waking;
    private @Nullable Future<?> looking;

    private static final class Turn {
        private long meant;
        private long pauseMillis = FIRST_PAUSE_MILLIS;
    }

    Lane(EventLoop loop, LoadSettings settings, Work work, Course course, Pace pace, LongSupplier clock) {
        this.loop = loop;
        this.settings = settings;
        this.work = work;
        this.course = course;
        this.pace = pace;
        this.clock = clock;
    }

    void open(Bootstrap plain, int first, int step) {
        Bootstrap connecting = plain.clone()
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.timeOut().toMillis())
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ).maxMessagesPerRead(1));
        AnswerKinds kinds = new AnswerKinds();
        for (int client = first; client < settings.clients(); client += step) {
            Target server = settings.servers().get(client % settings.servers().size());
            Connecting to = new Connecting(loop, connecting, server, settings.http2());
            links(to, server, kinds).forEach(link -> {
                turns.put(link, new Turn());
                free.add(link);
            });
        }
    }

    private List<Link> links(Connecting to, Target server, AnswerKinds kinds) {
        if (settings.http2()) {
            return new StreamLinks(to, server, settings.fields(), settings.streams(), this, kinds).links();
        }
        RequestForm form = new RequestForm(server, settings.fields(), settings.keep());
        return List.of(new PlainLink(to, form, settings.keep(), this, kinds, (in, length) -> {}));
    }

    /** Begins; from any thread. */
    void start() {
        loop.execute(() -> {
            looking = loop.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            work();
        });
    }

    /** Ends when the last request is over; for any thread. */
    CompletableFuture<Void> done() {
        return done;
    }

    /** A snapshot of the counts; for any thread but the loop's. */
    CompletableFuture<Tally> tally() {
        CompletableFuture<Tally> copied = new CompletableFuture<>();
        loop.execute(() -> copied.complete(tally.copy()));
        return copied;
    }

    /** Sends the requests that are due on free links. */
    private void work() {
        while (!over && !free.isEmpty()) {
            long now = clock.getAsLong();
            long meant = pace.take(now);
            if (meant == Pace.NOT_YET) {
                wakeAt(pace.next(), now);
                return;
            }
            long number = course.take(meant);
            if (number == Course.OVER) {
                finish();
                return;
            }
            Link link = free.poll();
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

    private Turn turn(Link link) {
        return Objects.requireNonNull(turns.get(link));
    }

    @Override
    public void answered(Link link, int status, String kind, long bytes) {
        Turn turn = turn(link);
        if (course.counts(turn.meant)) {
            tally.answered(status, kind, bytes, turn.meant, clock.getAsLong());
        }
        turn.pauseMillis = FIRST_PAUSE_MILLIS;
        ended(link);
    }

    @Override
    public void failed(Link link, Failure why, boolean lost) {
        Turn turn = turn(link);
        if (course.counts(turn.meant)) {
            tally.failed(why, clock.getAsLong() - turn.meant);
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

    private void resume(Link link) {
        free.add(link);
        work();
    }

    private void ended(Link link) {
        underWay--;
        free.add(link);
        // Not from within the link, which has something to do yet; and answers that came together are counted together.
        if (free.size() == 1) {
            loop.execute(this::work);
        }
        endIfLast();
    }

    /**
     * Ten times a second or so: what takes too long, and a run that ended while nothing came, or by what others sent.
     */
    private void look() {
        long now = clock.getAsLong();
        new ArrayList<>(turns.keySet())
                .forEach(link -> link.giveUp(now - settings.timeOut().toNanos()));
        if (!over && course.until() - now <= 0) {
            finish();
        }
    }

    /**
     * Ends the lane: requests that were due and could not be sent are counted, at most as many over all lanes as the
     * run was to have, and requests in progress are awaited.
     */
    private void finish() {
        over = true;
        long end = course.until();
        long meant = pace.left(end);
        while (meant != Pace.NOT_YET && course.take(meant) != Course.OVER) {
            if (course.counts(meant)) {
                tally.failed(Failure.UNSENT, end - meant);
            }
            meant = pace.left(end);
        }
        endIfLast();
    }

    private void endIfLast() {
        if (over && underWay == 0 && !done.isDone()) {
            Future<?> look = looking;
            if (look != null) {
                look.cancel(false);
            }
            turns.keySet().forEach(Link::close);
            done.complete(null);
        }
    }
}
