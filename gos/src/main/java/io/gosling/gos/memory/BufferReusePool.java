package io.gosling.gos.memory;

import io.netty.buffer.ByteBuf;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of off-heap buffers of a few sizes that nobody uses, since allocating and freeing one is expensive.
 * Any thread; no lock.
 */
final class BufferReusePool {
    private static final int MOST_BYTES = 64 << 10;
    private static final int LEAST_STEP = 64;
    /** The bound of what a buffer wastes: a memory counts as much for each object beside its bytes. */
    private static final int MOST_STEP = InMemoryObject.OVERHEAD;

    /** Steps between a power of two and the next, as far as the two bounds permit. */
    private static final int STEPS = 16;

    /** For each multiple of the least step its buffers; few of them are ever in use. */
    private final List<Deque<ByteBuf>> byCapacity = IntStream.rangeClosed(0, MOST_BYTES / LEAST_STEP)
            .<Deque<ByteBuf>>mapToObj(steps -> new ConcurrentLinkedDeque<>())
            .toList();

    private final AtomicLong bytes = new AtomicLong();
    private final long most;

    /** @param most bytes that may lie idle */
    BufferReusePool(long most) {
        this.most = most;
    }

    /** The capacity of the buffers that are used for so many bytes, 1 or more. */
    int capacityFor(int needed) {
        long capacity = rounded(needed);
        return isPooled(capacity) ? (int) capacity : needed;
    }

    private static long rounded(int needed) {
        long step = Math.clamp(Integer.highestOneBit(Math.max(1, needed - 1)) / STEPS, LEAST_STEP, MOST_STEP);
        return (needed + step - 1) / step * step;
    }

    private boolean isPooled(long capacity) {
        return capacity <= MOST_BYTES && capacity <= most;
    }

    /** Takes a buffer of this capacity out; null when there is none. */
    @Nullable
    ByteBuf take(int capacity) {
        return isPooled(capacity) ? taken(idle(capacity)) : null;
    }

    /** Takes any buffer out; null when there is none. */
    @Nullable
    ByteBuf takeAny() {
        if (bytes.get() == 0) {
            return null;
        }
        for (Deque<ByteBuf> idle : byCapacity) {
            ByteBuf buffer = taken(idle);
            if (buffer != null) {
                return buffer;
            }
        }
        return null;
    }

    private Deque<ByteBuf> idle(int capacity) {
        return byCapacity.get(capacity / LEAST_STEP);
    }

    private @Nullable ByteBuf taken(Deque<ByteBuf> idle) {
        ByteBuf buffer = idle.pollFirst();
        if (buffer != null) {
            bytes.addAndGet(-buffer.capacity());
        }
        return buffer;
    }

    /** Takes over a buffer that is no longer used; returns false, and leaves it to the caller, when it has no place. */
    boolean put(ByteBuf buffer) {
        int capacity = buffer.capacity();
        if (!isPooled(capacity) || rounded(capacity) != capacity) {
            return false;
        }
        if (bytes.addAndGet(capacity) > most) {
            bytes.addAndGet(-capacity);
            return false;
        }
        idle(capacity).addFirst(buffer);
        return true;
    }

    long bytes() {
        return bytes.get();
    }
}
