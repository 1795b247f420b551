package io.gosling.gos.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A directory that belongs exclusively to one process as long as this is open: by a lock, and by its permissions. */
record LockedDirectory(Path path, FileChannel lock) implements Closeable {
    static LockedDirectory take(Path path) throws IOException {
        Files.createDirectories(path, OwnerPermissions.only(path, "rwx------"));
        Path file = path.resolve("lock");
        FileChannel lock = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                OwnerPermissions.only(file, "rw-------"));
        try {
            if (!isHeld(lock)) {
                throw new IOException("another node uses " + path + "; expected a directory for each node");
            }
            OwnerPermissions.check(path, file);
            return new LockedDirectory(path, lock);
        } catch (Throwable e) {
            lock.close();
            throw e;
        }
    }

    private static boolean isHeld(FileChannel channel) throws IOException {
        try {
            FileLock held = channel.tryLock();
            return held != null;
        } catch (OverlappingFileLockException e) {
            // Another node of this process.
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
