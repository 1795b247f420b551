package io.gosling.gos.disk;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that is written at its end. Not closed when a thread that writes is interrupted, as channels are: it is
 * shared. Used by one thread at a time.
 */
interface AppendOnlyFile extends Closeable {
    void append(byte[] bytes, int offset, int length) throws IOException;

    void truncate(long length) throws IOException;

    void sync() throws IOException;

    @FunctionalInterface
    interface Opener {
        AppendOnlyFile open(Path path) throws IOException;
    }

    static AppendOnlyFile open(Path path) throws IOException {
        // Stored content may be private.
        if (!Files.exists(path)) {
            Files.createFile(path, OwnerPermissions.only(path, "rw-------"));
            try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent())) {
                directory.force(true);
            }
        }
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            file.seek(file.length());
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return new AppendOnlyFile() {
            @Override
            public void append(byte[] bytes, int offset, int length) throws IOException {
                file.write(bytes, offset, length);
            }

            @Override
            public void truncate(long length) throws IOException {
                file.setLength(length);
                file.seek(length);
            }

            @Override
            public void sync() throws IOException {
                file.getFD().sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
