package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Waits until the device has the names of a directory: that a file was created, moved or deleted. */
final class DirectorySync {
    private DirectorySync() {}

    /**
     * Waits for a directory. Does nothing on Windows, where directories cannot be opened.
     *
     * @throws IOException when the device may not have them
     */
    static void sync(Path directory) throws IOException {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory)) {
            channel.force(true);
        }
    }
}
