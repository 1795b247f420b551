package io.gosling.gos.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedBufferAllocatorTest {
    private static ByteBuf allocate(BoundedBufferAllocator bytes, int length) {
        return Objects.requireNonNull(bytes.allocate(length));
    }

    @Test
    void aFreedBufferIsUsedAgainForAboutAsManyBytes() {
        BoundedBufferAllocator bytes = new BoundedBufferAllocator(1 << 20);
        ByteBuf first = allocate(bytes, 8_100);
        first.writeLong(0x60051e);
        assertEquals(8_192, bytes.now());
        first.release();
        assertEquals(0, bytes.now());
        assertEquals(8_192, bytes.allocated());
        ByteBuf second = allocate(bytes, 8_192);
        assertEquals(8_192, bytes.allocated());
        assertEquals(8_192, second.capacity());
        assertEquals(0, second.readableBytes());
        assertEquals(0x60051e, second.getLong(0), "the same memory");
        second.release();
        bytes.trim();
        assertEquals(0, bytes.allocated());
    }

    @Test
    void aBufferHasRoomForExactlyWhatWasAskedFor() {
        BoundedBufferAllocator bytes = new BoundedBufferAllocator(1 << 20);
        ByteBuf buffer = allocate(bytes, 1_001);
        assertEquals(1_001, buffer.capacity());
        assertEquals(1_001, buffer.maxCapacity());
        assertEquals(0, buffer.writerIndex());
        buffer.writeZero(1_001);
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.writeByte(1));
        buffer.release();
        bytes.trim();
    }

    @Test
    void memoryThatAClientStillReadsIsNotUsedAgain() {
        BoundedBufferAllocator bytes = new BoundedBufferAllocator(1 << 20);
        ByteBuf stored = allocate(bytes, 8).writeLong(1);
        ByteBuf client = stored.retainedDuplicate();
        stored.release();
        ByteBuf other = allocate(bytes, 8).writeLong(2);
        assertEquals(1, client.readLong());
        assertEquals(128, bytes.now());
        client.release();
        assertEquals(64, bytes.now());
        other.release();
        bytes.trim();
        assertEquals(0, bytes.allocated());
    }

    @Test
    void idleMemoryGivesWayBeforeARequestIsRefused() {
        BoundedBufferAllocator bytes = new BoundedBufferAllocator(16 << 10);
        List<ByteBuf> buffers = new ArrayList<>(
                IntStream.range(0, 16).mapToObj(i -> allocate(bytes, 1_024)).toList());
        assertNull(bytes.allocate(64));
        buffers.removeLast().release();
        assertEquals(16 << 10, bytes.allocated());
        buffers.add(allocate(bytes, 64));
        assertEquals((15 << 10) + 64, bytes.allocated());
        buffers.forEach(ByteBuf::release);
        bytes.trim();
        assertEquals(0, bytes.allocated());
    }

    @Test
    void aSixteenthAtMostLiesIdle() {
        BoundedBufferAllocator bytes = new BoundedBufferAllocator(64 << 10);
        List<ByteBuf> buffers =
                IntStream.range(0, 16).mapToObj(i -> allocate(bytes, 1_024)).toList();
        buffers.forEach(ByteBuf::release);
        assertEquals(0, bytes.now());
        assertEquals(4 << 10, bytes.allocated());
        ByteBuf large = allocate(bytes, 5_001);
        assertEquals(5_001, bytes.now(), "too large to lie idle, so as large as needed");
        large.release();
        allocate(bytes, 4_000).release();
        assertEquals(4 << 10, bytes.allocated());
        bytes.trim();
    }

    @Test
    void capacitiesAreAtMostASixteenthMoreThanNeeded() {
        BufferReusePool idle = new BufferReusePool(1 << 20);
        assertEquals(64, idle.capacityFor(1));
        assertEquals(64, idle.capacityFor(64));
        assertEquals(128, idle.capacityFor(65));
        assertEquals(1_024, idle.capacityFor(1_024));
        assertEquals(1_088, idle.capacityFor(1_025));
        assertEquals(65_536, idle.capacityFor(65_536));
        assertEquals(65_537, idle.capacityFor(65_537));
        assertEquals(Integer.MAX_VALUE, idle.capacityFor(Integer.MAX_VALUE));
        assertEquals(3_990, new BufferReusePool(4_000).capacityFor(3_990), "4096 would be too much");
        for (int needed = 1_024; needed <= 65_536; needed++) {
            int capacity = idle.capacityFor(needed);
            assertTrue(capacity >= needed && capacity - needed < needed / 16, needed + ": " + capacity);
            assertTrue(capacity - needed < InMemoryObject.OVERHEAD, needed + ": " + capacity);
            assertEquals(capacity, idle.capacityFor(capacity));
        }
    }

    @Test
    void onlyItsOwnBuffersAreCounted() {
        BoundedBufferAllocator bytes = new BoundedBufferAllocator(1 << 20);
        BoundedBufferAllocator others = new BoundedBufferAllocator(1 << 20);
        ByteBuf buffer = allocate(bytes, 10);
        assertTrue(bytes.counts(buffer));
        assertFalse(bytes.counts(buffer.duplicate()));
        assertFalse(others.counts(buffer));
        buffer.release();
        bytes.trim();
    }

    @Test
    void threadsNeverShareMemoryOrExceedTheLimit() throws Exception {
        BoundedBufferAllocator bytes = new BoundedBufferAllocator(256 << 10);
        List<Future<?>> ends = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int t = 0; t < 4; t++) {
                long own = t + 1;
                ends.add(threads.submit(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        ByteBuf buffer = bytes.allocate(8 + (i * 37) % 16_000);
                        assertTrue(bytes.allocated() <= 256 << 10);
                        if (buffer != null) {
                            buffer.writeLong(own);
                            assertEquals(own, buffer.readLong());
                            buffer.release();
                        }
                    }
                }));
            }
            for (Future<?> end : ends) {
                assertNull(end.get());
            }
        }
        assertEquals(0, bytes.now());
        bytes.trim();
        assertEquals(0, bytes.allocated());
    }
}
