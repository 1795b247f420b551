package io.gosling.replication.coop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.CopyQuotaAccounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The directory of copies that nobody has named. */
class TemporaryCopyDirectoryTest {
    private static final Duration LONG_AGO = Duration.ofHours(1);

    @TempDir
    private Path parent;

    /** With its lock, which nobody has, and a copy. */
    private Path leftBehind(String name, Duration ago) throws IOException {
        Path directory = Files.createDirectory(parent.resolve(name));
        Files.writeString(directory.resolve("c1.gosling-copy"), "x");
        age(Files.createFile(directory.resolve(CopyDirectory.LOCK)), ago);
        return directory;
    }

    private static void age(Path file, Duration ago) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(ago)));
    }

    private static CopyDirectory open(Path directory) throws IOException {
        HotCopies hot = new HotCopies(0, Duration.ofMinutes(1), () -> 0);
        return CopyDirectory.open(directory, new CopyQuotaAccounts(100), 100, hot);
    }

    @Test
    void nothingIsLeftOfAServerThatEnds() throws IOException {
        TemporaryCopyDirectory copies = TemporaryCopyDirectory.in(parent);
        open(copies.path()).close();
        copies.close();
        assertTrue(Files.notExists(copies.path()));
    }

    @Test
    void whatAKilledServerLeftBehindIsDeletedByTheNext() throws IOException {
        Path stale = leftBehind("gosling-copies-1", LONG_AGO);
        try (TemporaryCopyDirectory copies = TemporaryCopyDirectory.in(parent)) {
            assertTrue(Files.notExists(stale));
            assertTrue(Files.exists(copies.path()));
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatIsNotSurelyLeftBehindIsLeftAlone() throws IOException {
        Path running = Files.createDirectory(parent.resolve("gosling-copies-2"));
        try (CopyDirectory copyDirectory = open(running)) {
            Path copy = copyDirectory.fresh();
            age(running.resolve(CopyDirectory.LOCK), LONG_AGO);
            Path young = leftBehind("gosling-copies-3", Duration.ZERO);
            Path unlocked = Files.createDirectory(parent.resolve("gosling-copies-4"));
            Path other = leftBehind("elsewhere", LONG_AGO);
            Path link = Files.createSymbolicLink(parent.resolve("gosling-copies-5"), other);
            TemporaryCopyDirectory.in(parent).close();
            for (Path kept : List.of(copy, young, unlocked, other.resolve("c1.gosling-copy"), link)) {
                assertTrue(Files.exists(kept), kept.toString());
            }
        }
    }
}
