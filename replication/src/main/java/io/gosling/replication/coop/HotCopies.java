package io.gosling.replication.coop;

import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.replication.home.CountedBuffer;
import io.gosling.replication.members.CopyAddress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Copies that are asked for often, in memory for the fast lane: under the one address that names the version that is held,
 * and until they are to be compared with their originals. At most so many bytes in all.
 *
 * <pre>
 *   cold: on the disk alone
 *   hot:  {@link #heat}, when it was asked for again: by {@link CopyDirectory}, if that holds this very copy still
 *   cold: {@link #cool}, by the shelf, with whatever ends or replaces the copy; {@link #settle}, when nobody asks for it
 * </pre>
 *
 * Event loops take and count without a lock; the shelf puts and removes under its own.
 */
public final class HotCopies implements AutoCloseable {
    /** What nobody asks for in so long makes room for others. */
    private static final long IDLE_NANOS = Duration.ofSeconds(10).toNanos();

    /** A copy takes this part of the memory at most. */
    private static final int PART = 16;

    private final long memory;
    private final long lastsNanos;
    private final Ticker ticker;
    private final AtomicLong taken = new AtomicLong();
    private final Map<String, Hot> byAddress = new ConcurrentHashMap<>();

    /** A copy in memory. */
    private static final class Hot {
        private final ReplicaCopy copy;
        private final StoredDocument document;
        /** From when on it is to be compared before it is served. */
        private final long endNanos;

        private final LongAdder uses = new LongAdder();
        /** Owned by whoever settles. */
        private long usedNanos;

        Hot(ReplicaCopy copy, StoredDocument document, long endNanos, long nowNanos) {
            this.copy = copy;
            this.document = document;
            this.endNanos = endNanos;
            this.usedNanos = nowNanos;
        }

        boolean isOver(long nowNanos) {
            return nowNanos - endNanos >= 0;
        }
    }

    /** How often a copy was asked for on the fast lane since the last time. */
    public record Used(ReplicaCopy copy, long times) {}

    /**
     * @param memory bytes; 0 keeps none
     * @param lasts after a copy was compared it is served for so long
     */
    public HotCopies(long memory, Duration lasts, Ticker ticker) {
        this.memory = memory;
        this.lastsNanos = lasts.toNanos();
        this.ticker = ticker;
    }

    /** As links have it: under another form of the same the slow lane answers. */
    private static String address(ReplicaCopy copy) {
        return new CopyAddress(copy.version(), copy.home(), copy.path()).written();
    }

    /** The copy under this raw path, with a reference for the caller; null where the slow lane is to look. */
    @Nullable
    public StoredDocument acquire(String rawPath) {
        Hot hot = byAddress.get(rawPath);
        if (hot == null || hot.isOver(ticker.nanos()) || !hot.document.tryRetain()) {
            return null;
        }
        hot.uses.increment();
        return hot.document;
    }

    /** Whether there is room for it, and it is not there yet. */
    boolean wants(ReplicaCopy copy) {
        long length = copy.length();
        boolean fits = length > 0 && length <= Math.min(memory / PART, Integer.MAX_VALUE);
        return fits && length <= memory - taken.get() && !byAddress.containsKey(address(copy));
    }

    /**
     * Reads a copy for {@link #heat}, outside of all locks.
     *
     * @param fields with which it is sent
     * @return a reference of the caller's; null where there is no room, or no memory
     * @throws NoSuchFileException also where the file is no longer as long as it was
     * @throws IOException when it cannot be read
     */
    @Nullable
    StoredDocument read(ReplicaCopy copy, PreparedHeaders fields) throws IOException {
        int length = (int) copy.length();
        CountedBuffer bytes = CountedBuffer.of(length, taken, memory);
        if (bytes == null) {
            return null;
        }
        boolean whole = false;
        try (FileChannel channel = FileChannel.open(copy.file(), StandardOpenOption.READ)) {
            whole = bytes.fill(channel, 0);
        } finally {
            if (!whole) {
                bytes.release();
            }
        }
        if (!whole) {
            throw new NoSuchFileException(copy.file().toString(), null, "ends before its " + length + " bytes");
        }
        Representation as = new Representation(copy.mediaType(), length, copy.etag(), copy.modified());
        return new StoredDocument(copy.path(), as, new FileStamp(length, 0, ""), bytes, fields);
    }

    /** From now on event loops send it: under the shelf's lock, of a copy that is held. The reference passes over. */
    void heat(ReplicaCopy copy, StoredDocument document) {
        Hot hot = new Hot(copy, document, copy.checkedNanos() + lastsNanos, ticker.nanos());
        release(byAddress.put(address(copy), hot));
    }

    /** From now on nobody is sent it: under the shelf's lock, whatever has become of the copy. */
    void cool(ReplicaCopy copy) {
        release(byAddress.remove(address(copy)));
    }

    private static void release(@Nullable Hot hot) {
        if (hot != null) {
            hot.document.release();
        }
    }

    /** What was used since the last time. What is to be compared first, or nobody asks for, is sent no more and makes room. */
    public List<Used> settle() {
        long nowNanos = ticker.nanos();
        List<Used> used = new ArrayList<>();
        byAddress.forEach((address, hot) -> {
            long times = hot.uses.sumThenReset();
            if (times > 0) {
                hot.usedNanos = nowNanos;
                used.add(new Used(hot.copy, times));
            }
            boolean idle = nowNanos - hot.usedNanos > IDLE_NANOS;
            if ((idle || hot.isOver(nowNanos)) && byAddress.remove(address, hot)) {
                hot.document.release();
            }
        });
        return used;
    }

    /** Bytes that are taken now, of those on their way to clients as well. */
    public long bytes() {
        return taken.get();
    }

    /** Lets go of all; bytes that are being sent go with the last response. */
    @Override
    public void close() {
        List.copyOf(byAddress.values()).forEach(hot -> cool(hot.copy));
    }
}
