package io.gosling.netty.tls;

import io.gosling.document.FileStamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Detects changed files, once they have not changed from one check to the next: a certificate and its key are written
 * one after the other. Symbolic links are followed. For one thread.
 */
final class FileChangeDetector {
    private final List<Path> files;
    private List<Object> taken;
    private List<Object> lastSeen;

    FileChangeDetector(List<Path> files) {
        this.files = files;
        this.taken = look();
        this.lastSeen = taken;
    }

    /** Returns whether the files have changed since this was last reported, and were the same at the check before. */
    boolean changed() {
        List<Object> now = look();
        boolean changed = !now.equals(taken) && now.equals(lastSeen);
        lastSeen = now;
        if (changed) {
            taken = now;
        }
        return changed;
    }

    /** Returns whether they have changed since this was last reported, even if they are still changing. */
    boolean changedByNow() {
        lastSeen = look();
        boolean changed = !lastSeen.equals(taken);
        taken = lastSeen;
        return changed;
    }

    private List<Object> look() {
        return files.stream().map(FileChangeDetector::stamp).toList();
    }

    private static Object stamp(Path file) {
        try {
            return FileStamp.of(file);
        } catch (IOException e) {
            return "";
        }
    }
}
