package io.gosling.document;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An allocator of off-heap buffers that report when they are really freed: after the cache has evicted a document, slow
 * clients may go on holding its bytes, and a budget that ignores them can be overrun.
 */
public final class OffHeapBufferAllocator {
    private OffHeapBufferAllocator() {}

    /**
     * A buffer of exactly this capacity with one reference.
     *
     * @param freed run once, by whichever thread gives the last reference back; must not block or throw
     */
    public static ByteBuf allocate(int capacity, Runnable freed) {
        return new Told(capacity, freed);
    }

    /**
     * A buffer of exactly this capacity with one reference, over memory that it neither owns nor frees.
     *
     * @param room has at least this capacity, and must stay as it is until then
     * @param freed run once, by whichever thread gives the last reference back; must not block or throw
     */
    public static ByteBuf over(ByteBuf room, int capacity, Runnable freed) {
        return new Told(room.nioBuffer(0, capacity), capacity, freed);
    }

    /** Returns the action of a buffer that was allocated here; null for any other buffer. */
    public static @Nullable Runnable freed(ByteBuf buffer) {
        return buffer instanceof Told told ? told.freed : null;
    }

    private static final class Told extends UnpooledDirectByteBuf {
        private final Runnable freed;

        Told(int capacity, Runnable freed) {
            super(UnpooledByteBufAllocator.DEFAULT, capacity, capacity);
            this.freed = freed;
        }

        Told(ByteBuffer room, int capacity, Runnable freed) {
            super(UnpooledByteBufAllocator.DEFAULT, room, capacity);
            this.freed = freed;
            clear();
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            freed.run();
        }
    }
}
