package io.gosling.replication.home;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Body;
import io.gosling.document.EntityTagGenerator;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A bounded memory for the bytes of pages that are too long for the memory cache, while they are assembled, and for
 * those that are sent unchanged. Bytes that are copied between links count for each response. For many threads: one of
 * those that want the same page at a time reads it, the others wait for it. The monitor guards the list and is not held
 * while files are read.
 */
public final class PageAssemblyMemory implements AutoCloseable {
    /** Time after which a waiting thread reads the page itself. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final long most;
    private final AtomicLong taken = new AtomicLong();
    /** Pages being read, by entity tag. */
    private final Map<String, CountDownLatch> reading = new ConcurrentHashMap<>();

    /** By entity tag, least recently used first; each has a reference. */
    @GuardedBy("this")
    private final Map<String, ByteBuf> kept = new LinkedHashMap<>(16, 0.75f, true);

    /** @param most bytes of all pages that are read, those of which a part is being sent included */
    public PageAssemblyMemory(long most) {
        this.most = most;
    }

    /**
     * The bytes of a page.
     *
     * @param etag made of them; one of size and time may be that of another page too, so its bytes are for one response
     * @return a reference of the caller's; null where there is no room now
     * @throws IOException when the file cannot be read, has become shorter, or has other bytes by now
     */
    @Nullable
    public ByteBuf read(String etag, Body.InFile file) throws IOException {
        if (!EntityTagGenerator.isOfContent(etag)) {
            return bytes(file);
        }
        ByteBuf known = known(etag);
        if (known != null) {
            return known;
        }
        CountDownLatch mine = new CountDownLatch(1);
        CountDownLatch before = reading.putIfAbsent(etag, mine);
        try {
            if (before != null) {
                await(before);
            }
            // The thread before may have read it by now, or failed.
            known = known(etag);
            return known == null ? readForAll(etag, file) : known;
        } finally {
            reading.remove(etag, mine);
            mine.countDown();
        }
    }

    private synchronized @Nullable ByteBuf known(String etag) {
        ByteBuf bytes = kept.get(etag);
        return bytes == null ? null : bytes.retainedDuplicate();
    }

    private static void await(CountDownLatch end) throws InterruptedIOException {
        try {
            end.await(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while another one read the page");
        }
    }

    private @Nullable ByteBuf readForAll(String etag, Body.InFile file) throws IOException {
        ByteBuf bytes = bytes(file);
        if (bytes == null) {
            return null;
        }
        // The file may have changed after it was opened.
        if (!EntityTagGenerator.ofContent(bytes.nioBuffer()).equals(etag)) {
            bytes.release();
            throw new IOException("the page changed while it was read");
        }
        keep(etag, bytes);
        return bytes;
    }

    private synchronized void keep(String etag, ByteBuf bytes) {
        if (!kept.containsKey(etag)) {
            kept.put(etag, bytes.retainedDuplicate());
        }
    }

    private @Nullable ByteBuf bytes(Body.InFile file) throws IOException {
        BudgetedBuffer bytes = room(Math.toIntExact(file.length()));
        if (bytes == null) {
            return null;
        }
        try {
            if (!bytes.fill(file.channel(), file.position())) {
                throw new EOFException("the page became shorter while it was read");
            }
            return bytes;
        } catch (Throwable e) {
            bytes.release();
            throw e;
        }
    }

    private @Nullable BudgetedBuffer room(int length) {
        BudgetedBuffer room = BudgetedBuffer.of(length, taken, most);
        // Another thread may have taken the released room.
        while (room == null && letGoFor(length)) {
            room = BudgetedBuffer.of(length, taken, most);
        }
        return room;
    }

    /** Releases pages until there is room; false when none was left. Bytes being sent count until the end. */
    private synchronized boolean letGoFor(int length) {
        Iterator<ByteBuf> longestAgo = kept.values().iterator();
        boolean any = false;
        while (length <= most && (!any || taken.get() + length > most) && longestAgo.hasNext()) {
            longestAgo.next().release();
            longestAgo.remove();
            any = true;
        }
        return any;
    }

    long bytes() {
        return taken.get();
    }

    /** Releases pages that are not being sent. */
    @Override
    public synchronized void close() {
        kept.values().forEach(ByteBuf::release);
        kept.clear();
    }
}
