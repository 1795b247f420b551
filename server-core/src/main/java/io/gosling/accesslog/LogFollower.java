package io.gosling.accesslog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Follows the access log: holds the lines of requests that pass a filter, as JSON, until they are taken. Lines beyond
 * {@value #MOST_BYTES} bytes are dropped and counted. Event loops add lines without locks; other threads take them.
 */
public final class LogFollower {
    /** Bytes that are held, so few that an answer of 128 members stays within 16 MiB. */
    static final int MOST_BYTES = 96 << 10;

    /** Time after which an idle follower is removed, longer than a client takes to ask again. */
    static final Duration KEPT = Duration.ofSeconds(10);

    private static final LineFormat FORMAT = LineFormat.parse("json");

    final String id;
    final LogFilter filter;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final AtomicInteger bytes = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private final AtomicBoolean begun = new AtomicBoolean();
    /** A line did not fit; none is formatted until lines are taken. */
    private volatile boolean full;
    /** The monotonic time at which it is removed, in nanoseconds. */
    volatile long until;

    LogFollower(String id, LogFilter filter) {
        this.id = id;
        this.filter = filter;
    }

    void offer(AccessRecord record, LogTimestampFormatter time, LineBuffer line) {
        if (!filter.takes(record)) {
            return;
        }
        if (!full) {
            line.clear();
            FORMAT.append(record, time, line);
            if (bytes.addAndGet(line.length()) <= MOST_BYTES) {
                lines.add(line.text());
                return;
            }
            bytes.addAndGet(-line.length());
            full = true;
        }
        dropped.increment();
    }

    /** Returns true at the first call. */
    public boolean begins() {
        return begun.compareAndSet(false, true);
    }

    /** Returns the lines since the last call. */
    public List<String> take() {
        List<String> taken = new ArrayList<>();
        for (String line = lines.poll(); line != null; line = lines.poll()) {
            bytes.addAndGet(-line.length());
            taken.add(line);
        }
        full = false;
        return taken;
    }

    /** Returns the number of lines dropped since the last call. */
    public long takeDropped() {
        return dropped.sumThenReset();
    }
}
