package io.gosling.gos.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.netty.buffer.Unpooled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TouchedObjectsTest {
    private static final int OBJECTS = 5_000;
    private static final int TOUCHES = 3_000_000;

    private final Ticker ticker = Ticker.system();
    private final NodeObjectMemory memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), ticker);
    private final TouchedObjects touched = new TouchedObjects();

    private InMemoryObject object(int number) {
        String key = "/" + number;
        var stored = new StoredDocument(
                key,
                new Representation("text/html", 0, "\"e\"", Instant.EPOCH),
                new FileStamp(0, 0, ""),
                Unpooled.EMPTY_BUFFER,
                new PreparedHeaders(new byte[1], new byte[1]));
        return new InMemoryObject(stored, memory.localObjects().asked(key), 0, true, ticker.nanos(), null);
    }

    /** Event loops go on noting accesses to what a writer has just taken off the list and is putting in order. */
    @Test
    void theOrderHoldsHoweverMuchIsAskedForMeanwhile() throws Exception {
        List<InMemoryObject> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            objects.add(object(i));
        }
        Thread loop = Thread.ofPlatform().start(() -> {
            Random random = new Random(1);
            for (int i = 0; i < TOUCHES; i++) {
                touched.add(objects.get((int) (OBJECTS * Math.pow(random.nextDouble(), 3))), ticker.nanos());
            }
        });
        while (loop.isAlive()) {
            assertOrdered(touched.drain());
        }
        assertOrdered(touched.drain());
        assertTrue(touched.drain().isEmpty());
    }

    private static void assertOrdered(List<InMemoryObject> drained) {
        for (int i = 1; i < drained.size(); i++) {
            assertTrue(drained.get(i - 1).drainedNanos() <= drained.get(i).drainedNanos());
        }
        assertEquals(drained.size(), new HashSet<>(drained).size(), "each once");
    }
}
