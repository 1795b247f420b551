package io.gosling.document;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;

/**
 * An allocator of off-heap buffers that report when they are really freed: after the cache has evicted a document, slow
 * clients may go on holding its bytes, and a budget that ignores them can be overrun.
 */
public final class OffHeapBuffers {
    private OffHeapBuffers() {}

    /**
     * A buffer of exactly this capacity with one reference.
     *
     * @param freed run once, by whichever thread gives the last reference back; must not block or throw
     */
    public static ByteBuf allocate(int capacity, Runnable freed) {
        return new Told(capacity, freed);
    }

    private static final class Told extends UnpooledDirectByteBuf {
        private final Runnable freed;

        Told(int capacity, Runnable freed) {
            super(UnpooledByteBufAllocator.DEFAULT, capacity, capacity);
            this.freed = freed;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            freed.run();
        }
    }
}
