package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoredDocumentTest {
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
    void bytesThatAClientStillHoldsAreToldToBeFreedOnlyAfterIt() {
        AtomicInteger freed = new AtomicInteger();
        ByteBuf bytes = StoredBytes.allocate(4, freed::incrementAndGet).writeInt(7);
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
                DocumentPath.parse("/a"),
                new Representation("text/plain", 4, "\"a\"", Instant.EPOCH),
                new Stamp(4, 0, ""),
                body,
                new PreparedFields(new byte[0], new byte[0]));
    }
}
