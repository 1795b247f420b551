package io.gosling.common;

import java.io.IOException;
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
 * Temporary directories that killed processes have left behind. Each has a file that its process locks; the system
 * releases the lock when the process ends, however it ends.
 */
public final class StaleDirectoryCleaner {
    private static final System.Logger LOG = System.getLogger(StaleDirectoryCleaner.class.getName());

    private StaleDirectoryCleaner() {}

    /** Deletes a directory. */
    @FunctionalInterface
    public interface Deletion {
        void delete(Path directory) throws IOException;
    }

    /**
     * Deletes those beside a directory that has just been made, except for any that may be in use or another user's.
     *
     * @param parent where they are, and the directory that has just been made
     * @param prefix beginning of the names
     * @param lock name of the locked file
     * @param young time after its making in which a file may not be locked yet
     * @throws IOException when the directories cannot be listed
     */
    public static void delete(Path parent, Path own, String prefix, String lock, Duration young, Deletion deletion)
            throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, prefix + "*")) {
            for (Path other : others) {
                try {
                    if (!other.equals(own) && isOurs(other, own) && isUnlocked(other.resolve(lock), young)) {
                        deletion.delete(other);
                    }
                } catch (IOException e) {
                    LOG.log(Level.DEBUG, "not deleted: " + other, e);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** True for a directory of this user; others may be traps. */
    private static boolean isOurs(Path other, Path own) throws IOException {
        return Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
    }

    /** @throws IOException also without a lock */
    private static boolean isUnlocked(Path lock, Duration young) throws IOException {
        Instant made =
                Files.getLastModifiedTime(lock, LinkOption.NOFOLLOW_LINKS).toInstant();
        if (!young.isZero() && made.plus(young).isAfter(Instant.now())) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock taken = channel.tryLock()) {
            return taken != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
