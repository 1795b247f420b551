package io.gosling.replication.coop;

import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.replication.home.BudgetedBuffer;
import io.gosling.replication.members.CopyUrlPath;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A bounded store in memory of frequently requested copies, for the event-loop path. A copy is found only by the
 * address that names its present version, and only until it needs revalidation.
 *
 * <pre>
 *   cold: on the disk alone
 *   hot:  {@link #heat}, when it was requested again: by {@link CopyDirectory}, if that still holds this very copy
 *   cold: {@link #cool}, by the directory, when the copy ends or is replaced; {@link #settle}, when it is not requested
 * </pre>
 *
 * <p>Event loops take and count without a lock; the directory puts and removes under its own.
 */
public final class HotCopies implements AutoCloseable {
    /** Copies that were not requested for so long make room for others. */
    private static final long IDLE_NANOS = Duration.ofSeconds(10).toNanos();

    /** A copy may take at most this part of the memory. */
    private static final int PART = 16;

    private final long memory;
    private final long lastsNanos;
    private final Ticker ticker;
    private final AtomicLong taken = new AtomicLong();
    private final Map<String, Hot> byAddress = new ConcurrentHashMap<>();
    /** Uses of copies that were cooled since the last count. */
    private final Queue<Used> cooled = new ConcurrentLinkedQueue<>();

    private static final class Hot {
        private final ReplicaCopy copy;
        private final StoredDocument document;
        /** Time from which it needs revalidation. */
        private final long endNanos;

        private final LongAdder uses = new LongAdder();
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

    /** The number of requests for a copy on the event-loop path since the last count. */
    public record Used(ReplicaCopy copy, long times) {}

    /**
     * @param memory bytes; 0 keeps none
     * @param lasts time for which a copy is served after its revalidation
     */
    public HotCopies(long memory, Duration lasts, Ticker ticker) {
        this.memory = memory;
        this.lastsNanos = lasts.toNanos();
        this.ticker = ticker;
    }

    /** The address as written in links; other forms of it are answered on the worker path. */
    private static String address(ReplicaCopy copy) {
        return new CopyUrlPath(copy.version(), copy.home(), copy.path()).written();
    }

    /**
     * The copy under this raw path, with a reference for the caller; null if the request is one for the worker path.
     */
    @Nullable
    public StoredDocument acquire(String rawPath) {
        Hot hot = byAddress.get(rawPath);
        if (hot == null || hot.isOver(ticker.nanos()) || !hot.document.tryRetain()) {
            return null;
        }
        hot.uses.increment();
        return hot.document;
    }

    /** True if there is room for the copy, and it is not there yet. */
    boolean wants(ReplicaCopy copy) {
        long length = copy.length();
        boolean fits = length > 0 && length <= Math.min(memory / PART, Integer.MAX_VALUE);
        return fits && length <= memory - taken.get() && !byAddress.containsKey(address(copy));
    }

    /**
     * Reads a copy for {@link #heat}, outside all locks; null without room.
     *
     * @throws IOException when it cannot be read, or its length has changed
     */
    @Nullable
    StoredDocument read(ReplicaCopy copy, PreparedHeaders fields) throws IOException {
        int length = (int) copy.length();
        BudgetedBuffer bytes = BudgetedBuffer.of(length, taken, memory);
        if (bytes == null) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(copy.file(), StandardOpenOption.READ)) {
            if (!bytes.fill(channel, 0)) {
                throw new NoSuchFileException(copy.file().toString(), null, "ends before its " + length + " bytes");
            }
        } catch (Throwable e) {
            bytes.release();
            throw e;
        }
        return new StoredDocument(copy.path(), copy.representation(), new FileStamp(length, 0, ""), bytes, fields);
    }

    /** Publishes the copy to event loops, with its reference, under the directory's lock. */
    void heat(ReplicaCopy copy, StoredDocument document) {
        Hot hot = new Hot(copy, document, copy.checkedNanos() + lastsNanos, ticker.nanos());
        release(byAddress.put(address(copy), hot));
    }

    /** Stops sending the copy, under the directory's lock. */
    void cool(ReplicaCopy copy) {
        release(byAddress.remove(address(copy)));
    }

    private void release(@Nullable Hot hot) {
        if (hot != null) {
            long times = hot.uses.sumThenReset();
            if (times > 0) {
                cooled.add(new Used(hot.copy, times));
            }
            hot.document.release();
        }
    }

    /**
     * Returns the uses since the last call, those of cooled copies included. Copies that need revalidation, or were not
     * requested for a while, are removed.
     */
    public List<Used> settle() {
        long nowNanos = ticker.nanos();
        List<Used> used = new ArrayList<>();
        for (Used ended = cooled.poll(); ended != null; ended = cooled.poll()) {
            used.add(ended);
        }
        byAddress.forEach((address, hot) -> {
            long times = hot.uses.sumThenReset();
            if (times > 0) {
                hot.usedNanos = nowNanos;
                used.add(new Used(hot.copy, times));
            }
            boolean idle = nowNanos - hot.usedNanos > IDLE_NANOS;
            if ((idle || hot.isOver(nowNanos)) && byAddress.remove(address, hot)) {
                release(hot);
            }
        });
        return used;
    }

    /** Bytes in use now, including those of copies that are being sent. */
    public long bytes() {
        return taken.get();
    }

    /** Releases all copies; the bytes of one that is being sent are released after the last response. */
    @Override
    public void close() {
        List.copyOf(byAddress.values()).forEach(hot -> cool(hot.copy));
    }
}
