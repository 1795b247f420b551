package io.gosling.netty.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;

/**
 * Notices that files were changed, once they stand still from one look to the next: a certificate and its key are
 * written one after the other. Symbolic links are followed. For one thread.
 */
final class FileWatch {
    private final List<Path> files;
    private List<Object> taken;
    private List<Object> lastSeen;

    FileWatch(List<Path> files) {
        this.files = files;
        this.taken = look();
        this.lastSeen = taken;
    }

    /** Whether the files are not what they were when this was last said, and were the same at the look before. */
    boolean changed() {
        List<Object> now = look();
        boolean changed = !now.equals(taken) && now.equals(lastSeen);
        lastSeen = now;
        if (changed) {
            taken = now;
        }
        return changed;
    }

    /** Whether they are not what they were when this was last said, however little they have stood still. */
    boolean changedByNow() {
        lastSeen = look();
        boolean changed = !lastSeen.equals(taken);
        taken = lastSeen;
        return changed;
    }

    private List<Object> look() {
        return files.stream().map(FileWatch::stamp).toList();
    }

    private static Object stamp(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return List.of(
                    attributes.lastModifiedTime(),
                    attributes.size(),
                    Objects.requireNonNullElse(attributes.fileKey(), ""));
        } catch (IOException e) {
            return "";
        }
    }
}
