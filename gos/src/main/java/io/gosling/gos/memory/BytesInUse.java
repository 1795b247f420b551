package io.gosling.gos.memory;

import io.gosling.document.OffHeapBuffers;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of objects that are really allocated: stored, being fetched, and removed but still being sent to slow
 * clients. Any thread; one atomic number, no waiting: a request that gets no buffer streams the object and does not
 * store it.
 */
public final class BytesInUse {
    private final AtomicLong inUse = new AtomicLong();
    private final long most;

    BytesInUse(long most) {
        this.most = most;
    }

    /** A direct buffer of exactly this many bytes, counted until it is freed; null when it would be too much. */
    @Nullable
    ByteBuf allocate(int bytes) {
        long now;
        do {
            now = inUse.get();
            if (now + bytes > most) {
                return null;
            }
        } while (!inUse.compareAndSet(now, now + bytes));
        try {
            return OffHeapBuffers.allocate(bytes, () -> inUse.addAndGet(-bytes));
        } catch (Throwable e) {
            inUse.addAndGet(-bytes);
            throw e;
        }
    }

    public long now() {
        return inUse.get();
    }
}
