package io.gosling.accesslog;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A line for every answer, written by a thread of its own: event loops make lines and never wait for a disk. There is a
 * fixed number of pages; a line that finds none empty is dropped and counted.
 *
 * <p>Safe for use by many threads. Closed after the event loops have ended, so that their last lines are written too.
 */
public final class AccessLog implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(AccessLog.class.getName());
    private static final LineBatch REOPEN = new LineBatch(0);
    private static final LineBatch CHANGE = new LineBatch(0);
    private static final LineBatch END = new LineBatch(0);
    private static final long CLOSE_MILLIS = 5000;

    private final InstantSource wall;
    private final ZoneId zone;
    private final AtomicInteger pages = new AtomicInteger();
    private final Queue<LineBatch> empty = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<LineBatch> full = new LinkedBlockingQueue<>();
    private final LongAdder written = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final List<EventLoopLog> loops = new CopyOnWriteArrayList<>();
    private final Queue<Target> targets = new ConcurrentLinkedQueue<>();
    private final Thread writer;
    private volatile Target wanted = Target.OFF;

    /* Owned by the writer. */
    private Target target = Target.OFF;
    private boolean complained;

    /** What lines look like and where they go; null for nowhere, while no log is written. */
    private record Target(
            @Nullable LineFormat format, @Nullable LogOutput destination, int mostPages) {
        static final Target OFF = new Target(null, null, 0);
    }

    private AccessLog(InstantSource wall, ZoneId zone) {
        this.wall = wall;
        this.zone = zone;
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

    /** Writes nothing, and has no thread, until {@link #change} says where. */
    public static AccessLog off(InstantSource wall, ZoneId zone) {
        return new AccessLog(wall, zone);
    }

    /** Whether lines are written; connections that open meanwhile have none. */
    public boolean isOn() {
        return wanted.format() != null;
    }

    /**
     * Other lines in another file from now on. What is under way, a tenth of a second at most, may go there in the old
     * format. By one thread at a time.
     *
     * @param settings null for no lines any more
     * @throws IOException when the file cannot be written; nothing has changed then
     */
    public void change(@Nullable AccessLogSettings settings) throws IOException {
        aim(settings == null ? Target.OFF : target(settings, destination(settings, wall)));
    }

    private static Target target(AccessLogSettings settings, LogOutput destination) {
        return new Target(settings.format(), destination, (int) (settings.queueBytes() / LineBatch.BYTES));
    }

    private void aim(Target other) {
        targets.add(other);
        full.add(CHANGE);
        wanted = other;
        if (writer.getState() == Thread.State.NEW) {
            writer.start();
        }
    }

    private static LogOutput destination(AccessLogSettings settings, InstantSource wall) throws IOException {
        if (settings.file().equals("-")) {
            return new StandardOutput();
        }
        try {
            return new LogFile(Path.of(settings.file()), settings.rotation(), wall);
        } catch (IOException e) {
            throw new IOException(
                    "the access log \"" + settings.file() + "\" cannot be written (" + e
                            + "); expected a file in a directory that exists and that this user may write",
                    e);
        }
    }

    /** A new event loop's end of the log. */
    public EventLoopLog on(ScheduledExecutorService loop) {
        EventLoopLog end = new EventLoopLog(this, loop, new LogTimestamp(wall, zone));
        loops.add(end);
        return end;
    }

    /** Lines that were written. */
    public long written() {
        return written.sum();
    }

    /** Lines that were not written, because the writer could not keep up or the disk refused. */
    public long dropped() {
        return dropped.sum();
    }

    /** Opens the file again after what was handed over before; for who has moved it away. */
    public void reopen() {
        full.add(REOPEN);
    }

    /** Null while no lines are written. */
    @Nullable
    LineFormat format() {
        return wanted.format();
    }

    /** A page, or null when all are full. */
    @Nullable
    LineBatch emptyPage() {
        LineBatch page = empty.poll();
        int mostPages = wanted.mostPages();
        if (page != null || pages.get() >= mostPages) {
            return page;
        }
        if (pages.incrementAndGet() > mostPages) {
            pages.decrementAndGet();
            return null;
        }
        return new LineBatch(LineBatch.BYTES);
    }

    void handOver(LineBatch page) {
        full.add(page);
    }

    /** A line could not be written. */
    public void drop(long lines) {
        dropped.add(lines);
    }

    private void write() {
        try {
            for (LineBatch page = full.take(); page != END; page = full.take()) {
                if (page == REOPEN) {
                    openAgain();
                } else if (page == CHANGE) {
                    turn(targets.remove());
                } else {
                    write(page);
                    page.clear();
                    empty.add(page);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void turn(Target other) {
        closeTarget();
        target = other;
    }

    private void closeTarget() {
        LogOutput destination = target.destination();
        try {
            if (destination != null) {
                destination.close();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "closing the access log failed: {0}", e.toString());
        }
    }

    private void write(LineBatch page) {
        LogOutput destination = target.destination();
        if (destination == null) {
            drop(page.lines());
            return;
        }
        try {
            destination.write(page.bytes(), page.length());
            written.add(page.lines());
            if (complained) {
                complained = false;
                LOG.log(System.Logger.Level.INFO, "the access log is written again; {0} lines are missing", dropped());
            }
        } catch (IOException e) {
            drop(page.lines());
            if (!complained) {
                complained = true;
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the access log cannot be written, lines are dropped: {0}",
                        e.toString());
            }
        }
    }

    private void openAgain() {
        LogOutput destination = target.destination();
        try {
            if (destination != null) {
                destination.reopen();
            }
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the access log cannot be opened again, the old one goes on: {0}",
                    e.toString());
        }
    }

    /** Writes what there is, for 5 seconds at most, and closes the file. */
    @Override
    public void close() {
        loops.forEach(EventLoopLog::handOver);
        full.add(END);
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
