package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.disk.DiskStore;
import io.gosling.gos.disk.SlowDiskException;
import io.gosling.gos.disk.StoredRecord;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetCodec;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A disk below the memory for stored responses of origins: those that were requested more than once are written to it
 * ({@link DiskSaver}), and are found there when memory has dropped them, or when an earlier process wrote them.
 *
 * <p>A response that is found is never served without asking: its origin has to revalidate it, and then it goes into
 * memory as if the origin had sent it. Nothing is looked up without the right to serve from memory, since purges may
 * then not have arrived. A purged response is not found, whatever its origin would say.
 *
 * <p>Safe for use by many threads. No thread waits for the disk for longer than its reads may take, and a purge not at
 * all.
 */
public record DiskTier(
        NodeObjectMemory memory,
        DiskStore store,
        DiskSaver saver,
        Ticker ticker,
        InstantSource wall,
        AtomicLong pausedUntilNanos,
        AtomicBoolean silent,
        AtomicBoolean revived)
        implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DiskTier.class.getName());

    /** Time after a slow or failed read without further reads. */
    static final Duration PAUSE = Duration.ofSeconds(10);

    /** Concurrent requests while memory is loaded: enough to hide the latency of the origin. */
    private static final int HANDS = 8;

    /** The assumed age of a record whose time of writing is in the future. */
    private static final Duration LONG_AGO = Duration.ofDays(1);

    /** @param store closed with this */
    public DiskTier(NodeObjectMemory memory, DiskStore store, Ticker ticker, InstantSource wall) {
        this(
                memory,
                store,
                new DiskSaver(memory, store, ticker, wall),
                ticker,
                wall,
                new AtomicLong(ticker.nanos()),
                new AtomicBoolean(),
                new AtomicBoolean());
    }

    /** Puts it into use: from now on it is searched, and purged. */
    public void begin() {
        memory.disk().set(this);
    }

    /**
     * Scans the disk, and then writes objects that have become hot or have changed since, a part at a time. Call it
     * repeatedly from one thread.
     */
    public void work() {
        saver.work();
    }

    public boolean isLoaded() {
        return store.isLoaded();
    }

    /** Returns true if the loading of memory from the disk is complete. */
    public boolean isRevived() {
        return revived.get();
    }

    /**
     * The number of objects that can be found. Objects purged by tag, prefix or host are counted until they are met,
     * by a request or when memory is loaded, or their place is needed.
     */
    public int size() {
        return store.size();
    }

    public long bytes() {
        return store.bytes();
    }

    /** Returns true if the disk lately failed to write or read, or was too slow. */
    public boolean isFailing() {
        return saver.isFailing() || isPaused();
    }

    private boolean isPaused() {
        return pausedUntilNanos.get() - ticker.nanos() > 0;
    }

    /**
     * Loads objects from the disk into memory, those that were written last first, some at a time, until so many bytes
     * are held. Objects that vary are left to requests, and purged ones are skipped. Ends when the disk fails. Blocks.
     *
     * @param asking requests a URL from this node, and returns when its origin has answered
     * @param over true to stop
     * @return the number of objects requested
     */
    public int revive(long bytes, Consumer<String> asking, BooleanSupplier over) throws InterruptedException {
        Semaphore hands = new Semaphore(HANDS);
        int asked = 0;
        Iterator<String> keys =
                store.newest().filter(this::isForAll).map(StoredRecord::key).iterator();
        while (!isFailing() && !over.getAsBoolean() && memory.hot().bytes() < bytes && keys.hasNext()) {
            String key = keys.next();
            hands.acquire();
            asked++;
            Thread.ofVirtual().name("gosling-revival").start(() -> {
                try {
                    asking.accept(key);
                } finally {
                    hands.release();
                }
            });
        }
        hands.acquire(HANDS);
        revived.set(true);
        return asked;
    }

    private boolean isForAll(StoredRecord record) {
        String base = PurgeTarget.base(record.key());
        StoredResponseHead reply = record.key().equals(base) ? reply(record) : null;
        return reply != null && isThere(base, reply, record);
    }

    /** Finds the response for a request, to be revalidated; null for none. */
    @Nullable
    DiskResponse find(String key, Headers sent) {
        if (!memory.hot().mayServe() || !store.isLoaded() || isPaused()) {
            return null;
        }
        try {
            String base = PurgeTarget.base(key);
            DiskResponse found = usable(base, sent, store.find(base, key));
            if (found == null && key.equals(base)) {
                // Only the stored record shows whether this URL varies, and by which headers.
                List<String> names = varying(base);
                found = names.isEmpty() ? null : usable(base, sent, store.find(base, key(base, names, sent)));
            }
            if (silent.get() && silent.getAndSet(false)) {
                LOG.log(Level.INFO, "the disk can be read again");
            }
            return found;
        } catch (IOException e) {
            missed(e);
            return null;
        }
    }

    /** Handles a failed read: no further reads for a while, unless it only waited too long. Logged once. */
    private void missed(IOException why) {
        memory.statistics().count(Event.DISK_MISSES);
        boolean busy =
                why instanceof InterruptedIOException || why instanceof SlowDiskException slow && !slow.isHanging();
        if (!busy) {
            pausedUntilNanos.set(ticker.nanos() + PAUSE.toNanos());
            if (!silent.getAndSet(true)) {
                LOG.log(
                        Level.WARNING,
                        "the disk cannot be read: {0}; going on without looking there, and trying again every {1} s",
                        why.getMessage(),
                        PAUSE.toSeconds());
            }
        }
    }

    private List<String> varying(String base) throws IOException {
        StoredRecord any = store.findAny(base);
        StoredResponseHead reply = any == null ? null : reply(any);
        return reply == null ? List.of() : VariantKeyBuilder.namesOf(reply.fields());
    }

    private @Nullable DiskResponse usable(String base, Headers sent, @Nullable StoredRecord record) {
        StoredResponseHead reply = record == null ? null : reply(record);
        // A response that memory would not take would be validated for nothing, and then fetched again.
        return record != null
                        && reply != null
                        && memory.hot().admits(record.length())
                        && record.key().equals(key(base, VariantKeyBuilder.namesOf(reply.fields()), sent))
                        && isThere(base, reply, record)
                ? new DiskResponse(reply, record)
                : null;
    }

    private boolean isThere(String base, StoredResponseHead reply, StoredRecord record) {
        boolean purged = store.isPurged(record.number(), DiskSaver.meaning(base, reply.tags()));
        if (purged) {
            store.forget(base, record);
        }
        return !purged;
    }

    /** Reads the bytes of a response that was found; null where they are gone, or memory has no room. Blocks. */
    @Nullable
    ByteBuf load(StoredRecord found) {
        ByteBuf bytes = memory.room(found.length());
        if (bytes == null) {
            return null;
        }
        try {
            String base = PurgeTarget.base(found.key());
            ByteBuffer into = bytes.nioBuffer(0, found.length());
            boolean there = true;
            while (there && into.hasRemaining()) {
                there = store.read(base, found, into, bytes.retain()::release);
            }
            if (there) {
                memory.statistics().count(Event.DISK_READS);
                return bytes.writerIndex(found.length());
            }
        } catch (IOException e) {
            missed(e);
        }
        bytes.release();
        return null;
    }

    private static String key(String base, List<String> names, Headers sent) {
        return names.isEmpty() ? base : ResponseMemory.key(base, VariantKeyBuilder.key(names, sent));
    }

    private @Nullable StoredResponseHead reply(StoredRecord record) {
        try {
            return StoredResponseHeadCodec.read(
                    record.head(), ticker.nanos() - sinceWritten(record).toNanos());
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private Duration sinceWritten(StoredRecord record) {
        Duration since = Duration.ofMillis(wall.millis() - record.writtenMillis());
        return since.isNegative() ? LONG_AGO : since;
    }

    /**
     * Purges targets without waiting.
     *
     * @param above purges memory in the same step
     */
    void purged(Collection<PurgeTarget> targets, Runnable above) {
        List<String> bases = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (PurgeTarget target : targets) {
            if (target instanceof PurgeTarget.Key one) {
                bases.add(one.key());
            } else {
                texts.add(PurgeTargetCodec.of(target));
            }
        }
        store.purge(bases, texts, above);
    }

    /** Writes worthwhile objects once more, and closes the disk. */
    @Override
    public void close() {
        saver.close();
    }
}
