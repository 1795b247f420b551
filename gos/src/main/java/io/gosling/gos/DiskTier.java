package io.gosling.gos;

import io.gosling.caching.ReplyCodec;
import io.gosling.caching.StoredReply;
import io.gosling.caching.Variant;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.PurgeHistory.Standing;
import io.gosling.gos.disk.DiskReading;
import io.gosling.gos.disk.DiskRecord;
import io.gosling.gos.disk.DiskStore;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A disk below the memory for stored responses of origins: those that were asked for more than once are written to it, and
 * are found there when memory has dropped them, or a process before this one had them.
 *
 * <p>What is found is never served unasked: its origin says that it still holds, and then it goes into memory as if the origin
 * had sent it. Nothing is looked for without the right to serve from memory, since purges may then not have come. What can not
 * be asked about (no ETag, no Last-Modified) is not written.
 *
 * <p>A purge is in {@link PurgeHistory} first and here second. So what is found is held against that history from when it was
 * written; and what was written is looked at again afterwards, and taken back if a purge has come meanwhile.
 *
 * <p>One thread loads, saves and closes; any may find and purge.
 */
public final class DiskTier implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DiskTier.class.getName());

    /** What was asked for once only is not worth a write. */
    private static final double LEAST = 2;

    /** Written in one go. */
    private static final long MOST_BYTES = 32 << 20;

    private static final long REST_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long COUNTS_NANOS = Duration.ofSeconds(30).toNanos();

    /** Asked for at a time when memory is filled: enough to hide the way to the origin. */
    private static final int HANDS = 8;

    /** More epochs than that at once are another cluster's: counts are carried over as they are, see {@link AgeingEpoch}. */
    private static final int NEAR = 4;

    /** Of what was written, by the clock, after now. */
    private static final Duration LONG_AGO = Duration.ofDays(1);

    private final NodeMemory memory;
    private final DiskStore store;
    private final Ticker ticker;
    private final InstantSource wall;
    private final AtomicBoolean failing = new AtomicBoolean();
    private volatile long restingUntilNanos;
    private volatile boolean revived;

    /** Of the one thread. */
    private long seenChanges;

    private long countsNanos;
    private int countsEpoch;

    /** @param store closed with this */
    public DiskTier(NodeMemory memory, DiskStore store, Ticker ticker, InstantSource wall) {
        this.memory = memory;
        this.store = store;
        this.ticker = ticker;
        this.wall = wall;
        this.restingUntilNanos = ticker.nanos();
        this.countsNanos = ticker.nanos();
    }

    /** From now on it is looked at, and purged. */
    public void begin() {
        memory.below().disk(this);
    }

    /** Finds what is there; before that nothing is found, and what is purged goes. */
    public void load() {
        try {
            store.load();
            LOG.log(Level.INFO, "{0} objects are on disk, {1} MiB", store.size(), store.bytes() >> 20);
        } catch (IOException e) {
            failed("was not readable, and is begun anew", e);
        }
    }

    public boolean isLoaded() {
        return store.isLoaded();
    }

    /** Whether memory was filled from there as far as it was to be. */
    public boolean isRevived() {
        return revived;
    }

    /** Objects that can be found. */
    public int size() {
        return store.size();
    }

    /** What they take, in bytes. */
    public long bytes() {
        return store.bytes();
    }

    /** Whether the disk lately did not take what it was given. */
    public boolean isFailing() {
        return failing.get();
    }

    /**
     * Has what is there brought into memory, what was asked for most first, some at a time, until so many bytes are held. What
     * varies is left for those who ask. Blocks.
     *
     * @param asking asks this node for a URL, and returns when its origin has answered
     * @param over whether no more is to be begun
     * @return how many were asked for
     */
    public int revive(long bytes, Consumer<String> asking, BooleanSupplier over) throws InterruptedException {
        Semaphore hands = new Semaphore(HANDS);
        int asked = 0;
        Iterator<String> keys =
                store.hottest().filter(key -> key.equals(PurgeTarget.base(key))).iterator();
        while (keys.hasNext() && !over.getAsBoolean() && memory.hot().bytes() < bytes) {
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
        revived = true;
        return asked;
    }

    /** The response for a request, of which its origin is to be asked; null when there is none. */
    @Nullable
    DiskReply find(String key, Headers sent) {
        if (!memory.hot().mayServe() || !store.isLoaded()) {
            return null;
        }
        String base = PurgeTarget.base(key);
        DiskReply found = usable(base, store.find(base, key));
        if (found == null && key.equals(base)) {
            // Whether this URL varies, and by what, nobody remembers but what is there of it.
            List<String> names = varying(base);
            String variant = ReplyMemory.key(base, Variant.key(names, sent));
            found = names.isEmpty() ? null : usable(base, store.find(base, variant));
        }
        if (found != null) {
            found.recount();
            memory.statistics().count(Event.DISK_READS);
        }
        return found;
    }

    private List<String> varying(String base) {
        try (DiskReply any = usable(base, store.findAny(base))) {
            return any == null ? List.of() : Variant.namesOf(any.reply().fields());
        }
    }

    private @Nullable DiskReply usable(String base, @Nullable DiskReading reading) {
        if (reading == null) {
            return null;
        }
        try {
            StoredReply reply = ReplyCodec.read(
                    reading.head(), ticker.nanos() - sinceWritten(reading).toNanos());
            if (!isPurged(reading, reply.tags())) {
                return new DiskReply(reply, reading, this, base);
            }
        } catch (IOException e) {
            // Written by another version: as if it were not there.
        }
        closeQuietly(reading);
        return null;
    }

    /** The object was asked for before as often as is known: as many times in the present epoch. */
    void recount(DiskReading reading) {
        Ageing now = memory.epoch().now();
        AgedCount count = new AgedCount(Math.max(0, reading.count()), now.epoch());
        memory.rows().asked(reading.key()).heard(count, now);
    }

    /** What is there under this URL is of no use. */
    void forget(String base) {
        purged(List.of(new PurgeTarget.Key(base)));
    }

    private boolean isPurged(DiskReading reading, Set<String> tags) {
        return memory.purges().judge(reading.key(), tags, reading.goodAsOf()) == Standing.GONE
                || store.isPurged(reading.purgeNumber(), meaning(reading.key(), tags));
    }

    private static Predicate<String> meaning(String key, Set<String> tags) {
        return text -> TargetText.parse(text).covers(PurgeTarget.base(key), tags);
    }

    private Duration sinceWritten(DiskReading reading) {
        Duration since = Duration.ofMillis(wall.millis() - reading.writtenMillis());
        return since.isNegative() ? LONG_AGO : since;
    }

    static void closeQuietly(DiskReading reading) {
        try {
            reading.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing a file of the disk", e);
        }
    }

    /** These were purged: written down when this returns, unless the disk takes nothing; then all of it was deleted. */
    void purged(Collection<PurgeTarget> targets) {
        List<String> bases = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (PurgeTarget target : targets) {
            if (target instanceof PurgeTarget.Key one) {
                bases.add(one.key());
            } else {
                texts.add(TargetText.of(target));
            }
        }
        try {
            store.purge(bases, texts);
        } catch (IOException e) {
            failed("could not be told what was purged, and was emptied", e);
        }
    }

    /** Writes what has become hot or has changed since, so much of it at a time; nothing for a while after a failure. */
    public void save() {
        if (!store.isLoaded() && !failing.get()) {
            return;
        }
        if (ticker.nanos() - restingUntilNanos < 0) {
            return;
        }
        try {
            store.recover();
            saveSome();
            if (ticker.nanos() - countsNanos >= COUNTS_NANOS) {
                keepCounts();
            }
            if (failing.getAndSet(false)) {
                LOG.log(Level.INFO, "the disk takes what is kept again");
            }
        } catch (IOException e) {
            failed("does not take what is kept", e);
        }
    }

    /** Logged once for as long as it lasts. */
    private void failed(String what, IOException why) {
        memory.statistics().count(Event.DISK_FAILURES);
        restingUntilNanos = ticker.nanos() + REST_NANOS;
        if (!failing.getAndSet(true)) {
            LOG.log(
                    Level.WARNING,
                    "the disk {0}: {1}; going on without writing to it, and trying again every {2} s. Is it full?",
                    what,
                    why.getMessage(),
                    Duration.ofNanos(REST_NANOS).toSeconds());
        }
    }

    private void saveSome() throws IOException {
        long changes = store.changes();
        boolean lookAgain = changes != seenChanges;
        long left = MOST_BYTES;
        for (HotObject object : memory.hot().all()) {
            if (lookAgain || !object.isSettledBelow()) {
                left -= save(object);
            }
            if (left <= 0) {
                return;
            }
        }
        seenChanges = changes;
    }

    /** How many bytes it took: none where it is there already, or would be of no use. */
    private long save(HotObject object) throws IOException {
        StoredReply reply = object.reply();
        int length = object.document().body().readableBytes();
        if (reply == null || !reply.hasValidator() || !store.takes(length)) {
            object.settledBelow();
            return 0;
        }
        double count = object.row().agac(memory.epoch().now());
        if (count < LEAST || !object.document().tryRetain()) {
            return 0;
        }
        String base = PurgeTarget.base(object.key());
        long purgeNumber = store.begin(base);
        try {
            return save(object, base, reply, purgeNumber, (float) count);
        } finally {
            store.end();
            object.document().release();
        }
    }

    private long save(HotObject object, String base, StoredReply reply, long purgeNumber, float count)
            throws IOException {
        if (!memory.hot().outlives(object) || !memory.hot().isGood(object)) {
            return 0;
        }
        ByteBuf body = object.document().body();
        long identity = identity(reply, body);
        if (store.has(base, object.key(), identity, meaning(object.key(), reply.tags()))) {
            object.settledBelow();
            return 0;
        }
        byte[] head = ReplyCodec.write(reply, ticker.nanos());
        boolean taken = store.put(new DiskRecord(
                object.key(),
                base,
                identity,
                purgeNumber,
                object.goodAsOf(),
                count,
                wall.millis(),
                head,
                body.nioBuffer()));
        if (!memory.hot().isGood(object)) {
            store.purge(List.of(base), List.of());
            return 0;
        }
        object.settledBelow();
        memory.statistics().add(Event.DISK_WRITES, taken ? 1 : 0);
        return body.readableBytes();
    }

    /** The same while its origin would say that nothing has changed, and the bytes are the same too. */
    private static long identity(StoredReply reply, ByteBuf body) {
        CRC32C crc = new CRC32C();
        crc.update(body.nioBuffer());
        String said = reply.status() + " " + reply.fields().first("ETag") + " "
                + reply.fields().first("Last-Modified");
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

    /** Writes once more what is worth it, and closes the disk. */
    @Override
    public void close() {
        save();
        try {
            if (!failing.get()) {
                keepCounts();
            }
            store.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing the disk", e);
        }
    }
}
