package io.gosling.replication.coop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.CopyQuotaAccounts;
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
        return CopyDirectory.open(folder, new CopyQuotaAccounts(quota), quota, hot);
    }

    private static ReplicaCopy copy(CopyDirectory copyDirectory, String path, int length, long version)
            throws IOException {
        Path file = copyDirectory.fresh();
        Files.write(file, new byte[length]);
        return new ReplicaCopy(HOME, path, file, length, "image/png", "\"x\"", Instant.EPOCH, "\"x\"", version, 1, 0);
    }

    private static void hold(CopyDirectory copyDirectory, String path, int length) throws IOException {
        assertNotNull(copyDirectory.reserve(HOME, length));
        assertTrue(copyDirectory.keep(copy(copyDirectory, path, length, 1), () -> 0));
    }

    private long onDisk() throws IOException {
        try (var files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void bytesOnTheirWayAndThoseHeldAreNeverMoreThanTheQuota() throws IOException {
        try (CopyDirectory copyDirectory = open(100)) {
            hold(copyDirectory, "/a", 60);
            List<ReplicaCopy> evicted = copyDirectory.reserve(HOME, 70);
            assertNotNull(evicted);
            assertEquals(List.of("/a"), evicted.stream().map(ReplicaCopy::path).toList());
            assertEquals(0, onDisk());
            assertNull(copyDirectory.reserve(HOME, 40), "what is on its way leaves no more room");
            assertNull(copyDirectory.find(HOME, "/a"));
            assertEquals(70, copyDirectory.bytes());
            copyDirectory.release(HOME, 70);
            assertEquals(0, copyDirectory.bytes());
        }
    }

    @Test
    void whatANoticeHasOvertakenIsNotKept() throws IOException {
        try (CopyDirectory copyDirectory = open(100)) {
            assertNotNull(copyDirectory.reserve(HOME, 10));
            ReplicaCopy old = copy(copyDirectory, "/a", 10, 4);
            assertFalse(copyDirectory.keep(old, () -> 5));
            assertNull(copyDirectory.find(HOME, "/a"));
            assertTrue(copyDirectory.keep(old, () -> 4));
            assertFalse(copyDirectory.checked(old, 4, 9, 9, () -> 5));
            assertTrue(copyDirectory.checked(old, 5, 9, 9, () -> 5));
            ReplicaCopy checked = copyDirectory.find(HOME, "/a");
            assertNotNull(checked);
            assertEquals(9, checked.number());
            copyDirectory.forget(HOME, "/a", 6);
            assertNull(copyDirectory.find(HOME, "/a"));
            assertEquals(0, copyDirectory.bytes());
        }
    }

    @Test
    void ofADocumentThatIsNotWhatItWasNothingIsLeft() throws IOException {
        try (CopyDirectory copyDirectory = open(100)) {
            hold(copyDirectory, "/a", 10);
            ReplicaCopy first = copyDirectory.find(HOME, "/a");
            assertNotNull(first);
            hold(copyDirectory, "/a", 20);
            assertFalse(copyDirectory.lost(first));
            assertEquals(20, copyDirectory.bytes(), "another one is in its place by now");
            ReplicaCopy second = copyDirectory.find(HOME, "/a");
            assertNotNull(second);
            assertTrue(copyDirectory.lost(second));
            assertEquals(0, copyDirectory.bytes());
            assertEquals(0, onDisk());
        }
    }

    @Test
    void aDirectoryIsOfOneServerUntilItIsClosed() throws IOException {
        Path left;
        try (CopyDirectory copyDirectory = open(100)) {
            hold(copyDirectory, "/a", 10);
            left = copyDirectory.fresh();
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
        CopyDirectory copyDirectory = open(100);
        assertNotNull(copyDirectory.reserve(HOME, 10));
        ReplicaCopy late = copy(copyDirectory, "/a", 10, 1);
        copyDirectory.close();
        assertFalse(copyDirectory.keep(late, () -> 0));
    }
}
