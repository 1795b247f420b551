package io.gosling.gos.memory;

import io.gosling.document.OffHeapBufferAllocator;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of objects that are really allocated: stored, being fetched, and removed but still being sent to slow
 * clients. A small part of them may lie idle, for the next object of about the same size. Any thread; atomic numbers,
 * no waiting: a request that gets no buffer streams the object and does not store it.
 */
public final class BoundedBufferAllocator {
    /** The part of the bytes that may lie idle. */
    private static final int IDLE = 16;

    /** Bytes of all buffers, the idle ones among them. */
    private final AtomicLong allocated = new AtomicLong();

    private final BufferReusePool idle;
    private final long most;

    private record Freed(BoundedBufferAllocator from, ByteBuf room) implements Runnable {
        @Override
        public void run() {
            from.free(room);
        }
    }

    BoundedBufferAllocator(long most) {
        this.most = most;
        this.idle = new BufferReusePool(most / IDLE);
    }

    /**
     * A direct buffer of exactly this many bytes, whose memory is counted until it is freed; null when it would be too
     * much. Its content is undefined.
     */
    @Nullable
    ByteBuf allocate(int bytes) {
        int capacity = idle.capacityFor(bytes);
        ByteBuf room = idle.take(capacity);
        if (room == null && !reserve(capacity)) {
            return null;
        }
        ByteBuf used = room == null ? allocated(capacity) : room;
        try {
            return OffHeapBufferAllocator.over(used, bytes, new Freed(this, used));
        } catch (Throwable e) {
            free(used);
            throw e;
        }
    }

    private boolean reserve(int capacity) {
        while (true) {
            long now = allocated.get();
            if (now + capacity <= most) {
                if (allocated.compareAndSet(now, now + capacity)) {
                    return true;
                }
                continue;
            }
            ByteBuf other = idle.takeAny();
            if (other == null) {
                return false;
            }
            other.release();
        }
    }

    private ByteBuf allocated(int capacity) {
        try {
            return OffHeapBufferAllocator.allocate(capacity, () -> allocated.addAndGet(-capacity));
        } catch (Throwable e) {
            allocated.addAndGet(-capacity);
            throw e;
        }
    }

    private void free(ByteBuf room) {
        if (!idle.put(room)) {
            room.release();
        }
    }

    /** Frees the memory that lies idle. */
    void trim() {
        for (ByteBuf room = idle.takeAny(); room != null; room = idle.takeAny()) {
            room.release();
        }
    }

    /** Returns true if the buffer, not a duplicate of it, was allocated here. */
    boolean counts(ByteBuf buffer) {
        return OffHeapBufferAllocator.freed(buffer) instanceof Freed freed && freed.from == this;
    }

    /** The bytes of the buffers in use. */
    public long now() {
        return allocated.get() - idle.bytes();
    }

    /** The same, and the memory that lies idle: at most what may be in use. */
    long allocated() {
        return allocated.get();
    }
}
