package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A small file that is replaced as a whole: a reader finds the previous content, or all of the new one. */
final class AtomicFile {
    private AtomicFile() {}

    static void write(Path path, byte[] bytes, AppendOnlyFile.Opener opener, boolean synced) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try {
            try (AppendOnlyFile file = opener.open(fresh)) {
                file.append(bytes, 0, bytes.length);
                if (synced) {
                    file.sync();
                }
            }
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
