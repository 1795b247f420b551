package io.gosling.replication.home;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Bytes off the heap that give their place back when the last one lets go of them, whichever thread that is. */
public final class CountedBuffer extends UnpooledDirectByteBuf {
    private final int place;
    private final AtomicLong taken;

    /** @param taken has this length in it already */
    private CountedBuffer(int length, AtomicLong taken) {
        super(ByteBufAllocator.DEFAULT, length, length);
        this.place = length;
        this.taken = taken;
    }

    /**
     * An empty one of the caller's; null where there is no room for it now, or no memory: whatever is put into one can
     * also be sent without.
     *
     * @param taken what all take together
     * @param most what they may
     */
    public static @Nullable CountedBuffer of(int length, AtomicLong taken, long most) {
        long before = taken.getAndUpdate(now -> now + length > most ? now : now + length);
        if (before + length > most) {
            return null;
        }
        boolean made = false;
        try {
            CountedBuffer buffer = new CountedBuffer(length, taken);
            made = true;
            return buffer;
        } catch (OutOfMemoryError noMemory) {
            return null;
        } finally {
            if (!made) {
                taken.addAndGet(-length);
            }
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
