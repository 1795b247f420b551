package io.gosling.gos.disk;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A new file that is written at its end. Not closed when a thread that writes is interrupted, as channels are: it is
 * shared. Used by one thread at a time.
 */
class AppendOnlyFile implements Closeable {
    private final RandomAccessFile file;

    @FunctionalInterface
    interface Opener {
        AppendOnlyFile open(Path path) throws IOException;
    }

    /** Creates the file, for its owner alone: stored content may be private. */
    AppendOnlyFile(Path path) throws IOException {
        Files.createFile(path, OwnerPermissions.only(path, "rw-------"));
        try {
            DirectorySync.sync(path.toAbsolutePath().resolveSibling(""));
            file = new RandomAccessFile(path.toFile(), "rw");
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    void append(byte[] bytes, int offset, int length) throws IOException {
        file.write(bytes, offset, length);
    }

    void truncate(long length) throws IOException {
        file.setLength(length);
        file.seek(length);
    }

    void sync() throws IOException {
        file.getFD().sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
