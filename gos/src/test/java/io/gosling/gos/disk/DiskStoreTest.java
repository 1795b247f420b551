package io.gosling.gos.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskStoreTest {
    private static final int OBJECTS = 1600;

    @TempDir
    private Path folder;

    private long full = Long.MAX_VALUE;
    private byte[] nothingPurged = {};

    private DiskStore open() throws IOException {
        return open(DiskStore.LEAST, OBJECTS);
    }

    private DiskStore open(long quota, int objects) throws IOException {
        return DiskStore.open(folder.resolve("disk"), quota, objects, Small::new);
    }

    private DiskStore loaded() throws IOException {
        DiskStore store = open();
        store.load();
        return store;
    }

    /** A file on a disk that is full once {@link #full} bytes more were written. */
    private final class Small implements DiskFile {
        private final DiskFile file;

        Small(Path path) throws IOException {
            file = DiskFile.open(path);
        }

        @Override
        public void append(byte[] bytes, int offset, int length) throws IOException {
            int fits = (int) Math.min(length, full);
            file.append(bytes, offset, fits);
            full -= fits;
            if (fits < length) {
                throw new IOException("no space left on device");
            }
        }

        @Override
        public void truncate(long length) throws IOException {
            file.truncate(length);
        }

        @Override
        public void sync() throws IOException {
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private static String base(String key) {
        return key.split(" ", 2)[0];
    }

    private static byte[] body(String key, long identity, int size) {
        byte[] bytes = new byte[size];
        new Random(key.hashCode() * 31L + identity).nextBytes(bytes);
        return bytes;
    }

    private static boolean put(DiskStore store, String key, long identity, int size) throws IOException {
        return put(store, key, identity, size, 1);
    }

    private static boolean put(DiskStore store, String key, long identity, int size, float count) throws IOException {
        long number = store.begin(base(key));
        try {
            return store.put(new DiskRecord(
                    key,
                    base(key),
                    identity,
                    number,
                    7,
                    count,
                    1_000_000,
                    ("head of " + identity).getBytes(StandardCharsets.UTF_8),
                    ByteBuffer.wrap(body(key, identity, size))));
        } finally {
            store.end();
        }
    }

    /** The identity of what is found, all of it being as it was written; -1 for nothing, or nothing whole. */
    private static long found(DiskStore store, String key) throws IOException {
        try (DiskReading reading = store.find(base(key), key)) {
            if (reading == null) {
                return -1;
            }
            String head = new String(reading.head(), StandardCharsets.UTF_8);
            long identity = Long.parseLong(head.substring("head of ".length()));
            byte[] all;
            try {
                all = reading.readAllBytes();
            } catch (IOException e) {
                return -1;
            }
            assertEquals(key, reading.key());
            assertArrayEquals(body(key, identity, reading.length()), all);
            return identity;
        }
    }

    private static boolean has(DiskStore store, String key) throws IOException {
        return found(store, key) >= 0;
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("disk"))) {
            return files.filter(Segment::isOne).sorted().toList();
        }
    }

    @Test
    void whatWasWrittenIsFoundAfterARestartTheLaterOfTwo() throws Exception {
        try (DiskStore store = loaded()) {
            assertTrue(put(store, "/a", 1, 700));
            assertTrue(put(store, "/b variant", 1, 0));
            assertTrue(put(store, "/b other", 2, 200_000));
            assertTrue(put(store, "/a", 2, 900));
            assertEquals(2, found(store, "/a"));
            assertEquals(3, store.size());
        }
        try (DiskStore store = loaded()) {
            assertEquals(3, store.size());
            assertEquals(2, found(store, "/a"));
            assertEquals(1, found(store, "/b variant"));
            assertEquals(2, found(store, "/b other"));
            assertEquals(-1, found(store, "/b"));
            assertTrue(store.has("/a", "/a", 2, text -> false));
            assertFalse(store.has("/a", "/a", 1, text -> false), "another one is worth a write");
            assertTrue(put(store, "/c", 1, 10));
        }
        try (DiskStore store = loaded()) {
            assertEquals(4, store.size());
        }
    }

    @Test
    void theOldestGoAndTheQuotaHolds() throws Exception {
        for (int life = 0; life < 3; life++) {
            try (DiskStore store = loaded()) {
                for (int i = 0; i < 400; i++) {
                    assertTrue(put(store, "/" + life + "/" + i, 1, 50_000));
                }
                assertTrue(has(store, "/" + life + "/399"));
                assertFalse(has(store, "/" + life + "/0"));
            }
            long bytes = 0;
            for (Path segment : segments()) {
                bytes += Files.size(segment);
            }
            assertTrue(bytes <= DiskStore.LEAST && bytes > DiskStore.LEAST / 2, "bytes: " + bytes);
        }
        try (DiskStore smaller = open(DiskStore.LEAST / 4, OBJECTS)) {
            smaller.load();
            assertTrue(smaller.size() <= 90, "objects: " + smaller.size());
            assertTrue(has(smaller, "/2/399"));
        }
    }

    @Test
    void theNumberOfObjectsHoldsHoweverSmallTheyAre() throws Exception {
        try (DiskStore store = loaded()) {
            for (int i = 0; i < 3 * OBJECTS; i++) {
                assertTrue(put(store, "/" + i, 1, 10));
                assertTrue(store.size() <= OBJECTS, "objects: " + store.size());
            }
            assertTrue(store.size() > OBJECTS / 2);
            assertTrue(has(store, "/" + (3 * OBJECTS - 1)));
        }
        try (DiskStore fewer = open(DiskStore.LEAST, 160)) {
            fewer.load();
            assertTrue(fewer.size() <= 170, "objects: " + fewer.size());
            // What the index has no room for is purged all the same.
            fewer.purge(List.of("/" + (3 * OBJECTS - 1)), List.of());
        }
        try (DiskStore store = loaded()) {
            assertFalse(has(store, "/" + (3 * OBJECTS - 1)));
            assertTrue(store.size() > 0);
        }
    }

    @Test
    void whatDoesNotFitIsNotWritten() throws Exception {
        try (DiskStore store = loaded()) {
            int large = (int) (DiskStore.LEAST / 16);
            assertFalse(store.takes(large));
            assertFalse(put(store, "/large", 1, large));
            assertFalse(put(store, "/" + "x".repeat(70_000), 1, 1));
            assertEquals(0, store.size());
            assertEquals(List.of(), segments());
        }
    }

    @Test
    void whatWasPurgedIsNeverFoundAgain() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/a", 2, 100);
            put(store, "/b one", 1, 100);
            put(store, "/b two", 1, 100);
            put(store, "/c", 1, 100);
            store.purge(List.of("/a", "/b", "/unknown"), List.of());
            assertEquals(1, store.size());
        }
        try (DiskStore store = loaded()) {
            assertFalse(has(store, "/a"), "neither the later one nor the one before it");
            assertFalse(has(store, "/b one"));
            assertFalse(has(store, "/b two"));
            assertTrue(has(store, "/c"));
            put(store, "/a", 3, 100);
        }
        try (DiskStore store = loaded()) {
            assertEquals(3, found(store, "/a"), "written after it was purged");
        }
    }

    @Test
    void aPurgeOfManyMeansWhatWasWrittenBeforeIt() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 100);
            store.purge(List.of(), List.of("all"));
            put(store, "/b", 1, 100);
        }
        for (int life = 0; life < 2; life++) {
            try (DiskStore store = loaded();
                    DiskReading before = store.find("/a", "/a");
                    DiskReading after = store.find("/b", "/b")) {
                assertNotNull(before);
                assertNotNull(after);
                assertTrue(store.isPurged(before.purgeNumber(), "all"::equals));
                assertFalse(store.isPurged(before.purgeNumber(), "another"::equals));
                assertFalse(store.isPurged(after.purgeNumber(), "all"::equals));
                assertFalse(store.has("/a", "/a", 1, "all"::equals), "worth a write");
            }
        }
    }

    @Test
    void whatIsPurgedWhileTheDiskIsLookedThroughIsNotFound() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/b", 1, 100);
        }
        try (DiskStore store = open()) {
            assertEquals(-1, found(store, "/b"), "not yet");
            store.purge(List.of("/a"), List.of());
            store.load();
            assertFalse(has(store, "/a"));
            assertTrue(has(store, "/b"));
        }
        try (DiskStore store = loaded()) {
            assertFalse(has(store, "/a"));
        }
    }

    @Test
    void aPurgeThatMeetsAWriteIsWrittenDown() throws Exception {
        try (DiskStore store = loaded()) {
            long number = store.begin("/a");
            store.purge(List.of("/a"), List.of());
            store.put(new DiskRecord("/a", "/a", 1, number, 7, 1, 1, new byte[0], ByteBuffer.allocate(10)));
            store.end();
        }
        try (DiskStore store = loaded()) {
            assertNull(store.find("/a", "/a"));
        }
    }

    @Test
    void aRecordThatCannotBeReadIsPurgedWithTheOthersOfItsUrl() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/b", 1, 100);
            Path segment = segments().getFirst();
            byte[] whole = Files.readAllBytes(segment);
            byte[] broken = whole.clone();
            broken[60] ^= 1;
            Files.write(segment, broken);
            assertFalse(has(store, "/a"));
            Files.write(segment, whole);
        }
        try (DiskStore store = loaded()) {
            assertFalse(has(store, "/a"));
            assertTrue(has(store, "/b"));
        }
    }

    @Test
    void recordsWhosePurgesAreNotKnownAreOfNoUse() throws Exception {
        Path list = folder.resolve("disk").resolve("purged.gosling");
        for (int damage = 0; damage < 4; damage++) {
            try (DiskStore store = loaded()) {
                put(store, "/b", 1, 100);
                store.purge(List.of("/b"), List.of("some"));
                put(store, "/a", 1, 100);
            }
            byte[] purged = Files.readAllBytes(list);
            switch (damage) {
                case 0 -> Files.delete(list);
                case 1 -> Files.write(list, Arrays.copyOf(purged, purged.length - 1));
                case 2 -> Files.write(list, new byte[0]);
                default -> {
                    purged[purged.length / 2] ^= 4;
                    Files.write(list, purged);
                }
            }
            try (DiskStore store = loaded()) {
                assertEquals(0, store.size(), "damage " + damage);
                assertEquals(List.of(), segments());
            }
        }
        // A list of purges that ends before those that a record knows.
        byte[] early;
        try (DiskStore store = loaded()) {
            early = Files.readAllBytes(list);
            put(store, "/b", 1, 100);
            store.purge(List.of("/b"), List.of());
            put(store, "/a", 1, 100);
        }
        Files.write(list, early);
        try (DiskStore store = open()) {
            assertThrows(IOException.class, store::load);
            assertEquals(List.of(), segments());
        }
    }

    /** Any damage costs objects and never gives other bytes than were written. */
    @Test
    void cutAnywhereOrWithAnyByteChangedItGivesWhatWasWrittenOrNothing() throws Exception {
        Map<String, Integer> written = new HashMap<>();
        try (DiskStore store = loaded()) {
            for (int i = 0; i < 4; i++) {
                put(store, "/object" + i, i, 60);
                written.put("/object" + i, i);
            }
        }
        nothingPurged = Files.readAllBytes(folder.resolve("disk").resolve("purged.gosling"));
        Path segment = segments().getFirst();
        byte[] whole = Files.readAllBytes(segment);
        Random random = new Random(7);
        int lost = 0;
        for (int at = 0; at < whole.length; at++) {
            Files.write(segment, Arrays.copyOf(whole, at));
            assertEquals(at / (whole.length / 4), found(written), "cut at " + at);

            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, flipped);
            int kept = found(written);
            assertTrue(kept < 4, "flipped at " + at);
            lost += 4 - kept;

            byte[] noise = new byte[64];
            random.nextBytes(noise);
            byte[] torn = whole.clone();
            System.arraycopy(noise, 0, torn, at, Math.min(noise.length, whole.length - at));
            Files.write(segment, torn);
            found(written);
        }
        assertTrue(lost < 4 * whole.length, "a damaged body costs its object alone");
        Files.write(segment, whole);
        assertEquals(4, found(written));
    }

    /** How many objects are found, each as it was. */
    private int found(Map<String, Integer> written) throws IOException {
        int count = 0;
        // What could not be read the last time was purged for that.
        Files.write(folder.resolve("disk").resolve("purged.gosling"), nothingPurged);
        try (DiskStore store = loaded()) {
            for (Map.Entry<String, Integer> one : written.entrySet()) {
                long identity = found(store, one.getKey());
                assertTrue(identity < 0 || identity == one.getValue());
                count += identity < 0 ? 0 : 1;
            }
        }
        return count;
    }

    @Test
    void aFullDiskKeepsWhatItHasAndNothingHalfWritten() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 100_000);
            long used = Files.size(segments().getFirst());
            for (int room = 0; room < 1000; room += 97) {
                full = room;
                assertThrows(IOException.class, () -> put(store, "/b", 1, 100_000));
                assertEquals(1, segments().size(), "no file is left behind");
                assertEquals(used, Files.size(segments().getFirst()));
                assertTrue(has(store, "/a"));
                assertFalse(has(store, "/b"));
            }
            full = Long.MAX_VALUE;
            assertTrue(put(store, "/b", 1, 100_000));
            assertTrue(has(store, "/b"));
        }
        try (DiskStore store = loaded()) {
            assertEquals(2, store.size());
        }
    }

    @Test
    void aDiskThatCannotBeToldWhatWasPurgedIsEmptied() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/b", 1, 100);
            full = 5;
            assertThrows(IOException.class, () -> store.purge(List.of("/a"), List.of()));
            assertEquals(0, store.size());
            assertEquals(List.of(), segments());
            assertThrows(IOException.class, store::recover);
            assertThrows(IOException.class, () -> put(store, "/c", 1, 10));
            full = Long.MAX_VALUE;
            store.recover();
            assertTrue(put(store, "/c", 1, 10));
            assertTrue(has(store, "/c"));
        }
        try (DiskStore store = loaded()) {
            assertEquals(1, store.size());
            assertTrue(has(store, "/c"));
        }
    }

    @Test
    void theListOfPurgesIsShortenedByWhatMeansNothingAnyMore() throws Exception {
        try (DiskStore store = loaded()) {
            // Each fills a segment of its own: sixteen later, what was purged before is of no interest.
            for (int i = 0; i < 3 * PurgeJournal.MOST_WIDE; i++) {
                if (i % 200 == 0) {
                    assertTrue(put(store, "/" + i, i, 900_000));
                }
                store.purge(List.of(), List.of("none of these"));
            }
            assertTrue(store.size() > 0);
            assertTrue(Files.size(folder.resolve("disk").resolve("purged.gosling")) < PurgeJournal.MOST_BYTES);
        }
        try (DiskStore store = loaded()) {
            assertTrue(store.size() > 0);
        }
    }

    @Test
    void moreIsPurgedThanCanBeRememberedAndEverythingGoes() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 100);
            for (int i = 0; i < PurgeJournal.MOST_WIDE; i++) {
                store.purge(List.of(), List.of("tag" + i));
            }
            assertTrue(has(store, "/a"));
            assertThrows(IOException.class, () -> store.purge(List.of(), List.of("one more")));
            assertFalse(has(store, "/a"));
        }
    }

    @Test
    void countsAreRemembered() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 10, 2);
            put(store, "/b", 1, 10, 3);
            put(store, "/c", 1, 10, 4);
            store.count("/a", "/a", 12);
            store.age(0.5);
            store.keepCounts();
        }
        try (DiskStore store = loaded()) {
            assertEquals(List.of("/a", "/c", "/b"), store.hottest().toList());
            try (DiskReading reading = store.find("/a", "/a")) {
                assertEquals(6, reading == null ? -1 : reading.count());
            }
        }
        Path heat = folder.resolve("disk").resolve("heat.gosling");
        byte[] bytes = Files.readAllBytes(heat);
        bytes[bytes.length - 1] ^= 1;
        Files.write(heat, bytes);
        try (DiskStore store = loaded()) {
            assertEquals(3, store.hottest().count(), "objects are there, their counts are not known");
        }
    }

    @Test
    void oneDirectoryBelongsToOneNodeAndItsOwner() throws Exception {
        try (DiskStore store = loaded()) {
            put(store, "/a", 1, 10);
            store.keepCounts();
            var refusal = assertThrows(IOException.class, this::open);
            assertTrue(String.valueOf(refusal.getMessage()).contains("a directory for each node"), refusal.toString());
            try (Stream<Path> files = Files.walk(folder.resolve("disk"))) {
                for (Path file : files.toList()) {
                    @Nullable String others = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                    assertTrue(others.endsWith("------"), file + " " + others);
                }
            }
        }
        open().close();
    }

    @Test
    void aPathThatIsNoDirectoryIsRefused() throws Exception {
        Files.createFile(folder.resolve("disk"));
        assertThrows(IOException.class, this::open);
    }
}
