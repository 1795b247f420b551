package io.gosling.replication.serve;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes off the heap that give their place back when the last one lets go of them, whichever thread that is. */
final class CountedBuffer extends UnpooledDirectByteBuf {
    private final int place;
    private final AtomicLong taken;

    /** @param taken has this length in it already */
    CountedBuffer(int length, AtomicLong taken) {
        super(ByteBufAllocator.DEFAULT, length, length);
        this.place = length;
        this.taken = taken;
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        taken.addAndGet(-place);
    }
}
