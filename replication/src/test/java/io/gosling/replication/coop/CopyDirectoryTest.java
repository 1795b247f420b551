package io.gosling.replication.coop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.CoopStore;
import io.gosling.replication.plan.CopyEvictionOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The copies of a server under their quota. */
class CopyDirectoryTest {
    private static final String HOME = "h:80";

    @TempDir
    private Path folder;

    private CopyDirectory open(long quota) throws IOException {
        return open(quota, new HotCopies(0, Duration.ofMinutes(1), () -> 0));
    }

    private CopyDirectory open(long quota, HotCopies hot) throws IOException {
        return CopyDirectory.open(folder, new CoopStore(quota, CopyEvictionOrder.LRU), quota, hot);
    }

    private static ReplicaCopy copy(CopyDirectory shelf, String path, int length, long version) throws IOException {
        Path file = shelf.fresh();
        Files.write(file, new byte[length]);
        return new ReplicaCopy(HOME, path, file, length, "image/png", "\"x\"", Instant.EPOCH, "\"x\"", version, 1, 0);
    }

    private static void hold(CopyDirectory shelf, String path, int length) throws IOException {
        assertNotNull(shelf.reserve(HOME, length));
        assertTrue(shelf.keep(copy(shelf, path, length, 1), () -> 0));
    }

    private long onDisk() throws IOException {
        try (var files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void bytesOnTheirWayAndThoseHeldAreNeverMoreThanTheQuota() throws IOException {
        try (CopyDirectory shelf = open(100)) {
            hold(shelf, "/a", 60);
            List<ReplicaCopy> evicted = shelf.reserve(HOME, 70);
            assertNotNull(evicted);
            assertEquals(List.of("/a"), evicted.stream().map(ReplicaCopy::path).toList());
            assertEquals(0, onDisk());
            assertNull(shelf.reserve(HOME, 40), "what is on its way leaves no more room");
            assertNull(shelf.find(HOME, "/a"));
            assertEquals(70, shelf.bytes());
            shelf.release(HOME, 70);
            assertEquals(0, shelf.bytes());
        }
    }

    @Test
    void whatANoticeHasOvertakenIsNotKept() throws IOException {
        try (CopyDirectory shelf = open(100)) {
            assertNotNull(shelf.reserve(HOME, 10));
            ReplicaCopy old = copy(shelf, "/a", 10, 4);
            assertFalse(shelf.keep(old, () -> 5));
            assertNull(shelf.find(HOME, "/a"));
            assertTrue(shelf.keep(old, () -> 4));
            assertFalse(shelf.checked(old, 4, 9, 9, () -> 5));
            assertTrue(shelf.checked(old, 5, 9, 9, () -> 5));
            ReplicaCopy checked = shelf.find(HOME, "/a");
            assertNotNull(checked);
            assertEquals(9, checked.number());
            shelf.forget(HOME, "/a", 6);
            assertNull(shelf.find(HOME, "/a"));
            assertEquals(0, shelf.bytes());
        }
    }

    @Test
    void ofADocumentThatIsNotWhatItWasNothingIsLeft() throws IOException {
        try (CopyDirectory shelf = open(100)) {
            hold(shelf, "/a", 10);
            ReplicaCopy first = shelf.find(HOME, "/a");
            assertNotNull(first);
            hold(shelf, "/a", 20);
            assertFalse(shelf.lost(first));
            assertEquals(20, shelf.bytes(), "another one is in its place by now");
            ReplicaCopy second = shelf.find(HOME, "/a");
            assertNotNull(second);
            assertTrue(shelf.lost(second));
            assertEquals(0, shelf.bytes());
            assertEquals(0, onDisk());
        }
    }

    @Test
    void aDirectoryIsOfOneServerUntilItIsClosed() throws IOException {
        Path left;
        try (CopyDirectory shelf = open(100)) {
            hold(shelf, "/a", 10);
            left = shelf.fresh();
            IOException refused = assertThrows(IOException.class, () -> open(100));
            assertTrue(String.valueOf(refused.getMessage()).contains("replication.import-path"), refused.toString());
            assertEquals(10, onDisk(), "who is refused deletes nothing");
        }
        try (CopyDirectory next = open(100)) {
            assertFalse(Files.exists(left));
            assertEquals(0, next.bytes());
        }
    }

    @Test
    void nothingIsKeptAfterTheEnd() throws IOException {
        CopyDirectory shelf = open(100);
        assertNotNull(shelf.reserve(HOME, 10));
        ReplicaCopy late = copy(shelf, "/a", 10, 1);
        shelf.close();
        assertFalse(shelf.keep(late, () -> 0));
    }
}
