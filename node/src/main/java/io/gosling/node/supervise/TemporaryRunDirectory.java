package io.gosling.node.supervise;

import io.gosling.common.StaleDirectoryCleaner;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * A folder that only this user can read, for one run of {@code up}: it holds the cluster's secret. Deleted when closed.
 *
 * <p>A lock on a file in it shows that the run goes on. The system releases the lock when the process ends, however it
 * ends, so the next run recognizes and deletes what was left behind.
 */
public record TemporaryRunDirectory(Path path, FileChannel held) implements AutoCloseable {
    private static final System.Logger log = System.getLogger(TemporaryRunDirectory.class.getName());
    private static final String PREFIX = "gosling-up-";
    private static final String LOCK = "lock";
    private static final int SECRET_BYTES = 32;

    /** Creates the folder in the directory for temporary files, and deletes those whose runs were killed. */
    public static TemporaryRunDirectory create() throws IOException {
        return create(Path.of(System.getProperty("java.io.tmpdir", ".")));
    }

    /** Makes the folder in this one, with permissions 0700 where the file system has them. */
    static TemporaryRunDirectory create(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, PREFIX);
        TemporaryRunDirectory run = new TemporaryRunDirectory(folder, hold(folder));
        StaleDirectoryCleaner.delete(parent, folder, PREFIX, LOCK, Duration.ZERO, other -> {
            delete(other);
            log.log(Level.INFO, "deleted {0}, which an up that was killed had left behind", other);
        });
        return run;
    }

    /** Creates the lock file, which gets its name once it is locked, so that it is never visible without its lock. */
    private static FileChannel hold(Path folder) throws IOException {
        Path unnamed = folder.resolve(LOCK + ".new");
        FileChannel channel = FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        Files.move(unnamed, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        return channel;
    }

    /** A file with a new random secret, readable by its owner only. */
    public Path secret() throws IOException {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        Path file = path.resolve("secret");
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return Files.writeString(file, HexFormat.of().formatHex(secret) + "\n");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        held.close();
        delete(path);
    }
}
