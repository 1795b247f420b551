package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StoredDocumentTest {
    private static final int WORDS = 64;

    @Test
    void theLastReferenceFreesTheBytesAndNoneCanBeTakenAfterIt() {
        StoredDocument document = document();
        assertTrue(document.tryRetain());
        document.release();
        assertEquals(1, document.body().refCnt());
        document.release();
        assertEquals(0, document.body().refCnt());
        assertFalse(document.tryRetain());
        assertThrows(IllegalStateException.class, document::release);
    }

    @Test
    void readersThatRaceWithTheCacheGetWholeBytesOrNothing() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 2_000; round++) {
                StoredDocument document = document();
                CyclicBarrier start = new CyclicBarrier(4);
                List<Future<?>> readers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    readers.add(threads.submit(() -> {
                        start.await();
                        read(document);
                        return null;
                    }));
                }
                start.await();
                document.release();
                for (Future<?> reader : readers) {
                    reader.get();
                }
                assertEquals(0, document.body().refCnt());
            }
        }
    }

    @Test
    void readersNeverSeeARecycledBufferAsTheirDocument() throws Exception {
        int documents = 4_000;
        ByteBufAllocator pool = new PooledByteBufAllocator(true);
        Set<Long> addresses = new HashSet<>();
        AtomicReference<StoredDocument> current = new AtomicReference<>(numbered(pool, 0));
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(threads.submit(() -> readWhatIsCurrent(current, over)));
            }
            for (int number = 1; number <= documents; number++) {
                StoredDocument next = numbered(pool, number);
                addresses.add(next.body().memoryAddress());
                current.getAndSet(next).release();
            }
            over.set(true);
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
        current.get().release();
        assertTrue(addresses.size() < documents / 10, "buffers must be used again: " + addresses.size());
    }

    private static void readWhatIsCurrent(AtomicReference<StoredDocument> current, AtomicBoolean over) {
        while (!over.get()) {
            StoredDocument document = current.get();
            if (document.tryRetain()) {
                ByteBuf view = document.body().retainedDuplicate();
                document.release();
                for (int at = 0; at < WORDS; at++) {
                    assertEquals(document.stamp().modifiedNanos(), view.getLong(at * Long.BYTES));
                }
                view.release();
            }
        }
    }

    /** A document whose bytes are its number over and over. */
    private static StoredDocument numbered(ByteBufAllocator pool, long number) {
        ByteBuf body = pool.directBuffer(WORDS * Long.BYTES);
        for (int at = 0; at < WORDS; at++) {
            body.writeLong(number);
        }
        return new StoredDocument(
                "/a",
                new Representation("text/plain", body.readableBytes(), "\"a\"", Instant.EPOCH),
                new FileStamp(body.readableBytes(), number, ""),
                body,
                new PreparedHeaders(new byte[0], new byte[0]));
    }

    @Test
    void bytesThatAClientStillHoldsAreToldToBeFreedOnlyAfterIt() {
        AtomicInteger freed = new AtomicInteger();
        ByteBuf bytes =
                OffHeapBufferAllocator.allocate(4, freed::incrementAndGet).writeInt(7);
        ByteBuf client = bytes.retainedDuplicate();
        bytes.release();
        assertEquals(0, freed.get());
        assertEquals(7, client.readInt());
        client.release();
        assertEquals(1, freed.get());
    }

    private static void read(StoredDocument document) {
        for (int i = 0; i < 20 && document.tryRetain(); i++) {
            ByteBuf view = document.body().retainedDuplicate();
            assertEquals(0x60051e, view.getInt(0));
            view.release();
            document.release();
        }
    }

    private static StoredDocument document() {
        ByteBuf body = ByteBufAllocator.DEFAULT.directBuffer(4).writeInt(0x60051e);
        return new StoredDocument(
                "/a",
                new Representation("text/plain", 4, "\"a\"", Instant.EPOCH),
                new FileStamp(4, 0, ""),
                body,
                new PreparedHeaders(new byte[0], new byte[0]));
    }
}
