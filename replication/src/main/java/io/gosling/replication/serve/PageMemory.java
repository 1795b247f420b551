package io.gosling.replication.serve;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Body;
import io.gosling.document.EntityTags;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of pages that are too long for anybody to have them in memory, while they are put together, and those that are
 * sent as they are: at most so many in all. What is copied between links beside them counts to each response. For many
 * threads; the monitor guards the list and is not held while files are read.
 */
final class PageMemory implements AutoCloseable {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    /** By entity tag, the one that was wanted longest ago first; each has a reference. */
    @GuardedBy("this")
    private final Map<String, ByteBuf> kept = new LinkedHashMap<>(16, 0.75f, true);

    /** @param most bytes of all pages that are read, those of which a part is being sent included */
    PageMemory(long most) {
        this.most = most;
    }

    /**
     * The bytes of a page.
     *
     * @param etag made of them, as far as it is one of bytes
     * @return a reference of the caller's; null where there is no room now
     * @throws IOException when the file cannot be read, has become shorter, or has other bytes by now
     */
    @Nullable
    ByteBuf read(String etag, Body.InFile file) throws IOException {
        int length = Math.toIntExact(file.length());
        synchronized (this) {
            ByteBuf known = kept.get(etag);
            if (known != null) {
                return known.retainedDuplicate();
            }
            if (!takeRoom(length)) {
                return null;
            }
        }
        ByteBuf bytes;
        try {
            bytes = new CountedBuffer(length, taken);
        } catch (RuntimeException | Error noMemory) {
            taken.addAndGet(-length);
            throw noMemory;
        }
        boolean whole = false;
        try {
            fill(bytes, file);
            // Somebody may have written to it since it was opened, and what is kept is for all who come.
            if (EntityTags.isOfContent(etag)
                    && !EntityTags.ofContent(bytes.nioBuffer()).equals(etag)) {
                throw new IOException("the page changed while it was read");
            }
            whole = true;
        } finally {
            if (!whole) {
                bytes.release();
            }
        }
        synchronized (this) {
            if (!kept.containsKey(etag)) {
                kept.put(etag, bytes.retainedDuplicate());
            }
        }
        return bytes;
    }

    @GuardedBy("this")
    private boolean takeRoom(int length) {
        if (length > most) {
            return false;
        }
        Iterator<ByteBuf> longestAgo = kept.values().iterator();
        // What is still being sent gives its place back only when that has ended.
        while (taken.get() + length > most && longestAgo.hasNext()) {
            longestAgo.next().release();
            longestAgo.remove();
        }
        if (taken.addAndGet(length) > most) {
            taken.addAndGet(-length);
            return false;
        }
        return true;
    }

    private static void fill(ByteBuf bytes, Body.InFile file) throws IOException {
        FileChannel channel = file.channel();
        int length = bytes.capacity();
        while (bytes.readableBytes() < length) {
            long at = file.position() + bytes.readableBytes();
            if (bytes.writeBytes(channel, at, length - bytes.readableBytes()) < 0) {
                throw new EOFException("the page became shorter while it was read");
            }
        }
    }

    /** Bytes that are taken now. */
    long bytes() {
        return taken.get();
    }

    /** Lets go of what nobody is sending. */
    @Override
    public synchronized void close() {
        kept.values().forEach(ByteBuf::release);
        kept.clear();
    }
}
