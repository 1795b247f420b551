package io.gosling.gos;

import io.gosling.caching.ReplyCodec;
import io.gosling.caching.StoredReply;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.disk.DiskRecord;
import io.gosling.gos.disk.DiskStore;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A disk below the memory for stored responses of origins: those that were asked for more than once are written to it, and
 * are found there when memory has dropped them, or a process before this one had them.
 *
 * <p>What was read is <em>unproven</em>: a purge may have come that nobody here remembers, so its origin is asked whether it
 * still holds before it is served, and says so without sending it again. Responses that cannot be asked about so are not
 * written.
 *
 * <p>Any thread may save, one at a time does; any may bring. Closed when nobody does any more.
 */
public final class DiskTier implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DiskTier.class.getName());
    /** What was asked for once only is not worth a write. */
    private static final double LEAST = 2;
    /** Written in one go. */
    private static final long MOST_BYTES = 32 << 20;

    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    /** Of what was written, by the clock, after now. */
    private static final Duration LONG_AGO = Duration.ofDays(1);

    private final NodeMemory memory;
    private final ReplyMemory replies;
    private final DiskStore store;
    private final Ticker ticker;
    private final InstantSource wall;
    private volatile @Nullable ReplyIntake intake;
    private final AtomicBoolean saving = new AtomicBoolean();

    /** Of whoever is saving. */
    private boolean resting;

    private long restingUntilNanos;

    /** @param store closed with this */
    public DiskTier(NodeMemory memory, DiskStore store, Ticker ticker, InstantSource wall) {
        this.memory = memory;
        this.replies = memory.replies();
        this.store = store;
        this.ticker = ticker;
        this.wall = wall;
        // Nothing of before is good by any number.
        memory.purges().doubtAll();
    }

    /** Who takes what is read; nothing is brought before that is said. */
    public void takeBy(ReplyIntake taker) {
        intake = taker;
    }

    /** Brings the hottest of what is there into memory, in order, until so many bytes are held. */
    public void load(long bytes) {
        int brought = 0;
        for (String key : store.hottest()) {
            if (memory.hot().bytes() >= bytes) {
                break;
            }
            brought += bring(key) ? 1 : 0;
        }
        if (store.size() > 0) {
            LOG.log(Level.INFO, "{0} of {1} objects on disk are in memory again", brought, store.size());
        }
    }

    /** Brings one into memory; false when it is not there, cannot be read, or is not worth a place. Blocks. */
    public boolean bring(String key) {
        ReplyIntake taker = intake;
        DiskRecord record = taker == null ? null : store.get(key);
        if (taker == null || record == null || memory.hot().bytesOf(key) > 0) {
            return false;
        }
        StoredReply reply;
        try {
            byte[] head = new byte[record.head().remaining()];
            record.head().duplicate().get(head);
            reply = ReplyCodec.read(head, ticker.nanos() - sinceWritten(record).toNanos());
        } catch (IOException e) {
            return false;
        }
        ByteBuf bytes = replies.room(record.body().remaining());
        if (bytes == null) {
            return false;
        }
        bytes.writeBytes(record.body().duplicate());
        Ageing now = memory.epoch().now();
        memory.rows().asked(key).heard(new AgedCount(Math.max(0, record.count()), now.epoch()), now);
        memory.statistics().count(Event.DISK_READS);
        return taker.take(replies.unproven(PurgeTarget.base(key)), key, reply, bytes);
    }

    private Duration sinceWritten(DiskRecord record) {
        Duration since = Duration.ofMillis(wall.millis() - record.writtenMillis());
        return since.isNegative() ? LONG_AGO : since;
    }

    /** Writes what has become hot or has changed since, hottest first, and so much of it at a time; unless another does. */
    public void save() {
        if (saving.compareAndSet(false, true)) {
            try {
                saveAlone();
            } finally {
                saving.set(false);
            }
        }
    }

    private void saveAlone() {
        if (resting && ticker.nanos() - restingUntilNanos < 0) {
            return;
        }
        try {
            long left = MOST_BYTES;
            for (LocalObject row : candidates()) {
                left -= save(row);
                if (left <= 0) {
                    break;
                }
            }
            resting = false;
        } catch (IOException e) {
            resting = true;
            restingUntilNanos = ticker.nanos() + PAUSE_NANOS;
            LOG.log(
                    Level.WARNING,
                    "the disk does not take what is kept: {0}; going on without it, trying again in {1} s. Is it full?",
                    e.getMessage(),
                    Duration.ofNanos(PAUSE_NANOS).toSeconds());
        }
    }

    private List<LocalObject> candidates() {
        Ageing now = memory.epoch().now();
        record Heat(LocalObject row, double agac) {}
        return memory.rows().held().stream()
                .filter(row -> !row.key().startsWith("/"))
                .map(row -> new Heat(row, row.agac(now)))
                .filter(heat -> heat.agac >= LEAST)
                .sorted(Comparator.comparingDouble(Heat::agac).reversed())
                .map(Heat::row)
                .toList();
    }

    /** How many bytes it took: none where it is there already, or would be of no use. */
    private long save(LocalObject row) throws IOException {
        HotObject object = memory.hot().take(row.key());
        if (object == null) {
            return 0;
        }
        try {
            StoredReply reply = object.reply();
            long now = ticker.nanos();
            if (reply == null || !reply.hasValidator() || !memory.hot().isServable(object, now)) {
                return 0;
            }
            ByteBuf body = object.document().body();
            long identity = identity(reply, body.readableBytes());
            if (store.has(row.key(), identity)) {
                return 0;
            }
            ByteBuffer head = ByteBuffer.wrap(ReplyCodec.write(reply, now));
            double count = row.agac(memory.epoch().now());
            var record = new DiskRecord(row.key(), identity, count, wall.millis(), head, body.nioBuffer());
            if (store.put(record)) {
                memory.statistics().count(Event.DISK_WRITES);
            }
            return body.readableBytes();
        } finally {
            object.document().release();
        }
    }

    /** The same while its origin would say that nothing has changed. */
    private static long identity(StoredReply reply, int length) {
        String said = reply.status() + " " + reply.fields().first("ETag") + " "
                + reply.fields().first("Last-Modified");
        return (long) said.hashCode() << 32 | length;
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing the disk failed", e);
        }
    }
}
