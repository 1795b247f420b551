package io.gosling.gos.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was written is found as it was, or not at all: after restarts, when the quota is full, and on a disk that is damaged. */
class DiskStoreTest {
    @TempDir
    private Path folder;

    private static DiskRecord record(String key, int version, int length, double count) {
        byte[] body = new byte[length];
        new Random(key.hashCode() * 31L + version).nextBytes(body);
        byte[] head = ("head of " + key + " " + version).getBytes(StandardCharsets.UTF_8);
        return new DiskRecord(key, version, count, 1_000_000L + version, ByteBuffer.wrap(head), ByteBuffer.wrap(body));
    }

    private DiskStore open() throws IOException {
        return DiskStore.open(folder, DiskStore.LEAST);
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Segment::isOne).sorted().toList();
        }
    }

    @Test
    void whatWasWrittenIsFoundAfterARestart() throws Exception {
        try (DiskStore store = open()) {
            assertTrue(store.put(record("http://o.test/a", 1, 700, 3)));
            assertTrue(store.put(record("http://o.test/b variant", 1, 0, 9)));
            assertTrue(store.put(record("http://o.test/a", 2, 900, 4)));
            assertEquals(record("http://o.test/a", 2, 900, 4), store.get("http://o.test/a"));
        }
        try (DiskStore store = open()) {
            assertEquals(List.of("http://o.test/b variant", "http://o.test/a"), store.hottest());
            assertEquals(record("http://o.test/a", 2, 900, 4), store.get("http://o.test/a"), "the later of two");
            assertEquals(record("http://o.test/b variant", 1, 0, 9), store.get("http://o.test/b variant"));
            assertNull(store.get("http://o.test/c"));
            assertTrue(store.has("http://o.test/a", 2));
            assertFalse(store.has("http://o.test/a", 1));
            assertTrue(store.put(record("http://o.test/c", 1, 10, 1)));
        }
        try (DiskStore store = open()) {
            assertEquals(3, store.size());
        }
    }

    @Test
    void theOldestGoAndTheQuotaHolds() throws Exception {
        Map<String, DiskRecord> written = new HashMap<>();
        for (int life = 0; life < 3; life++) {
            try (DiskStore store = open()) {
                for (int i = 0; i < 400; i++) {
                    DiskRecord record = record("/" + life + "/" + i, 1, 50_000, i);
                    written.put(record.key(), record);
                    assertTrue(store.put(record));
                }
                assertNotNull(store.get("/" + life + "/399"));
                assertNull(store.get("/" + life + "/0"));
                for (String key : store.hottest()) {
                    assertEquals(written.get(key), store.get(key));
                }
            }
            long bytes = 0;
            for (Path segment : segments()) {
                bytes += Files.size(segment);
            }
            assertTrue(bytes <= DiskStore.LEAST && bytes > DiskStore.LEAST / 2, "bytes: " + bytes);
        }
        try (DiskStore smaller = DiskStore.open(folder, DiskStore.LEAST / 4)) {
            assertTrue(smaller.size() <= 90, "objects: " + smaller.size());
            assertNotNull(smaller.get("/2/399"));
        }
    }

    @Test
    void whatDoesNotFitIsNotWritten() throws Exception {
        try (DiskStore store = open()) {
            assertFalse(store.put(record("/large", 1, (int) (DiskStore.LEAST / 16), 1)));
            assertFalse(store.put(record("/" + "x".repeat(70_000), 1, 1, 1)));
            assertEquals(0, store.size());
        }
    }

    @Test
    void oneDirectoryBelongsToOneNode() throws Exception {
        try (DiskStore store = open()) {
            var refusal = assertThrows(IOException.class, this::open);
            assertTrue(String.valueOf(refusal.getMessage()).contains("a directory for each node"), refusal.toString());
            assertEquals(0, store.size());
        }
        open().close();
    }

    @Test
    void aPathThatIsNoDirectoryIsRefused() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertThrows(IOException.class, () -> DiskStore.open(file, DiskStore.LEAST));
    }

    /** Any damage costs objects and never gives other bytes than were written. */
    @Test
    void cutAnywhereOrWithAnyByteFlippedItGivesWhatWasWrittenOrNothing() throws Exception {
        Map<String, DiskRecord> written = new HashMap<>();
        try (DiskStore store = open()) {
            for (int i = 0; i < 4; i++) {
                DiskRecord record = record("/object" + i, i, 60, i);
                written.put(record.key(), record);
                store.put(record);
            }
        }
        Path segment = segments().getFirst();
        byte[] whole = Files.readAllBytes(segment);
        Random random = new Random(7);
        int lost = 0;
        for (int at = 0; at < whole.length; at++) {
            Files.write(segment, Arrays.copyOf(whole, at));
            int left = found(written, null);
            assertEquals(at / (whole.length / 4), left, "cut at " + at);

            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, flipped);
            int kept = found(written, null);
            assertTrue(kept < 4, "flipped at " + at);
            lost += 4 - kept;

            byte[] torn = whole.clone();
            random.nextBytes(flipped);
            System.arraycopy(flipped, 0, torn, at, Math.min(64, whole.length - at));
            Files.write(segment, torn);
            found(written, null);
        }
        assertTrue(lost < 4 * whole.length, "a damaged body costs its object alone");
        Files.write(segment, whole);
        assertEquals(4, found(written, segment));
    }

    /** How many objects are found, each as it was. */
    private int found(Map<String, DiskRecord> written, @Nullable Path untouched) throws IOException {
        int found = 0;
        try (DiskStore store = open()) {
            for (String key : store.hottest()) {
                DiskRecord read = store.get(key);
                if (read != null) {
                    assertEquals(written.get(key), read);
                    found++;
                }
            }
            assertTrue(untouched == null || store.size() == written.size());
        }
        return found;
    }

    @Test
    void aDiskThatIsFullKeepsWhatItHas() throws Exception {
        try (DiskStore store = open()) {
            store.put(record("/a", 1, 100, 1));
            // The next segment cannot be made.
            for (Path segment : segments()) {
                Files.createFile(segment.resolveSibling("segment-0000000000000001.gosling"));
            }
            assertThrows(IOException.class, () -> fill(store));
            assertNotNull(store.get("/a"));
        }
    }

    private static void fill(DiskStore store) throws IOException {
        for (int i = 0; i < 30; i++) {
            store.put(record("/more" + i, 1, 100_000, 1));
        }
    }
}
