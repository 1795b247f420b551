package io.gosling.gos.memory;

import io.gosling.caching.ReplyCodec;
import io.gosling.caching.StoredReply;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.disk.DiskReading;
import io.gosling.gos.disk.DiskRecord;
import io.gosling.gos.disk.DiskStore;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetCodec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/**
 * Writes to the disk below memory: what was purged, then what memory holds, was asked for more than once and is not there
 * yet, as far as its origin can be asked about it. Looks through the disk first. Used by one thread; any may ask how it is.
 */
final class DiskSaver implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DiskSaver.class.getName());

    /** What was asked for once only is not worth a write. */
    private static final double LEAST = 2;

    /** Written in one go. */
    private static final long MOST_BYTES = 32 << 20;

    /** After a failure nothing but purges is written for so long. */
    static final Duration REST = Duration.ofMinutes(1);

    private static final long COUNTS_NANOS = Duration.ofSeconds(30).toNanos();

    /** More epochs than that at once are another cluster's: counts are carried over as they are, see {@link AgeingEpoch}. */
    private static final int NEAR = 4;

    private final NodeMemory memory;
    private final DiskStore store;
    private final Ticker ticker;
    private final InstantSource wall;
    private final Map<Long, Long> before;
    private final ConcurrentHashMap<Long, Long> seen = new ConcurrentHashMap<>();
    private volatile boolean failing;
    private long restingUntilNanos;
    private long countsNanos;
    private int countsEpoch;

    DiskSaver(NodeMemory memory, DiskStore store, Ticker ticker, InstantSource wall) {
        this.memory = memory;
        this.store = store;
        this.ticker = ticker;
        this.wall = wall;
        this.before = store.seen();
        this.seen.putAll(before);
        this.restingUntilNanos = ticker.nanos();
        this.countsNanos = ticker.nanos();
    }

    /** Whether the disk lately did not take what it was given, or could not be looked through. */
    boolean isFailing() {
        return failing;
    }

    /** Whether a process before this one has written down this purge. */
    boolean hasSeen(long stream, long number) {
        return number <= before.getOrDefault(stream, 0L);
    }

    /** This purge was told to the disk. */
    void seen(long stream, long number) {
        seen.merge(stream, number, Math::max);
    }

    /** Does what is due; nothing but writing down what was purged for {@link #REST} after a failure. */
    void work() {
        boolean rests = ticker.nanos() - restingUntilNanos < 0;
        try {
            if (!store.isLoaded() && !rests) {
                store.load();
                LOG.log(Level.INFO, "{0} objects are on disk, {1} MiB", store.size(), store.bytes() >> 20);
            }
            store.flush(Map.copyOf(seen));
            if (rests) {
                return;
            }
            saveSome();
            if (ticker.nanos() - countsNanos >= COUNTS_NANOS) {
                keepCounts();
            }
            if (failing) {
                failing = false;
                LOG.log(Level.INFO, "the disk takes what is kept again");
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    /** Logged once for as long as it lasts. */
    private void failed(IOException why) {
        memory.statistics().count(Event.DISK_FAILURES);
        restingUntilNanos = ticker.nanos() + REST.toNanos();
        if (!failing) {
            failing = true;
            LOG.log(
                    Level.WARNING,
                    "the disk does not take what is kept: {0}; going on without writing to it, and trying again every {1}"
                            + " s. Is it full?",
                    why,
                    REST.toSeconds());
        }
    }

    private void saveSome() throws IOException {
        long left = MOST_BYTES;
        long oldest = store.oldest();
        for (HotObject object : memory.hot().all()) {
            if (object.settledBelow() < oldest) {
                left -= save(object);
            }
            if (left <= 0) {
                return;
            }
        }
    }

    /** How many bytes it took: none where it is there already, or would be of no use. */
    private long save(HotObject object) throws IOException {
        StoredReply reply = object.reply();
        int length = object.document().body().readableBytes();
        if (reply == null || ReplyMemory.isSegment(object.key()) || !isUseful(reply, length)) {
            object.settledBelow(Long.MAX_VALUE);
            return 0;
        }
        double count = object.row().agac(memory.epoch().now());
        if (count < LEAST || !object.document().tryRetain()) {
            return 0;
        }
        try {
            return save(object, reply, (float) count);
        } finally {
            object.document().release();
        }
    }

    /** What the disk may fail to give in the midst of it has to be such that its origin can go on. */
    private boolean isUseful(StoredReply reply, int length) {
        return !reply.isOutline()
                && reply.hasValidator()
                && store.takes(length)
                && (length <= DiskReading.AHEAD || reply.hasStrongTag());
    }

    private long save(HotObject object, StoredReply reply, float count) throws IOException {
        if (!memory.hot().isGood(object)) {
            return 0;
        }
        String base = PurgeTarget.base(object.key());
        ByteBuf body = object.document().body();
        long identity = identity(reply, body);
        long place = store.place(base, object.key(), identity, meaning(base, reply.tags()));
        if (place >= 0) {
            object.settledBelow(place);
            return 0;
        }
        DiskRecord record = new DiskRecord(
                object.key(),
                base,
                identity,
                count,
                wall.millis(),
                ReplyCodec.write(reply, ticker.nanos()),
                body.nioBuffer());
        place = store.put(record, () -> memory.hot().isGood(object));
        if (place < 0) {
            // Purged meanwhile, or its key is too long.
            object.settledBelow(Long.MAX_VALUE);
            return 0;
        }
        object.settledBelow(place);
        memory.statistics().count(Event.DISK_WRITES);
        return body.readableBytes();
    }

    /** What a purge of many objects, by its text, has to mean to mean this one. */
    static Predicate<String> meaning(String base, Set<String> tags) {
        return text -> PurgeTargetCodec.covers(text, base, tags);
    }

    /** The same while its origin would say that nothing has changed, and its bytes and what purges it are the same too. */
    private static long identity(StoredReply reply, ByteBuf body) {
        CRC32C crc = new CRC32C();
        crc.update(body.nioBuffer());
        String said = reply.status() + " " + reply.fields().first("ETag") + " "
                + reply.fields().first("Last-Modified") + " " + reply.fields().joined("Vary") + " "
                + new TreeSet<>(reply.tags());
        return crc.getValue() << 32 | (said.hashCode() & 0xffffffffL);
    }

    /** All counts as of the present epoch, so that they can be compared. */
    private void keepCounts() throws IOException {
        countsNanos = ticker.nanos();
        Ageing now = memory.epoch().now();
        int epochs = now.epoch() - countsEpoch;
        if (epochs > 0 && epochs <= NEAR) {
            store.age(now.aged(1, countsEpoch));
        }
        countsEpoch = now.epoch();
        for (HotObject object : memory.hot().all()) {
            if (object.reply() != null) {
                store.count(PurgeTarget.base(object.key()), object.key(), (float)
                        object.row().agac(now));
            }
        }
        store.keepCounts();
    }

    /** Writes once more what is worth it, and closes the disk; no more than that where it was not looked through yet. */
    @Override
    public void close() {
        if (store.isLoaded()) {
            writeLast();
        }
        try {
            store.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing the disk", e);
        }
    }

    private void writeLast() {
        restingUntilNanos = ticker.nanos();
        work();
        try {
            if (!failing) {
                keepCounts();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "keeping counts", e);
        }
    }
}
