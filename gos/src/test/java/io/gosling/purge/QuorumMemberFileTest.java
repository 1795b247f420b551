package io.gosling.purge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the persistent state of a quorum member. */
class QuorumMemberFileTest {
    private static final PurgeRecordRange FIRST = new PurgeRecordRange(5, 0, List.of(PurgeRequest.hard("/a")));
    private static final PurgeRecordRange SECOND = new PurgeRecordRange(5, 1, List.of(PurgeRequest.hard("/b")));

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("purges");
    }

    /** A file with a state and two syncs after it. */
    private byte[] written() throws IOException {
        try (QuorumMemberFileStorage storage = QuorumMemberFileStorage.open(path())) {
            QuorumMemberFile file = QuorumMemberFile.open(storage);
            file.begin(9, 5, List.of(FIRST));
            file.sync();
            file.append(SECOND);
            file.sync();
        }
        return Files.readAllBytes(path());
    }

    private Optional<QuorumMemberFile.Restored> restored(byte[] bytes) throws IOException {
        Files.write(path(), bytes);
        try (QuorumMemberFileStorage storage = QuorumMemberFileStorage.open(path())) {
            return QuorumMemberFile.open(storage).restored;
        }
    }

    @Test
    void whatWasSyncedIsThereAgain() throws IOException {
        assertEquals(Optional.of(new QuorumMemberFile.Restored(9, 5, List.of(FIRST, SECOND))), restored(written()));
    }

    @Test
    void whatWasNotSyncedIsNot() throws IOException {
        try (QuorumMemberFileStorage storage = QuorumMemberFileStorage.open(path())) {
            QuorumMemberFile file = QuorumMemberFile.open(storage);
            assertEquals(Optional.empty(), file.restored);
            file.begin(9, 5, List.of());
            file.sync();
            file.append(FIRST);
            assertEquals(
                    List.of(),
                    QuorumMemberFile.open(storage).restored.orElseThrow().runs());
        }
    }

    @Test
    void whereverTheFileEndsItSaysWhatWasWholeAndGoesOn() throws IOException {
        byte[] whole = written();
        int first = frames(whole);
        for (int end = first; end < whole.length; end++) {
            assertEquals(
                    Optional.of(new QuorumMemberFile.Restored(9, 5, List.of(FIRST))),
                    restored(Arrays.copyOf(whole, end)),
                    "cut at " + end);
            assertArrayEquals(Arrays.copyOf(whole, first), Files.readAllBytes(path()), "cut at " + end);
        }
        byte[] zeros = Arrays.copyOf(whole, whole.length + 4096);
        assertEquals(2, restored(zeros).orElseThrow().runs().size(), "made longer, not written");
        for (int end = 0; end < first; end++) {
            assertEquals(Optional.empty(), restored(Arrays.copyOf(whole, end)), "cut at " + end);
        }
    }

    private static int frames(byte[] whole) {
        return 16 + ByteBuffer.wrap(whole, 4, 4).getInt();
    }

    @Test
    void aBitThatChangedMeansThatNothingIsRemembered() throws IOException {
        byte[] whole = written();
        for (int bit = 0; bit < whole.length * 8; bit += 3) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertEquals(Optional.empty(), restored(damaged), "bit " + bit);
            assertArrayEquals(damaged, Files.readAllBytes(path()), "what is damaged stays as it is, to be looked at");
        }
    }

    @Test
    void randomBytesAreNoFile() throws IOException {
        written();
        Random random = new Random(20_261_122);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[20 + random.nextInt(200)];
            random.nextBytes(bytes);
            assertEquals(Optional.empty(), restored(bytes));
        }
    }

    @Test
    void aNewBeginningReplacesWhatWasThere() throws IOException {
        written();
        try (QuorumMemberFileStorage storage = QuorumMemberFileStorage.open(path())) {
            QuorumMemberFile file = QuorumMemberFile.open(storage);
            file.begin(10, 6, List.of(new PurgeRecordRange(5, 2, List.of())));
            file.append(new PurgeRecordRange(6, 0, List.of(PurgeRequest.hard("/c"))));
            file.sync();
        }
        QuorumMemberFile.Restored restored =
                restored(Files.readAllBytes(path())).orElseThrow();
        assertEquals(10, restored.epoch());
        assertEquals(2, restored.runs().size());
    }

    @Test
    void aLongFileWantsToBeWrittenAnew() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new Random(1));
        QuorumMemberFile file = QuorumMemberFile.open(disk);
        file.begin(1, 5, List.of());
        file.sync();
        for (int i = 0; i < 300; i++) {
            assertFalse(file.isLong());
            file.append(new PurgeRecordRange(5, i, List.of(PurgeRequest.hard("/" + "x".repeat(4000)))));
            file.sync();
            if (disk.read().length > 1 << 20) {
                break;
            }
        }
        assertTrue(file.isLong());
        file.begin(1, 5, List.of());
        file.sync();
        assertFalse(file.isLong());
    }

    @Test
    void aFileHasOneVoter() throws IOException {
        try (QuorumMemberFileStorage storage = QuorumMemberFileStorage.open(path())) {
            assertEquals(0, storage.read().length);
            IOException refused = assertThrows(IOException.class, () -> QuorumMemberFileStorage.open(path()));
            assertTrue(String.valueOf(refused.getMessage()).contains("in use"), refused.getMessage());
        }
        QuorumMemberFileStorage.open(path()).close();
    }

    @Test
    void onlyItsOwnerReadsIt() throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
        written();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                assertEquals(
                        "rw-------",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                        file.toString());
            }
        }
    }

    @Test
    void aDirectoryThatIsNotThereIsNotMade() {
        assertThrows(NoSuchFileException.class, () -> QuorumMemberFileStorage.open(directory.resolve("absent/purges")));
        assertFalse(Files.exists(directory.resolve("absent")));
    }
}
