package io.gosling.replication.home;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A direct buffer counted against a bound until its last reference is released, on any thread. */
public final class BudgetedBuffer extends UnpooledDirectByteBuf {
    private final int place;
    private final AtomicLong taken;

    /** @param taken includes this length already */
    private BudgetedBuffer(int length, AtomicLong taken) {
        super(ByteBufAllocator.DEFAULT, length, length);
        this.place = length;
        this.taken = taken;
    }

    /** An empty one of the caller's; null without room beside {@code taken}, the bytes of all. */
    public static @Nullable BudgetedBuffer of(int length, AtomicLong taken, long most) {
        long before = taken.getAndUpdate(now -> now + length > most ? now : now + length);
        if (before + length > most) {
            return null;
        }
        try {
            return new BudgetedBuffer(length, taken);
        } catch (OutOfMemoryError noMemory) {
            taken.addAndGet(-length);
            return null;
        } catch (Throwable e) {
            taken.addAndGet(-length);
            throw e;
        }
    }

    /**
     * Reads until it is full.
     *
     * @param position in the file of the first byte
     * @return false where the file ends before
     */
    public boolean fill(FileChannel file, long position) throws IOException {
        while (isWritable()) {
            if (writeBytes(file, position + readableBytes(), writableBytes()) <= 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        taken.addAndGet(-place);
    }
}
