package io.gosling.replication.coop;

import io.gosling.common.StaleDirectoryCleaner;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A temporary directory for a server's copies if none is configured: for this user only, with an unpredictable name.
 * Deleted when closed, or by the next one that is made, if its server was killed: the system has taken the lock from it
 * ({@link CopyDirectory}).
 */
public record TemporaryCopyDirectory(Path path) implements AutoCloseable {
    private static final Logger LOG = System.getLogger(TemporaryCopyDirectory.class.getName());
    private static final String PREFIX = "gosling-copies-";
    /** Younger directories may not be locked yet. */
    private static final Duration YOUNG = Duration.ofMinutes(1);

    /** Makes one, and deletes those that were left behind. */
    public static TemporaryCopyDirectory make() throws IOException {
        return in(Path.of(System.getProperty("java.io.tmpdir", ".")));
    }

    static TemporaryCopyDirectory in(Path parent) throws IOException {
        Path directory = Files.createTempDirectory(parent, PREFIX);
        try {
            StaleDirectoryCleaner.delete(parent, directory, PREFIX, CopyDirectory.LOCK, YOUNG, other -> {
                delete(other);
                LOG.log(Level.INFO, "deleted {0}, which a server that was killed had left behind", other);
            });
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "what others left behind in " + parent + " is not known", e);
        }
        return new TemporaryCopyDirectory(directory);
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
        delete(path);
    }
}
