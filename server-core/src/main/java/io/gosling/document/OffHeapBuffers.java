package io.gosling.document;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;

/** Allocates off-heap buffers that report when they are freed: slow clients may hold what a cache has evicted. */
public final class OffHeapBuffers {
    private OffHeapBuffers() {}

    /** Allocates a buffer of one reference; {@code freed} runs once, on any thread, and must not block or throw. */
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
