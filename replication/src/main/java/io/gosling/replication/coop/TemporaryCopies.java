package io.gosling.replication.coop;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;

/**
 * A temporary directory for a server's copies if none is configured: for this user only, with an unpredictable name.
 * Deleted when closed, or by the next one that is made, if its server was killed: the system has taken the lock from it
 * ({@link CopyDirectory}).
 */
public record TemporaryCopies(Path directory) implements AutoCloseable {
    private static final Logger LOG = System.getLogger(TemporaryCopies.class.getName());
    private static final String PREFIX = "gosling-copies-";
    /** Younger directories may not be locked yet. */
    private static final Duration YOUNG = Duration.ofMinutes(1);

    /** Makes one, and deletes those that were left behind. */
    public static TemporaryCopies make() throws IOException {
        return in(Path.of(System.getProperty("java.io.tmpdir", ".")));
    }

    static TemporaryCopies in(Path parent) throws IOException {
        Path directory = Files.createTempDirectory(parent, PREFIX);
        try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path other : others) {
                deleteIfLeftBehind(other, directory);
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.log(Level.DEBUG, "what others left behind in " + parent + " is not known", e);
        }
        return new TemporaryCopies(directory);
    }

    public Path path() {
        return directory;
    }

    private static void deleteIfLeftBehind(Path other, Path own) {
        try {
            if (isOurs(other, own) && isUnlocked(other.resolve(CopyDirectory.LOCK))) {
                delete(other);
                LOG.log(Level.INFO, "deleted {0}, which a server that was killed had left behind", other);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "left alone: " + other, e);
        }
    }

    /** True for a directory of this user; others may be traps. */
    private static boolean isOurs(Path other, Path own) throws IOException {
        return Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
    }

    /** @throws IOException also without a lock */
    private static boolean isUnlocked(Path lock) throws IOException {
        Instant made =
                Files.getLastModifiedTime(lock, LinkOption.NOFOLLOW_LINKS).toInstant();
        if (made.plus(YOUNG).isAfter(Instant.now())) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock taken = channel.tryLock()) {
            return taken != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Deletes copies and their lock only; if there are other files, the directory stays. */
    private static void delete(Path directory) throws IOException {
        try (DirectoryStream<Path> copies = Files.newDirectoryStream(directory, "*" + CopyDirectory.ENDING)) {
            for (Path file : copies) {
                Files.deleteIfExists(file);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Files.deleteIfExists(directory.resolve(CopyDirectory.LOCK));
        Files.deleteIfExists(directory);
    }

    /** With its copies and their lock, which outlives the server that had it. */
    @Override
    public void close() throws IOException {
        delete(directory);
    }
}
