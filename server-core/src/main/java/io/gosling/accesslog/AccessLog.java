package io.gosling.accesslog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The access log: one line for every response, written by a thread of its own, so that event loops format lines and
 * never wait for a disk. The number of batches is fixed; a line that finds no empty batch is dropped and counted. Safe
 * for use by many threads. Must be closed after the event loops have ended, so that their last lines are written too.
 */
public final class AccessLog implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AccessLog.class.getName());
    private static final long CLOSE_MILLIS = 5000;

    /** Lines of 4 MiB may wait for the disk. */
    static final int MOST_BATCHES = 64;

    static final int MOST_FOLLOWERS = 4;

    private final InstantSource wall;
    private final ZoneId zone;
    private final LongSupplier nanoTime;
    private final AtomicInteger batches = new AtomicInteger();
    private final Queue<LineBatch> empty = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private final LongAdder written = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final List<LoopAccessLog> loops = new CopyOnWriteArrayList<>();
    private final AtomicReference<List<LogFollower>> followers = new AtomicReference<>(List.of());
    private final Thread writer;
    private volatile Target wanted = Target.OFF;
    private volatile LoggedClientResolver clientNames = peer -> null;

    private Target target = Target.OFF;
    private boolean complained;
    private boolean ended;

    private record Target(
            @Nullable LineFormat format, @Nullable LogOutput destination) {
        static final Target OFF = new Target(null, null);
    }

    AccessLog(InstantSource wall, ZoneId zone, LongSupplier nanoTime) {
        this.wall = wall;
        this.zone = zone;
        this.nanoTime = nanoTime;
        this.writer = Thread.ofPlatform().daemon().name("gosling-access-log").unstarted(this::write);
    }

    /**
     * Opens the file and starts the writer.
     *
     * @throws IOException when the file cannot be written; the message names it
     */
    public static AccessLog open(AccessLogSettings settings, InstantSource wall, ZoneId zone) throws IOException {
        return open(settings, destination(settings, wall), wall, zone);
    }

    static AccessLog open(AccessLogSettings settings, LogOutput destination, InstantSource wall, ZoneId zone) {
        AccessLog log = off(wall, zone);
        log.aim(target(settings, destination));
        return log;
    }

    /** Creates a log that writes nothing, and has no thread, until {@link #change} names a file. */
    public static AccessLog off(InstantSource wall, ZoneId zone) {
        return new AccessLog(wall, zone, System::nanoTime);
    }

    /** Returns whether requests are recorded: for a file, or for a follower. */
    public boolean isOn() {
        return wanted.format() != null || !followers.get().isEmpty();
    }

    /**
     * Returns the follower with an id, also while no file is written. It has to be asked for again within ten seconds.
     * One with the same id and another filter is replaced.
     *
     * @throws IllegalStateException when there are {@value #MOST_FOLLOWERS} others
     */
    public LogFollower follow(String id, LogFilter filter) {
        long now = nanoTime.getAsLong();
        return followers
                .updateAndGet(before -> {
                    List<LogFollower> all = new ArrayList<>(before);
                    all.removeIf(one -> one.until - now <= 0
                            || (one.id.equals(id) && !one.filter.given().equals(filter.given())));
                    if (all.size() < MOST_FOLLOWERS && all.stream().noneMatch(one -> one.id.equals(id))) {
                        all.add(new LogFollower(id, filter));
                    }
                    all.stream()
                            .filter(one -> one.id.equals(id))
                            .forEach(one -> one.until = now + LogFollower.KEPT.toNanos());
                    return List.copyOf(all);
                })
                .stream()
                .filter(one -> one.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "more than " + MOST_FOLLOWERS + " follow the log at a time; try again in 10 s"));
    }

    /** Offers a request to all followers, and removes idle followers. */
    void offer(AccessRecord record, LogTimestampFormatter time, LineBuffer line) {
        List<LogFollower> all = followers.get();
        for (LogFollower one : all) {
            if (one.until - nanoTime.getAsLong() <= 0) {
                followers.compareAndSet(
                        all, all.stream().filter(other -> other != one).toList());
            } else {
                one.offer(record, time, line);
            }
        }
    }

    /**
     * Switches to another format and file. Lines under way, from the last tenth of a second at most, may go to the new
     * file in the old format. Must be called by one thread at a time.
     *
     * @param settings null to stop logging
     * @throws IOException when the file cannot be written; nothing has changed then
     */
    public void change(@Nullable AccessLogSettings settings) throws IOException {
        aim(settings == null ? Target.OFF : target(settings, destination(settings, wall)));
    }

    private static Target target(AccessLogSettings settings, LogOutput destination) {
        return new Target(settings.get(AccessLogSettings.FORMAT), destination);
    }

    private void aim(Target other) {
        steps.add(() -> {
            closeTarget();
            target = other;
        });
        wanted = other;
        if (writer.getState() == Thread.State.NEW) {
            writer.start();
        }
    }

    private static LogOutput destination(AccessLogSettings settings, InstantSource wall) throws IOException {
        try {
            LogOutput standard = LogOutput.Standard.named(settings.file());
            return standard == null ? new LogFile(settings, wall) : standard;
        } catch (IOException e) {
            throw new IOException(
                    "the access log \"" + settings.file() + "\" cannot be written (" + e
                            + "); expected a file in a directory that exists and that this user may write, or a dash"
                            + " for standard output",
                    e);
        }
    }

    public LoopAccessLog on(ScheduledExecutorService loop) {
        LoopAccessLog end = new LoopAccessLog(this, loop, new LogTimestampFormatter(wall, zone));
        loops.add(end);
        return end;
    }

    public long written() {
        return written.sum();
    }

    /** Returns the number of lines lost because the writer could not keep up or the disk refused them. */
    public long dropped() {
        return dropped.sum();
    }

    /** Reopens the file after writing the lines passed on before; to be called after an external log rotation. */
    public void reopen() {
        steps.add(this::openAgain);
    }

    /** Sets the proxies that name clients, for connections that open from now on. Any thread. */
    public void trustProxies(LoggedClientResolver names) {
        clientNames = names;
    }

    LoggedClientResolver clientNames() {
        return clientNames;
    }

    @Nullable
    LineFormat format() {
        return wanted.format();
    }

    @Nullable
    LineBatch emptyBatch() {
        LineBatch batch = empty.poll();
        int most = format() == null ? 0 : MOST_BATCHES;
        if (batch != null || batches.get() >= most) {
            return batch;
        }
        if (batches.incrementAndGet() > most) {
            batches.decrementAndGet();
            return null;
        }
        return new LineBatch(LineBatch.BYTES);
    }

    void handOver(LineBatch batch) {
        steps.add(() -> write(batch));
    }

    public void drop(long lines) {
        dropped.add(lines);
    }

    private void write() {
        try {
            while (!ended) {
                steps.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeTarget() {
        LogOutput destination = target.destination();
        try {
            if (destination != null) {
                destination.close();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "closing the access log failed: {0}", e.toString());
        }
    }

    private void write(LineBatch batch) {
        LogOutput destination = target.destination();
        try {
            if (destination == null) {
                drop(batch.lines());
            } else {
                destination.write(batch.bytes, batch.length());
                written.add(batch.lines());
                complain(null);
            }
        } catch (IOException e) {
            drop(batch.lines());
            complain(e);
        }
        batch.clear();
        empty.add(batch);
    }

    /** Logs that lines are dropped, and that they are written again, once each. */
    private void complain(@Nullable IOException why) {
        if (why != null && !complained) {
            LOG.log(Level.WARNING, "the access log cannot be written, lines are dropped: {0}", why.toString());
        } else if (why == null && complained) {
            LOG.log(Level.INFO, "the access log is written again; {0} lines are missing", dropped());
        }
        complained = why != null;
    }

    private void openAgain() {
        LogOutput destination = target.destination();
        try {
            if (destination != null) {
                destination.reopen();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the access log cannot be opened again, the old one goes on: {0}", e.toString());
        }
    }

    /** Writes the remaining lines, for 5 seconds at most, and closes the file. */
    @Override
    public void close() {
        loops.forEach(LoopAccessLog::handOver);
        steps.add(() -> ended = true);
        try {
            writer.join(CLOSE_MILLIS);
            if (!writer.isAlive()) {
                closeTarget();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
