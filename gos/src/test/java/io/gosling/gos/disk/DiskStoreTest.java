package io.gosling.gos.disk;

import static io.gosling.gos.disk.DiskStage.OBJECTS;
import static io.gosling.gos.disk.DiskStage.found;
import static io.gosling.gos.disk.DiskStage.has;
import static io.gosling.gos.disk.DiskStage.put;
import static io.gosling.gos.disk.DiskStage.record;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskStoreTest {
    @TempDir
    private Path folder;

    private DiskStage disk = new DiskStage(Path.of(""));

    @BeforeEach
    void stage() {
        disk = new DiskStage(folder.resolve("disk"));
    }

    @Test
    void whatWasWrittenIsFoundAfterARestartTheLaterOfTwo() throws Exception {
        try (DiskStore store = disk.loaded()) {
            assertTrue(put(store, "/a", 1, 700));
            assertTrue(put(store, "/b variant", 1, 0));
            assertTrue(put(store, "/b other", 2, 2_000_000 / 2));
            assertTrue(put(store, "/a", 2, 900));
            assertEquals(2, found(store, "/a"));
            assertEquals(3, store.size());
        }
        try (DiskStore store = disk.loaded()) {
            assertEquals(3, store.size());
            assertEquals(2, found(store, "/a"));
            assertEquals(1, found(store, "/b variant"));
            assertEquals(2, found(store, "/b other"));
            assertEquals(-1, found(store, "/b"));
            assertEquals(store.oldest(), store.place("/a", "/a", 2, text -> false));
            assertEquals(-1, store.place("/a", "/a", 1, text -> false), "another one is worth a write");
            assertTrue(put(store, "/c", 1, 10));
        }
        try (DiskStore store = disk.loaded()) {
            assertEquals(4, store.size());
        }
    }

    @Test
    void theOldestGoAndTheQuotaHolds() throws Exception {
        for (int life = 0; life < 3; life++) {
            try (DiskStore store = disk.loaded()) {
                for (int i = 0; i < 400; i++) {
                    assertTrue(put(store, "/" + life + "/" + i, 1, 50_000));
                }
                assertTrue(has(store, "/" + life + "/399"));
                assertFalse(has(store, "/" + life + "/0"));
            }
            long bytes = 0;
            for (Path segment : disk.segments()) {
                bytes += Files.size(segment);
            }
            assertTrue(bytes <= DiskStore.LEAST && bytes > DiskStore.LEAST / 2, "bytes: " + bytes);
        }
        try (DiskStore smaller = disk.open(DiskStore.LEAST / 4, OBJECTS)) {
            smaller.load();
            assertTrue(smaller.size() <= 90, "objects: " + smaller.size());
            assertTrue(has(smaller, "/2/399"));
        }
    }

    @Test
    void theNumberOfObjectsHoldsHoweverSmallTheyAre() throws Exception {
        try (DiskStore store = disk.loaded()) {
            for (int i = 0; i < 3 * OBJECTS; i++) {
                assertTrue(put(store, "/" + i, 1, 10));
                assertTrue(store.size() <= OBJECTS, "objects: " + store.size());
            }
            assertTrue(store.size() > OBJECTS / 2);
            assertTrue(has(store, "/" + (3 * OBJECTS - 1)));
        }
        try (DiskStore fewer = disk.open(DiskStore.LEAST, OBJECTS / 2)) {
            fewer.load();
            assertTrue(fewer.size() <= OBJECTS / 2, "objects: " + fewer.size());
            assertTrue(has(fewer, "/" + (3 * OBJECTS - 1)));
        }
    }

    @Test
    void ofOneUrlOnlySoManyVariantsAreFound() throws Exception {
        for (int life = 0; life < 2; life++) {
            try (DiskStore store = disk.loaded()) {
                for (int i = 0; i < 100; i++) {
                    put(store, "/a variant" + i, 1, 10);
                }
                assertEquals(DiskIndex.MOST_VARIANTS, store.size());
                assertTrue(has(store, "/a variant99"));
                assertFalse(has(store, "/a variant0"));
                store.purge(List.of("/a"), List.of(), () -> {});
                assertEquals(0, store.size());
            }
        }
        try (DiskStore store = disk.loaded()) {
            assertEquals(0, store.size(), "those that were displaced before the purge do not come back either");
        }
    }

    @Test
    void whatDoesNotFitIsNotWritten() throws Exception {
        try (DiskStore store = disk.loaded()) {
            int large = (int) (DiskStore.LEAST / 16);
            assertFalse(store.takes(large));
            assertFalse(put(store, "/large", 1, large));
            assertFalse(put(store, "/" + "x".repeat(70_000), 1, 1));
            assertEquals(0, store.size());
            assertEquals(List.of(), disk.segments());
        }
    }

    @Test
    void whatWasPurgedIsNeverFoundAgain() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/a", 2, 100);
            put(store, "/b one", 1, 100);
            put(store, "/b two", 1, 100);
            put(store, "/c", 1, 100);
            store.purge(List.of("/a", "/b", "/unknown"), List.of(), () -> {});
            assertEquals(1, store.size());
        }
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/a"), "neither the later one nor the one before it");
            assertFalse(has(store, "/b one"));
            assertFalse(has(store, "/b two"));
            assertTrue(has(store, "/c"));
            put(store, "/a", 3, 100);
        }
        try (DiskStore store = disk.loaded()) {
            assertEquals(3, found(store, "/a"), "written after it was purged");
        }
    }

    @Test
    void aPurgeOfManyMeansWhatWasWrittenBeforeIt() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a/1", 1, 100);
            put(store, "/b/1", 1, 100);
            store.purge(List.of(), List.of("/a/"), () -> {});
            put(store, "/a/2", 1, 100);
        }
        for (int life = 0; life < 2; life++) {
            try (DiskStore store = disk.loaded()) {
                assertFalse(has(store, "/a/1"));
                assertTrue(has(store, "/b/1"));
                assertTrue(has(store, "/a/2"));
                assertEquals(-1, store.place("/a/1", "/a/1", 1, "/a/"::equals), "worth a write");
            }
        }
    }

    /**
     * Nothing but purges in the oldest segment: what stands before them is all gone, so they may be forgotten, not
     * earlier.
     */
    @Test
    void purgesOfManyAreRememberedForAsLongAsThereIsAnythingFromBeforeThem() throws Exception {
        try (DiskStore store = disk.loaded()) {
            store.purge(List.of(), List.of("/early/"), () -> {});
            store.flush();
            put(store, "/old", 1, 900_000);
            put(store, "/old/2", 1, 900_000);
            store.purge(List.of(), List.of("/old"), () -> {});
            for (int i = 0; i < 12; i++) {
                put(store, "/filler" + i, 1, 900_000);
            }
            assertFalse(has(store, "/old/2"));
        }
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/old/2"));
            assertTrue(has(store, "/filler11"));
        }
    }

    @Test
    void whatIsPurgedWhileTheDiskIsLookedThroughIsNotFound() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/b/1", 1, 100);
            put(store, "/c", 1, 100);
        }
        try (DiskStore store = disk.open()) {
            assertEquals(-1, found(store, "/c"), "not yet");
            store.purge(List.of("/a"), List.of("/b/"), () -> {});
            store.load();
            assertFalse(has(store, "/a"));
            assertFalse(has(store, "/b/1"));
            assertTrue(has(store, "/c"));
        }
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/a"));
            assertFalse(has(store, "/b/1"));
            assertTrue(has(store, "/c"));
        }
    }

    @Test
    void aPurgeThatMeetsAWriteIsSeenByOneOfTheTwo() throws Exception {
        try (DiskStore store = disk.loaded()) {
            boolean[] purged = {false};
            // The purge comes after the object was looked at, and before it is found.
            long place = store.put(record("/a", 1, 100), () -> {
                store.purge(List.of("/a"), List.of(), () -> {});
                purged[0] = true;
                return false;
            });
            assertTrue(purged[0]);
            assertEquals(-1, place);
            assertFalse(has(store, "/a"));
        }
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/a"));
        }
    }

    @Test
    void aPurgeDoesNotWaitForTheDisk() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            disk.room = 0;
            store.purge(List.of("/a"), List.of("/b/"), () -> {});
            assertFalse(has(store, "/a"), "gone although the disk takes nothing");
            store.flush();
            assertEquals(List.of(), disk.segments(), "where it cannot be written what it means is deleted");
            disk.room = Long.MAX_VALUE;
        }
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/a"));
        }
    }

    @Test
    void aFullDiskGivesItsOldestForWhatWasPurged() throws Exception {
        try (DiskStore store = disk.loaded()) {
            for (int i = 0; i < 6; i++) {
                put(store, "/" + i, 1, 900_000);
            }
            disk.capacity = disk.used();
            store.purge(List.of("/5"), List.of(), () -> {});
            store.flush();
            assertFalse(has(store, "/0"));
            assertTrue(has(store, "/1"));
            disk.capacity = 0;
            store.purge(List.of("/4"), List.of(), () -> {});
            assertThrows(IOException.class, store::flush);
            disk.capacity = Long.MAX_VALUE;
            assertTrue(has(store, "/2"), "one for each time");
        }
        try (DiskStore store = disk.loaded()) {
            assertTrue(has(store, "/3"));
            assertFalse(has(store, "/4"), "what could not be written then was written later");
            assertFalse(has(store, "/5"));
        }
    }

    @Test
    void aPurgeThatMayNotBeOnTheDeviceIsWrittenOnceMore() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            disk.losing = true;
            store.purge(List.of("/a"), List.of(), () -> {});
            assertThrows(IOException.class, store::flush);
            disk.losing = false;
            long before = disk.used();
            store.flush();
            assertTrue(disk.used() > before);
            long after = disk.used();
            store.flush();
            assertEquals(after, disk.used());
        }
    }

    @Test
    void aPurgeIsWrittenToANewFileAfterOneThatTheDeviceMayHaveLost() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            disk.losing = true;
            store.purge(List.of("/a"), List.of(), () -> {});
            assertThrows(IOException.class, store::flush);
            disk.losing = false;
            store.flush();
            put(store, "/b", 1, 100);
        }
        Path lost = disk.segments().getFirst();
        byte[] bytes = Files.readAllBytes(lost);
        bytes[bytes.length - 1] ^= 1;
        Files.write(lost, bytes);
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/a"));
            assertTrue(has(store, "/b"));
        }
    }

    @Test
    void aLargeBodyIsReadInParts() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 3 * DiskSegment.PART + 5);
            StoredRecord found = Objects.requireNonNull(store.find("/a", "/a"));
            ByteBuffer into = ByteBuffer.allocate(found.length());
            assertTrue(store.read("/a", found, into, () -> {}));
            assertEquals(DiskSegment.PART, into.position());
            assertTrue(has(store, "/a"));
        }
    }

    @Test
    void manyShortLivesDoNotLeaveMoreThanSoManyFiles() throws Exception {
        for (int i = 0; i < SegmentFiles.MOST_SEGMENTS + 6; i++) {
            try (DiskStore store = disk.loaded()) {
                put(store, "/" + i, 1, 100);
            }
        }
        int files = disk.segments().size();
        assertTrue(files <= SegmentFiles.MOST_SEGMENTS && files > SegmentFiles.SEGMENTS, "files: " + files);
    }

    @Test
    void whoStopsWhileItIsLookedThroughLosesNothing() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
        }
        try (DiskStore store = disk.open()) {
            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, store::load);
            assertTrue(Thread.interrupted());
            assertFalse(store.isLoaded());
            store.load();
            assertTrue(has(store, "/a"), "tried again");
        }
        try (DiskStore store = disk.loaded()) {
            assertTrue(has(store, "/a"));
        }
    }

    /**
     * A directory where the oldest segment's file should be cannot be deleted, as on a disk that has become read-only.
     */
    @Test
    void aSegmentThatCannotBeDeletedIsNotForgotten() throws Exception {
        try (DiskStore store = disk.loaded()) {
            for (int i = 0; i < 15; i++) {
                put(store, "/" + i, 1, 900_000);
            }
            Path oldest = disk.segments().getFirst();
            byte[] bytes = Files.readAllBytes(oldest);
            Files.delete(oldest);
            Files.createDirectories(oldest.resolve("stuck"));
            int size = store.size();
            assertThrows(IOException.class, () -> {
                for (int i = 15; i < 40; i++) {
                    put(store, "/" + i, 1, 900_000);
                }
            });
            assertTrue(store.size() >= size);
            Files.delete(oldest.resolve("stuck"));
            Files.delete(oldest);
            Files.write(oldest, bytes);
            assertTrue(has(store, "/0"), "it is known still, and so are purges of it");
            for (int i = 15; i < 40; i++) {
                assertTrue(put(store, "/" + i, 1, 900_000));
            }
            assertFalse(has(store, "/0"));
        }
    }

    @Test
    void aRecordThatIsDamagedIsGoneWithTheOthersOfItsUrl() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            put(store, "/b", 1, 100);
            Path segment = disk.segments().getFirst();
            byte[] whole = Files.readAllBytes(segment);
            for (int at : new int[] {20, 45, 100}) {
                byte[] broken = whole.clone();
                broken[at] ^= 1;
                Files.write(segment, broken);
                assertFalse(has(store, "/a"));
            }
            Files.write(segment, whole);
            assertFalse(has(store, "/a"));
        }
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/a"));
            assertTrue(has(store, "/b"));
        }
    }

    @Test
    void aFullDiskKeepsWhatItHasAndNothingHalfWritten() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100_000);
            long used = Files.size(disk.segments().getFirst());
            for (int room = 0; room < 1000; room += 97) {
                disk.room = room;
                assertThrows(IOException.class, () -> put(store, "/b", 1, 100_000));
                assertEquals(1, disk.segments().size(), "no file is left behind");
                assertEquals(used, Files.size(disk.segments().getFirst()));
                assertTrue(has(store, "/a"));
                assertFalse(has(store, "/b"));
            }
            disk.room = Long.MAX_VALUE;
            assertTrue(put(store, "/b", 1, 100_000));
            assertTrue(has(store, "/b"));
        }
        try (DiskStore store = disk.loaded()) {
            assertEquals(2, store.size());
        }
    }

    @Test
    void withMorePurgesOfManyThanAreRememberedTheOldestRecordsGo() throws Exception {
        try (DiskStore store = disk.loaded()) {
            for (int i = 0; i < 8; i++) {
                put(store, "/old" + i, 1, 900_000);
            }
            store.purge(List.of(), texts(0, DiskCatalogue.MOST_WIDE + 1), () -> {});
            put(store, "/young", 1, 100);
            store.flush();
            assertFalse(has(store, "/old0"));
            assertTrue(has(store, "/young"));
            store.purge(List.of(), List.of("/you"), () -> {});
            assertFalse(has(store, "/young"));
        }
        try (DiskStore store = disk.loaded()) {
            assertFalse(has(store, "/young"));
        }
    }

    private static List<String> texts(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(i -> "/text" + i).toList();
    }

    /**
     * A disk that takes nothing while much is purged: what is to be remembered is bounded, and nothing is found then.
     */
    @Test
    void moreIsPurgedThanCanBeRememberedAndEverythingGoes() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 100);
            disk.room = 0;
            store.purge(List.of(), texts(0, 2 * DiskCatalogue.MOST_WIDE), () -> {});
            assertTrue(has(store, "/a"));
            store.purge(List.of(), List.of("/one more"), () -> {});
            assertFalse(has(store, "/a"));
            disk.room = Long.MAX_VALUE;
            store.flush();
            assertEquals(List.of(), disk.segments());
            assertTrue(put(store, "/b", 1, 100));
            assertTrue(has(store, "/b"));
        } finally {
            disk.room = Long.MAX_VALUE;
        }
        try (DiskStore store = disk.open()) {
            List<String> bases = new ArrayList<>(texts(0, DiskCatalogue.MOST_EARLY + 1));
            store.purge(bases, List.of(), () -> {});
            store.load();
            assertFalse(has(store, "/b"), "the same before it was looked through");
            assertTrue(put(store, "/c", 1, 100));
            assertTrue(has(store, "/c"));
        }
    }

    @Test
    void theNewestComeFirst() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 10);
            put(store, "/b", 1, 10);
            put(store, "/c", 1, 10);
            put(store, "/a", 2, 10);
        }
        try (DiskStore store = disk.loaded()) {
            assertEquals(
                    List.of("/a", "/c", "/b"),
                    store.newest().map(StoredRecord::key).toList());
        }
    }

    @Test
    void whatIsPurgedBetweenItsHeadAndItsBodyIsNotRead() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 10);
            StoredRecord found = Objects.requireNonNull(store.find("/a", "/a"));
            AtomicInteger ended = new AtomicInteger();
            assertTrue(store.read("/a", found, ByteBuffer.allocate(10), ended::incrementAndGet));
            store.purge(List.of("/a"), List.of(), () -> {});
            assertFalse(store.read("/a", found, ByteBuffer.allocate(10), ended::incrementAndGet));
            Eventually.that("both have ended", () -> ended.get() == 2);
        }
    }

    @Test
    void oneDirectoryBelongsToOneNodeAndItsOwner() throws Exception {
        try (DiskStore store = disk.loaded()) {
            put(store, "/a", 1, 10);
            var refusal = assertThrows(IOException.class, disk::open);
            assertTrue(String.valueOf(refusal.getMessage()).contains("a directory for each node"), refusal.toString());
            try (Stream<Path> files = Files.walk(disk.directory)) {
                for (Path file : files.toList()) {
                    String others = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                    assertTrue(others.endsWith("------"), file + " " + others);
                }
            }
        }
        Files.setPosixFilePermissions(disk.directory, PosixFilePermissions.fromString("rwxr-x---"));
        var refusal = assertThrows(IOException.class, disk::open);
        assertTrue(String.valueOf(refusal.getMessage()).contains("chmod 700"), refusal.toString());
        Files.setPosixFilePermissions(disk.directory, PosixFilePermissions.fromString("rwx------"));
        disk.open().close();
    }

    @Test
    void aPathThatIsNoDirectoryIsRefused() throws Exception {
        Files.createFile(folder.resolve("disk"));
        assertThrows(IOException.class, disk::open);
    }
}
