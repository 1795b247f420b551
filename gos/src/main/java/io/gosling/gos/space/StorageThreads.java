package io.gosling.gos.space;

import io.gosling.document.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * A bounded pool of platform threads that read small files for event loops, and store what these have fetched. No lock:
 * event loops never wait for it.
 *
 * <p>Each thread has its own queue, and takes a read only if the wait will be short by the mean time of its last reads.
 * The first thread that does gets the read: those before it are kept busy, so that reads from the page cache need one
 * thread and wake it seldom. With slow disks a thread takes one read at a time, and one whose disk hangs takes none;
 * what no thread takes is the caller's to do otherwise.
 */
public final class StorageThreads implements AutoCloseable {
    private static final Logger LOG = System.getLogger(StorageThreads.class.getName());

    /** The longest wait for which a read is queued; one under way for so long counts as one that hangs. */
    static final long MOST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    static final int MOST_QUEUED = 256;

    /** A read that lasts so long hangs: nothing is queued behind it. */
    private static final long HANGS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long FIRST_MEAN_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** The weight of a read in the mean of all before it is one in so many. */
    private static final int WEIGHT = 8;

    /** Later work waits so long for a thread that has just become idle, which then does several pieces in one turn. */
    private static final long GATHERED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A read counts as so many means at most: a thread that was once not scheduled is not a slow disk. */
    private static final int OUTLIER = 4;

    private final List<Reader> readers;
    private final Ticker ticker;
    private volatile boolean closed;

    /** @param threads which start at once, and wait for reads */
    public StorageThreads(int threads, Ticker ticker) {
        this.ticker = ticker;
        this.readers = IntStream.rangeClosed(1, threads).mapToObj(Reader::new).toList();
        readers.forEach(reader -> reader.thread.start());
    }

    /** Creates a pool of a size that suits this machine. */
    public static StorageThreads start(Ticker ticker) {
        return new StorageThreads(Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 4, 16), ticker);
    }

    /** Queues a read; returns false where it would have to wait for long. Never blocks. */
    boolean submit(Runnable read) {
        return submit(read, true);
    }

    /** Queues work that nobody waits for; returns false when too much is queued. Never blocks. */
    boolean submitLater(Runnable work) {
        return submit(work, false);
    }

    private boolean submit(Runnable work, boolean soon) {
        long now = ticker.nanos();
        for (int i = 0; i < readers.size() && !closed; i++) {
            if (readers.get(i).takes(now, soon)) {
                readers.get(i).add(work, now, soon);
                return true;
            }
        }
        return false;
    }

    /** Takes no more reads, and ends the threads when they have done those that are queued. */
    @Override
    public void close() {
        closed = true;
        readers.forEach(Reader::wake);
    }

    /** One thread, and the reads that wait for it or are under way. */
    private final class Reader implements Runnable {
        private final Thread thread;
        private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
        private final AtomicInteger queued = new AtomicInteger();
        private final AtomicReference<Idle> idle = new AtomicReference<>(Idle.NO);

        /** Begin of the read under way, or of the wait for the thread. */
        private volatile long beganNanos;

        private volatile long meanNanos = FIRST_MEAN_NANOS;

        Reader(int number) {
            thread = Thread.ofPlatform().daemon().name("gosling-file-" + number).unstarted(this);
        }

        /** @param soon true if somebody waits for the read */
        boolean takes(long now, boolean soon) {
            int before = queued.get();
            return before == 0
                    || (before < MOST_QUEUED
                            && now - beganNanos < (soon ? MOST_WAIT_NANOS : HANGS_NANOS)
                            && (!soon || before * meanNanos < MOST_WAIT_NANOS));
        }

        void add(Runnable work, long now, boolean soon) {
            if (queued.getAndIncrement() == 0) {
                beganNanos = now;
            }
            queue.add(work);
            if (soon || idle.get() != Idle.BRIEFLY) {
                wake();
            }
        }

        void wake() {
            if (idle.get() != Idle.NO && idle.getAndSet(Idle.NO) != Idle.NO) {
                LockSupport.unpark(thread);
            }
        }

        @Override
        public void run() {
            long began = ticker.nanos();
            while (true) {
                Runnable read = queue.poll();
                if (read != null) {
                    beganNanos = began;
                    run(read);
                    long now = ticker.nanos();
                    count(now - began);
                    began = now;
                } else if (closed) {
                    return;
                } else {
                    park();
                    began = ticker.nanos();
                }
            }
        }

        private void run(Runnable read) {
            try {
                read.run();
            } catch (Exception | Error e) {
                LOG.log(Level.ERROR, "a read of a file failed", e);
            } finally {
                queued.decrementAndGet();
            }
        }

        private void count(long nanos) {
            long mean = meanNanos;
            meanNanos = mean + (Math.min(nanos, OUTLIER * mean) - mean) / WEIGHT;
        }

        /** Waits for work: a moment for whatever comes, so that it is done in one turn, and then until it is woken. */
        private void park() {
            park(Idle.BRIEFLY);
            if (queue.isEmpty() && !closed) {
                park(Idle.UNTIL_WOKEN);
            }
        }

        private void park(Idle how) {
            idle.set(how);
            if (queue.isEmpty() && !closed) {
                LockSupport.parkNanos(this, how == Idle.BRIEFLY ? GATHERED_NANOS : Long.MAX_VALUE);
            }
            idle.set(Idle.NO);
        }
    }

    /** A thread without work. */
    private enum Idle {
        NO,
        /** Ends soon by itself: only a read that somebody waits for wakes the thread. */
        BRIEFLY,
        UNTIL_WOKEN
    }
}
