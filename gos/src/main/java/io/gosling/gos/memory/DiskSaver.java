package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.disk.DiskRecord;
import io.gosling.gos.disk.DiskStore;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetCodec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/**
 * Writes to the disk below memory: purges first, then objects that memory holds, that were requested more than once and
 * are not there yet, and that have a validator. Scans the disk first. Used by one thread; any may ask for its state.
 */
record DiskSaver(
        NodeObjectMemory memory,
        DiskStore store,
        Ticker ticker,
        InstantSource wall,
        AtomicBoolean failing,
        AtomicLong restingUntilNanos)
        implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DiskSaver.class.getName());

    /** The least count; an object that was requested once only is not worth a write. */
    private static final double LEAST = 2;

    /** Most bytes written in one round. */
    private static final long MOST_BYTES = 32 << 20;

    /** Time after a failure in which only purges are written. */
    static final Duration REST = Duration.ofMinutes(1);

    DiskSaver(NodeObjectMemory memory, DiskStore store, Ticker ticker, InstantSource wall) {
        this(memory, store, ticker, wall, new AtomicBoolean(), new AtomicLong(ticker.nanos()));
    }

    /** Returns true if the disk lately failed to write, or could not be scanned. */
    boolean isFailing() {
        return failing.get();
    }

    /** Does the due work; only purges within {@link #REST} of a failure. */
    void work() {
        boolean rests = ticker.nanos() - restingUntilNanos.get() < 0;
        try {
            if (!store.isLoaded() && !rests) {
                store.load();
                LOG.log(Level.INFO, "{0} objects are on disk, {1} MiB", store.size(), store.bytes() >> 20);
            }
            store.flush();
            if (rests) {
                return;
            }
            saveSome();
            if (failing.getAndSet(false)) {
                LOG.log(Level.INFO, "the disk takes what is kept again");
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private void failed(IOException why) {
        memory.statistics().count(Event.DISK_FAILURES);
        restingUntilNanos.set(ticker.nanos() + REST.toNanos());
        if (!failing.getAndSet(true)) {
            LOG.log(
                    Level.WARNING,
                    "the disk does not take what is kept: {0}; going on without writing to it, and trying again every"
                            + " {1} s. Is it full?",
                    why,
                    REST.toSeconds());
        }
    }

    private void saveSome() throws IOException {
        long left = MOST_BYTES;
        long oldest = store.oldest();
        for (InMemoryObject object : memory.hot().all()) {
            if (object.flushedBelow() < oldest) {
                left -= save(object);
            }
            if (left <= 0) {
                return;
            }
        }
    }

    /** Saves an object; returns the bytes written: 0 where it is there already or not useful. */
    private long save(InMemoryObject object) throws IOException {
        StoredResponseHead reply = object.reply();
        int length = object.document().body().readableBytes();
        if (reply == null || ResponseMemory.isSlice(object.key()) || !isUseful(reply, length)) {
            object.flushedBelow(Long.MAX_VALUE);
            return 0;
        }
        if (object.localObject().agac(memory.epoch().now()) < LEAST
                || !object.document().tryRetain()) {
            return 0;
        }
        try {
            return save(object, reply);
        } finally {
            object.document().release();
        }
    }

    private boolean isUseful(StoredResponseHead reply, int length) {
        return !reply.isSliceIndex() && reply.hasValidator() && store.takes(length);
    }

    private long save(InMemoryObject object, StoredResponseHead reply) throws IOException {
        if (!memory.hot().isGood(object)) {
            return 0;
        }
        String base = PurgeTarget.base(object.key());
        ByteBuf body = object.document().body();
        long identity = identity(reply, body);
        long place = store.place(base, object.key(), identity, meaning(base, reply.tags()));
        if (place >= 0) {
            object.flushedBelow(place);
            return 0;
        }
        DiskRecord record = new DiskRecord(
                object.key(),
                base,
                identity,
                wall.millis(),
                StoredResponseHeadCodec.write(reply, ticker.nanos()),
                body.nioBuffer());
        place = store.put(record, () -> memory.hot().isGood(object));
        if (place < 0) {
            // Purged meanwhile, or its key is too long.
            object.flushedBelow(Long.MAX_VALUE);
            return 0;
        }
        object.flushedBelow(place);
        memory.statistics().count(Event.DISK_WRITES);
        return body.readableBytes();
    }

    /** A predicate on the text of a purge of many objects: whether it selects this object. */
    static Predicate<String> meaning(String base, Set<String> tags) {
        return text -> PurgeTargetCodec.covers(text, base, tags);
    }

    /** A number that is stable while the origin would answer 304, and bytes and tags are the same. */
    private static long identity(StoredResponseHead reply, ByteBuf body) {
        CRC32C crc = new CRC32C();
        crc.update(body.nioBuffer());
        String said = reply.status() + " " + reply.fields().first("ETag") + " "
                + reply.fields().first("Last-Modified") + " " + reply.fields().joined("Vary") + " "
                + new TreeSet<>(reply.tags());
        return crc.getValue() << 32 | (said.hashCode() & 0xffffffffL);
    }

    /** Writes worthwhile objects, if the disk was scanned, and closes it. */
    @Override
    public void close() {
        if (store.isLoaded()) {
            restingUntilNanos.set(ticker.nanos());
            work();
        }
        try {
            store.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing the disk", e);
        }
    }
}
