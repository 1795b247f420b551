package io.gosling.accesslog;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The log end of one event loop: formats lines and gathers them in a batch, which goes to the writer when it is full or
 * a tenth of a second old. Belongs to its loop; allocates nothing once it is warm.
 */
public final class LoopAccessLog {
    private static final long OLDEST_MILLIS = 100;
    private static final int RECORDS_KEPT = 1024;

    private final AccessLog log;
    private final ScheduledExecutorService loop;
    private final LogTimestampFormatter time;
    private final LineBuffer line = new LineBuffer();
    private final Deque<AccessRecord> free = new ArrayDeque<>();
    private @Nullable LineBatch batch;
    private boolean handOverDue;

    LoopAccessLog(AccessLog log, ScheduledExecutorService loop, LogTimestampFormatter time) {
        this.log = log;
        this.loop = loop;
        this.time = time;
    }

    public boolean isOn() {
        return log.isOn();
    }

    LoggedClientResolver clientNames() {
        return log.clientNames();
    }

    /** Returns an empty record; to be given to {@link #write} or {@link #forget} in the end. */
    public AccessRecord begin() {
        AccessRecord record = free.poll();
        return record == null ? new AccessRecord() : record;
    }

    /** Writes the line of a record whose parts and result are known, and takes the record back. */
    public void write(AccessRecord record) {
        log.offer(record, time, line);
        LineFormat format = log.format();
        if (format == null) {
            forget(record);
            return;
        }
        line.clear();
        format.append(record, time, line);
        line.raw('\n');
        forget(record);
        if (batch != null && !batch.add(line)) {
            handOver();
        } else if (batch != null) {
            return;
        }
        batch = log.emptyBatch();
        if (batch == null || !batch.add(line)) {
            log.drop(1);
        } else {
            handOverLater();
        }
    }

    /** Takes back a record of which no line is written. */
    public void forget(AccessRecord record) {
        record.clear();
        if (free.size() < RECORDS_KEPT) {
            free.push(record);
        }
    }

    private void handOverLater() {
        if (handOverDue) {
            return;
        }
        try {
            loop.schedule(this::tick, OLDEST_MILLIS, TimeUnit.MILLISECONDS);
            handOverDue = true;
        } catch (RejectedExecutionException e) {
            // The loop is ending; closing the log takes what is left here.
            handOverDue = false;
        }
    }

    private void tick() {
        handOverDue = false;
        handOver();
    }

    /** On the loop, or on any thread once the loop has ended. */
    void handOver() {
        if (batch != null) {
            log.handOver(batch);
            batch = null;
        }
    }
}
